import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, datesBetween, jstDateOf } from '@kippu/domain/jst-date'
import { importCatalogue } from '@kippu/server/office/catalogue/import-catalogue'
import type { Clock } from '@kippu/server/platform/clock'
import type { Database } from '@kippu/server/platform/db/database'
import { type ByStaff, byStaff } from '@kippu/server/platform/staff/staff-verb'
import type { Tokens } from '@kippu/server/platform/tokens'
import { addReseller, listResellers, rotateReseller } from '@kippu/server/resellers/keys/change-resellers'

import { readSheet } from './read-sheet.ts'

const STAFF = { name: 'demo', role: 'owner', siteKeys: null } as const
const SITE = { siteKey: 'demo' } as const
const NAMED = { ...SITE, code: 'yamanami' } as const

/** Its products are sold by others alone: one of times, one of days with places for every try, and one that is sold out. */
const OFFERS = [
  {
    product: '1f7b2c94-6a0d-4e58-b3c1-92d4e7a5086f',
    booking: 'time',
    base_price: 3_200,
    hours: [
      ['08:00', '08:45'],
      ['09:00', '09:45'],
    ],
    capacity: 1_000,
    picture: '/sites/demo/digital-forest.svg',
  },
  {
    product: 'c84e61d3-0b95-4f2a-8d76-3a5f19e2b740',
    booking: 'date',
    base_price: 2_600,
    hours: [['10:00', '16:00']],
    capacity: 1_000,
    picture: '/sites/demo/night-garden.svg',
  },
  {
    product: '5c1d0a6e-2f37-4d7e-9a44-8b1e6c0f7d21',
    booking: 'time',
    base_price: 4_800,
    hours: [['19:00', '20:00']],
    capacity: 0,
    picture: '/sites/demo/night-garden.svg',
  },
] as const
const UUIDS: readonly string[] = OFFERS.map(({ product }) => product)
/** Their days are written once. */
const DAYS = 400

interface ResellerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
}

/** Gives the demonstration a reseller, and writes its key into a file. While both are there, it stays the same key. */
export async function letResellerIn(deps: ResellerDeps, keyFile: string): Promise<void> {
  const by = byStaff(STAFF, deps)
  const isThere = (await listResellers(by, SITE)).some(
    ({ code, isRevoked }) => code === NAMED.code && !isRevoked,
  )
  if (isThere && existsSync(keyFile)) return
  if (!isThere) await offer(by, deps)
  const contract = { products: UUIDS, netPercent: 85, netUnits: {}, cancellationHours: 24 }
  const told = isThere
    ? await rotateReseller(by, NAMED)
    : await addReseller(by, { ...NAMED, name: 'Yamanami Travel', ...contract })
  if (told === undefined || typeof told === 'string')
    throw new Error(`the reseller of the demonstration is ${told ?? 'gone'}`)
  writeFileSync(keyFile, told.key, { mode: 0o600 })
}

/** As the house would: by sheets. */
async function offer(by: ByStaff<ResellerDeps>, { clock }: Pick<ResellerDeps, 'clock'>): Promise<void> {
  const today = jstDateOf(clock.now())
  const dates = datesBetween(today, addDays(today, DAYS))
  const ofThem = (name: string) => readSheet(name).filter(row => UUIDS.includes(row['product'] ?? ''))
  const sheets = {
    products: OFFERS.map(({ hours: _hours, capacity: _capacity, ...product }, index) => ({
      ...product,
      kind: 'main',
      order: 10 + index,
      channels: 'OTA',
    })),
    product_texts: ofThem('product_texts'),
    options: ofThem('options'),
    option_values: ofThem('option_values'),
    days: OFFERS.flatMap(({ product, base_price }) =>
      dates.map(date => ({ product, date, base_price, closed: 'no' })),
    ),
    spans: OFFERS.flatMap(({ product, hours, capacity }) =>
      dates.flatMap(date =>
        hours.map(([start, end]) => ({
          product,
          date,
          start: `${date}T${start}:00+09:00`,
          end: `${date}T${end}:00+09:00`,
          capacity,
        })),
      ),
    ),
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-demo-'))
  try {
    const file = path.join(folder, 'reseller.json')
    writeFileSync(file, JSON.stringify(sheets))
    const asked = { paths: [file], isWhole: false, isApplied: true, isScheduled: true, oddPrices: 0 }
    const outcome = await importCatalogue(by, { ...SITE, ...asked })
    if (outcome.kind === 'faults' || outcome.kind === 'asks')
      throw new Error(`its sheets are not taken: ${JSON.stringify(outcome).slice(0, 1_000)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SITE_KEYS } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { IS_WHOLE_PROOF } from '../../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { EXPORT_FORMATS, exportCatalogue } from './export-catalogue.ts'
import { importCatalogue } from './import-catalogue.ts'
import type { Actor } from '../../platform/staff/actor.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

/** With members of both kinds and colours of the calendar; all of them in the whole proof. */
const SITES: readonly string[] = IS_WHOLE_PROOF ? SITE_KEYS : ['demo', 'boc', 'mori']
const OWNER = { name: 'aki', role: 'owner', siteKeys: null } as const

let database: TestDatabase
let db: Database
let folder: string

beforeAll(async () => {
  database = await createTestDatabase('seeded')
  db = openDatabase(database.url, { poolSize: 4 })
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-catalogue-'))
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const deps = (actor: Actor = OWNER) => byStaff(actor, { db, clock: systemClock })

test.each([
  ...EXPORT_FORMATS.map(format => [format, 'en', SITES] as const),
  ['csv', 'ja', SITES.slice(0, 1)] as const,
])(
  'what a site exports as %s, with headings in %s, changes nothing when it is imported',
  async (format, headings, siteKeys) => {
    for (const siteKey of siteKeys) {
      const place = path.join(folder, `${siteKey}-${format}-${headings}`)
      const written = await exportCatalogue(deps(), { siteKey, folder: place, format, headings })
      expect(written.kind).toBe('written')
      const outcome = await importCatalogue(deps(), {
        siteKey,
        paths: [place],
        isWhole: true,
        isApplied: true,
        isScheduled: false,
        oddPrices: 0,
      })
      const wrong =
        outcome.kind === 'faults'
          ? outcome.faults.slice(0, 5)
          : outcome.plan.sheets.flatMap(({ changes }) => [...changes].slice(0, 3))
      expect([siteKey, wrong]).toEqual([siteKey, []])
      expect(outcome.kind).toBe('unchanged')
    }
  },
)

test('an export overwrites nothing, and begins as Excel wants it', async () => {
  const place = path.join(folder, 'demo-csv-en')
  const again = await exportCatalogue(deps(), {
    siteKey: 'demo',
    folder: place,
    format: 'csv',
    headings: 'en',
  })
  expect(again).toEqual({ kind: 'exists', file: path.join(place, 'products.csv') })
  const text = await readFile(path.join(place, 'products.csv'), 'utf8')
  expect(text.startsWith('\u{feff}product,code,kind,booking,base_price')).toBe(true)
})

test('whoever takes members out is written down, and whoever may not takes none out', async () => {
  const lines = () =>
    db.read(read =>
      read
        .selectFrom('staff_actions')
        .select(['staff', 'subject', 'details', 'permission'])
        .where('verb', '=', 'catalogue export')
        .where('site_key', '=', 'demo')
        .orderBy('id')
        .execute(),
    )
  const before = (await lines()).length
  const written = await exportCatalogue(deps(), {
    siteKey: 'demo',
    folder: path.join(folder, 'all'),
    format: 'csv',
    headings: 'en',
  })
  const members =
    written.kind === 'written' ? written.sheets.find(({ sheet }) => sheet === 'members') : undefined
  expect((await lines()).slice(before)).toEqual([
    { staff: 'aki', subject: 'members', permission: 'members:write', details: { members: members?.rows } },
  ])
  const planner = { name: 'ren', role: 'planner', siteKeys: null } as const
  const request = {
    siteKey: 'demo',
    folder: path.join(folder, 'none'),
    format: 'csv',
    headings: 'en',
  } as const
  await exportCatalogue(deps(planner), request)
  expect(await lines()).toHaveLength(before + 1)
})

test('marketing takes coupons and words out and in, and no sheet of somebody else', async () => {
  const mio = deps({ name: 'mio', role: 'marketing', siteKeys: ['demo'] })
  const place = path.join(folder, 'mio')
  const asked = { siteKey: 'demo', folder: place, format: 'csv', headings: 'en' } as const
  expect(await exportCatalogue(mio, asked)).toMatchObject({
    sheets: [{ sheet: 'coupons' }, { sheet: 'texts' }],
  })
  const how = { siteKey: 'demo', isWhole: false, isApplied: false, isScheduled: false, oddPrices: 0 }
  expect(await importCatalogue(mio, { ...how, paths: [place] })).toMatchObject({ kind: 'unchanged' })
  for (const name of ['days', 'rules', 'members']) {
    const file = path.join(place, `${name}.csv`)
    await writeFile(file, 'product,from\n')
    await expect(importCatalogue(mio, { ...how, paths: [file] })).rejects.toThrow('which the role marketing')
  }
})

async function importDays(name: string, text: string) {
  const place = path.join(folder, name)
  await mkdir(place)
  await writeFile(path.join(place, 'days.csv'), text)
  return importCatalogue(deps(), {
    siteKey: 'demo',
    paths: [place],
    isWhole: false,
    isApplied: false,
    isScheduled: false,
    oddPrices: 0,
  })
}

test('a closed day needs no price, and costs what its product does', async () => {
  const product = await db.read(read =>
    read
      .selectFrom('products')
      .select(['uuid', 'base_price'])
      .where('site_key', '=', 'demo')
      .where('product_type', '=', 'main')
      .executeTakeFirstOrThrow(),
  )
  const outcome = await importDays('closed', `商品,日付,料金,休館\n${product.uuid},2029-12-31,,はい\n`)
  if (outcome.kind === 'faults') throw new Error(outcome.faults.map(({ text }) => text).join())
  const after = outcome.plan.sheets.flatMap(({ changes }) => [...changes].map(change => change.after))
  expect(after).toEqual([[product.uuid, '2029-12-31', product.base_price, true, false, null]])
})

test('a heading that is not known is answered with those that are, and one that is there twice by both its names', async () => {
  const outcome = await importDays('headings', '商品,日付,料金,価格,天気\n')
  expect(outcome.kind === 'faults' ? outcome.faults.map(({ text }) => text) : []).toEqual([
    '列 base_price が2つあります: “料金” and “価格”',
    expect.stringContaining(
      '「天気」という列はありません: product (商品), date (日付), base_price (基本料金)',
    ),
  ])
})

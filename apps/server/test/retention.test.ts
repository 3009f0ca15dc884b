import type { VisitHistory } from '@kippu/domain/books/history'
import { addDays, epochMsOf, type IsoDate, jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { randomHistory } from '../../../packages/domain/test/random-histories.ts'
import { createDice } from '../../../packages/domain/test/random-order.ts'
import { IS_WHOLE_PROOF, rounds, seedOf } from '../../../tools/test/proof-choice.ts'
import { audit } from '../src/office/books/audit.ts'
import { computeJournal, type JournalRow } from '../src/office/books/journal-rows.ts'
import { runCli } from '../src/cli/run-cli.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../src/platform/db/patience.ts'
import { retain } from '../src/office/retention/retain.ts'
import { testEnv } from './shop/test-env.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { insertHistories, openEveryDay } from './insert-histories.ts'
import { EMIKO, dump, plant, tablesWith } from './visitor-traces.ts'

const SEED = seedOf(17_17)
const COUNT = rounds({ short: 60, whole: 10_000 })
/** Days between two passes of the simulated year and a half. */
const STEP = IS_WHOLE_PROOF ? 1 : 28
const DAYS = { boughtData: 100, receiptNames: 200, staffWords: 150 } as const

let database: TestDatabase
let db: Database
/** As patient as the worker is: a pass that reads too much of ten thousand visits fails. */
let worker: Database
const dice = createDice(SEED)
const histories = Array.from({ length: COUNT }, (_, id) => randomHistory(dice, id))

beforeAll(async () => {
  database = await createTestDatabase('empty')
  db = openDatabase(database.url, { poolSize: 3, patience: FOR_WHOLE_TABLES })
  worker = openDatabase(database.url, { poolSize: 1 })
  await openEveryDay(db)
  await insertHistories(db, histories)
  await db.transaction(async tx => {
    const answers = JSON.stringify([{ key: 'email', value: 'kept@long.example' }])
    await sql`update orders set customer_info = ${answers}::jsonb, email = 'kept@long.example'`.execute(tx)
    await sql`insert into receipt_numbers values ('demo', 2026, ${COUNT})`.execute(tx)
    await sql`
      insert into receipts (id, site_key, reservation_id, year, number, addressee, document, issued_at)
      select gen_random_uuid(), 'demo', r.id, 2026, row_number() over (order by r.id), 'somebody', '{}', r.created_at from reservations r`.execute(
      tx,
    )
  })
}, 1_800_000)
afterAll(async () => {
  await worker.close()
  await db.close()
  await database.drop()
})

interface Standing {
  readonly id: string
  readonly isKnown: boolean
}

/** What a day of the simulated year does: the worker's pass at noon. */
async function passOf(day: IsoDate): Promise<void> {
  const env = testEnv()
  await retain({
    db: worker,
    log: pino({ level: 'silent' }),
    clock: { ...systemClock, now: () => epochMsOf(`${day}T12:00:00+09:00`) },
    env: { retentionDays: { ...env.retentionDays, ...DAYS } },
  })
}

/** The first day on which each order must be unknown, as the page docs/retention.md says it: told a second time, by other means. */
function lastDays({ versions, refunds }: VisitHistory): ReadonlyMap<string, number> {
  const visitEnd = (date: string) => epochMsOf(`${date}T11:00:00+09:00`)
  const newest = versions.at(-1)
  const refunded = Math.max(0, ...refunds.map(({ at }) => Math.floor(at / 1_000)))
  return new Map(
    versions.map(({ orderId, visitDate, at }) => [
      orderId,
      Math.max(at / 1_000, visitEnd(visitDate), visitEnd(newest?.visitDate ?? visitDate), refunded),
    ]),
  )
}

const midnightBefore = (day: IsoDate, days: number): number => {
  const first = addDays(day, 1 - days)
  return epochMsOf(`${first}T00:00:00+09:00`)
}

async function standings(table: 'orders' | 'receipts'): Promise<readonly Standing[]> {
  const known = table === 'orders' ? sql`email is not null or customer_info <> '[]'` : sql`addressee <> ''`
  const id = table === 'orders' ? sql`id` : sql`reservation_id`
  const { rows } = await db.read(read =>
    sql<Standing>`select ${id}::text as id, (${known}) as "isKnown" from ${sql.table(table)} order by 1`.execute(
      read,
    ),
  )
  return rows
}

async function moneyRows(): Promise<readonly JournalRow[]> {
  const rows: JournalRow[] = []
  for (const month of ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'])
    for (const booking of ['sale', 'visit'] as const)
      for await (const row of computeJournal({ db }, { siteKey: 'demo', month, booking })) rows.push(row)
  return rows
}

test(`a year passes over ${COUNT} visits: on each day what must be gone is gone, and what must stay stays; the journals are the same`, async () => {
  const before = await moneyRows()
  const ends = new Map(histories.flatMap(history => [...lastDays(history)]))
  const issued = new Map(
    histories.map(({ reservationId, versions }) => [reservationId, (versions[0]?.at ?? 0) / 1_000]),
  )
  let day: IsoDate = '2026-12-01'
  for (let passed = 0; passed < 600; passed += STEP) {
    await passOf(day)
    const wrong = [
      ...(await wrongOf('orders', ends, midnightBefore(day, DAYS.boughtData))),
      ...(await wrongOf('receipts', issued, midnightBefore(day, DAYS.receiptNames))),
    ]
    expect(wrong.slice(0, 3), `${wrong.length} wrong on ${day}, seed ${SEED}`).toEqual([])
    day = addDays(day, STEP)
  }
  const known = [...(await standings('orders')), ...(await standings('receipts'))].filter(
    ({ isKnown }) => isKnown,
  )
  expect(known.length).toBe(
    [...ends.values()].filter(end => end >= midnightBefore(addDays(day, -STEP), DAYS.boughtData)).length,
  )
  const { rows } = await db.read(read =>
    sql<{ words: number }>`select (select count(*) from refunds where reason <> '')::integer
      + (select count(*) from refund_requests where reason <> '')::integer as words`.execute(read),
  )
  expect(rows).toEqual([{ words: 0 }])
  expect(await moneyRows()).toEqual(before)
  expect(before.length).toBeGreaterThan(COUNT)
}, 3_600_000)

async function wrongOf(
  table: 'orders' | 'receipts',
  ends: ReadonlyMap<string, number>,
  before: number,
): Promise<readonly string[]> {
  return (await standings(table)).flatMap(({ id, isKnown }) => {
    const end = ends.get(id) ?? Number.NaN
    return isKnown === end >= before ? [] : [`${table} ${id}: ${isKnown ? 'is still known' : 'is gone'}`]
  })
}

test('a real shop loses a visitor rule by rule, the command says so before, and the audit finds nothing wrong', async () => {
  const shop = await createShop({ payments: 'stripe' })
  try {
    await lose(shop)
    expect(await audit(shop, null)).toEqual([])
  } finally {
    await shop.close()
  }
}, 120_000)

async function lose(shop: StripeShop): Promise<void> {
  const bought = await shop.buy(2)
  await shop.call('POST', `/api/v1/receipts/${bought.token}`, { addressee: EMIKO.name })
  await shop.db.transaction(async tx => {
    for (const statement of plant(EMIKO, bought)) await statement.execute(tx)
    await sql`update magazine_subscriptions set is_subscribed = false`.execute(tx)
    await sql`insert into gate_refusals (scan_id, site_key, at, recorded_at, status, reason)
              values (gen_random_uuid(), 'demo', now(), now(), 'invalid', 'unknown')`.execute(tx)
  })
  const kippu = async (...args: readonly string[]) => {
    const out: string[] = []
    const say = (text: string) => out.push(text)
    expect(await runCli([...args, '--json'], { open: () => shop.deps, out: say, err: say })).toBe(0)
    return JSON.parse(out.join('')) as unknown
  }
  const here = async () => new Set(tablesWith(await dump(shop), EMIKO))
  const today = jstDateOf(Date.now())
  const after = (days: number) => shop.clock.set(`${addDays(today, days)}T12:00:00+09:00`)
  after(13)
  const first = await here()
  await kippu('retention', 'run')
  expect(await here()).toEqual(first)
  after(120)
  const due = (await kippu('retention', 'run', '--dry-run')) as ReadonlyArray<{ rule: string; due: number }>
  expect(due.filter(one => one.due > 0).map(one => one.rule)).toEqual([
    'scans that let nobody in',
    'readers of no magazine',
    'imports to take back',
  ])
  expect(await here()).toEqual(first)
  await kippu('retention', 'run')
  const gone = (now: ReadonlySet<string>) => [...first].filter(table => !now.has(table)).toSorted()
  expect(gone(await here())).toEqual(['catalogue_imports', 'magazine_readers'])
  after(460)
  // What a person still has to look at stays whole.
  await setWaiting(shop, true)
  await kippu('retention', 'run')
  expect(gone(await here())).not.toContain('orders')
  expect(gone(await here())).not.toContain('provider_events')
  await setWaiting(shop, false)
  await kippu('retention', 'run')
  const left = await here()
  for (const table of [
    'orders',
    'holds',
    'payment_attempts',
    'provider_events',
    'share_mails',
    'wallet_registrations',
  ])
    expect([table, left.has(table)]).toEqual([table, false])
  after(3_100)
  expect(await kippu('retention', 'run')).toMatchObject({ 'addressees of receipts': 1 })
  // A member is the venue's own list until the venue removes them; what the queue remembers it forgets by itself.
  expect([...(await here())].filter(table => !table.startsWith('job')).toSorted()).toEqual([
    'members',
    'staff_actions',
  ])
  await shop.compareBooks()
  expect(await kippu('retention', 'show')).toEqual(due.map(one => ({ ...one, due: 0 })))
}

async function setWaiting({ db }: StripeShop, needs_person: boolean): Promise<void> {
  await db.transaction(
    async tx => void (await tx.updateTable('payment_attempts').set({ needs_person }).execute()),
  )
}

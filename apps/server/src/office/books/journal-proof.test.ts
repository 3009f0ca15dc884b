import type { VisitHistory } from '@kippu/domain/books/history'
import { BOOKINGS } from '@kippu/domain/books/journal'
import { epochMsOf } from '@kippu/domain/jst-date'
import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Balances, oracleBalances } from '../../../../../packages/domain/test/journal-oracle.ts'
import { randomHistory } from '../../../../../packages/domain/test/random-histories.ts'
import { createDice } from '../../../../../packages/domain/test/random-order.ts'
import { IS_WHOLE_PROOF, rounds, seedOf } from '../../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { insertHistories, openEveryDay } from '../../../test/insert-histories.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../platform/db/patience.ts'
import { audit } from './audit.ts'
import { closeMonth } from './close-month.ts'
import { computeJournal, type JournalRow, readJournal } from './journal-rows.ts'
import { keepSoldDays } from './sold-days.ts'
import { sumSales, SALES_GROUPS, totalOf } from './sales-report.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

const SEED = seedOf(90_210)
const COUNT = rounds({ short: 200, whole: 100_000 })

/** Every month in which something happens, and those of every visit. */
const MONTHS = ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03']
/** The one that divides a flow takes longest to get wrong. */
const GROUPS = IS_WHOLE_PROOF ? (['method'] as const) : SALES_GROUPS
const SITE = 'demo'
const AKI = { name: 'aki', role: 'owner', siteKeys: null } as const

let database: TestDatabase
let db: Database
const dice = createDice(SEED)
const histories = Array.from({ length: COUNT }, (_, id) => randomHistory(dice, id))

beforeAll(async () => {
  database = await createTestDatabase('empty')
  db = openDatabase(database.url, { poolSize: 3, patience: FOR_WHOLE_TABLES })
  await openEveryDay(db)
  // As the store was at the end of October: what happens afterwards comes later.
  await insertHistories(
    db,
    histories.flatMap(history => asOf(history, '2026-11-01')),
  )
  await db.transaction(tx => sql`analyze`.execute(tx))
}, 1_800_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})

test(`a closed month never changes, whatever happens to its ${COUNT} orders afterwards; the journals of all months equal a second computation`, async () => {
  const october = { siteKey: SITE, month: '2026-10', booking: 'sale' } as const
  const asItWas = await rowsOf(computeJournal({ db }, october))
  expect(await close('2026-10', '2026-11-01T00:20:00+09:00')).toMatchObject({
    kind: 'closed',
    lines: asItWas.length,
  })
  expect(await keepSales('2026-11-01T00:20:00+09:00')).toBeGreaterThan(5)
  await insertHistories(db, histories)
  await db.transaction(tx => sql`analyze`.execute(tx))
  expect(await rowsOf(await stored(october))).toEqual(asItWas)
  // Not even to be computed anew would change it: what came later is of later months.
  expect(await rowsOf(computeJournal({ db }, october))).toEqual(asItWas)
  expect(await close('2026-11', '2026-12-01T00:20:00+09:00')).toMatchObject({ kind: 'closed' })

  for (const booking of BOOKINGS) {
    const expected: Balances = new Map()
    for (const history of histories) oracleBalances(history, booking, expected)
    const found: Balances = new Map()
    for (const month of MONTHS) {
      for await (const row of computeJournal({ db }, { siteKey: SITE, month, booking })) book(found, row)
    }
    const wrong = differences(found, expected)
    expect(wrong.slice(0, 5), `${wrong.length} of ${expected.size} balances differ (seed ${SEED})`).toEqual(
      [],
    )
    expect(expected.size).toBeGreaterThan(COUNT)
  }
}, 3_600_000)

test.each(BOOKINGS)(
  'S-14.05: sales by %s come to the same as the journal, however they are grouped',
  async booking => {
    const period = { siteKey: SITE, from: '2026-10-01', to: '2027-03-31', booking } as const
    const sums = new Map<string, number>()
    for (const month of MONTHS)
      for await (const { debit, credit, yen, tax, taxRate } of computeJournal({ db }, { ...period, month })) {
        const sign = credit.kind === 'sales' ? 1 : debit.kind === 'sales' ? -1 : 0
        for (const [key, amount] of [
          [`${taxRate} yen`, sign * yen],
          [`${taxRate} tax`, sign * tax],
        ] as const)
          if (sign !== 0) sums.set(key, (sums.get(key) ?? 0) + amount)
      }
    for (const group of GROUPS) {
      // The sales of October are those that were kept when it was over.
      const total = totalOf(await sumSales({ db }, period, group))
      const reported = total.rates.flatMap(({ rate, withTax, tax }) => [
        [`${rate} yen`, withTax] as const,
        [`${rate} tax`, tax] as const,
      ])
      expect(new Map(reported)).toEqual(new Map([...sums].toSorted(([one], [other]) => order(one, other))))
      expect(total.visits).toBe(COUNT)
      const { gross, membership, coupon, method, changes, refunds } = total
      expect(gross - membership - coupon - method + changes - refunds).toBe(total.net)
    }
  },
  3_600_000,
)

test('S-14.05: sales of days that are kept are the same as from the histories', async () => {
  const period = { siteKey: SITE, from: '2026-10-01', to: '2027-03-31', booking: 'sale' } as const
  await keepSales('2027-04-01T00:20:00+09:00')
  const kept = await sumSales({ db }, period, 'day')
  const wrong = await audit({ db }, SITE)
  expect(wrong.filter(({ check }) => check.startsWith('M9'))).toEqual([])
  expect(await countKept()).toBeGreaterThan(100)
  await db.transaction(tx => sql`delete from sold_days`.execute(tx))
  expect(await sumSales({ db }, period, 'day')).toEqual(kept)
})

/** Each makes the money of one day undecided, and decides it. */
const UNDECIDED: ReadonlyArray<readonly [string, string, string]> = [
  ['payment_attempts', 'needs_person = true', 'needs_person = false'],
  ['refund_requests', 'is_spread = false', 'is_spread = true'],
  ['refunds', 'needs_person = true', 'needs_person = false'],
]

test.each(UNDECIDED)('a day is not kept while something of its %s has %s', async (table, open, decided) => {
  const set = (what: string) =>
    db.transaction(tx =>
      sql`update ${sql.table(table)} set ${sql.raw(what)} where id = (select min(id::text)::uuid from ${sql.table(table)})`.execute(
        tx,
      ),
    )
  await db.transaction(tx => sql`delete from sold_days`.execute(tx))
  await set(open)
  const then = '2027-04-01T00:20:00+09:00'
  expect(await keepSales(then)).toBeGreaterThan(100)
  expect(await keepSales(then)).toBe(0)
  await set(decided)
  expect(await keepSales(then)).toBe(1)
})

function keepSales(now: string): Promise<number> {
  return keepSoldDays({
    db,
    clock: { ...systemClock, now: () => epochMsOf(now) },
    log: pino({ level: 'silent' }),
  })
}

async function countKept(): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ days: number }>`select count(*)::int as days from sold_days`.execute(read),
  )
  return itemAt(rows, 0).days
}

function order(one: string, other: string): number {
  return Number.parseInt(other, 10) - Number.parseInt(one, 10) || (one.endsWith('yen') ? -1 : 1)
}

async function close(month: string, now: string) {
  const clock = { ...systemClock, now: () => epochMsOf(now) }
  return closeMonth(byStaff(AKI, { db, clock }), { siteKey: SITE, month, booking: 'sale' })
}

async function stored(asked: Parameters<typeof readJournal>[1]): Promise<AsyncIterable<JournalRow>> {
  const rows = await readJournal(byStaff(AKI, { db, clock: systemClock }), asked)
  if ('refused' in rows) throw new Error(rows.booking)
  return rows
}

async function rowsOf(rows: AsyncIterable<JournalRow>): Promise<JournalRow[]> {
  const all: JournalRow[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** A history as it was when a day began; none where it had not begun. */
function asOf(history: VisitHistory, day: string): VisitHistory[] {
  const end = epochMsOf(`${day}T00:00:00+09:00`) * 1_000
  const versions = history.versions
    .filter(({ at }) => at < end)
    .map(version => ({
      ...version,
      releasedAt: version.releasedAt !== null && version.releasedAt < end ? version.releasedAt : null,
    }))
  if (versions.length === 0) return []
  return [
    {
      ...history,
      versions,
      refunds: history.refunds.filter(({ at }) => at < end),
      revoked: history.revoked.filter(({ at }) => at < end),
    },
  ]
}

function book(into: Balances, row: JournalRow): void {
  for (const [account, sign] of [
    [row.debit, 1n],
    [row.credit, -1n],
  ] as const) {
    const isTaxed = account.kind === 'sales'
    const key = `${row.reference}|${row.day}|${account.kind}|${isTaxed ? String(row.taxRate) : ''}`
    const now = into.get(key) ?? { yen: 0n, tax: 0n }
    const tax = isTaxed ? sign * BigInt(row.tax) : 0n
    into.set(key, { yen: now.yen + sign * BigInt(row.yen), tax: now.tax + tax })
  }
}

function differences(found: Balances, expected: Balances): string[] {
  const said = ({ yen, tax }: { yen: bigint; tax: bigint } = { yen: 0n, tax: 0n }): string => `${yen} ${tax}`
  return [...new Set([...found.keys(), ...expected.keys()])]
    .filter(key => said(found.get(key)) !== said(expected.get(key)))
    .map(key => `${key}: ${said(found.get(key))}, not ${said(expected.get(key))}`)
}

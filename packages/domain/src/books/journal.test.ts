import { expect, test } from 'vitest'

import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { type Balances, oracleBalances } from '../../test/journal-oracle.ts'
import { randomHistory } from '../../test/random-histories.ts'
import { createDice } from '../../test/random-order.ts'
import { taxesOf } from '../consumption-tax.ts'
import { sumOf } from '../sum.ts'
import { flowsOf } from './flows.ts'
import { BOOKINGS, entriesOf, type JournalEntry } from './journal.ts'
import { recognisedOf } from './recognised.ts'

const SEED = seedOf(4_711)
const COUNT = rounds({ short: 200, whole: 20_000 })

const dice = createDice(SEED)
const histories = Array.from({ length: COUNT }, (_, id) => randomHistory(dice, id))
const ALWAYS = { from: '2026-01-01', to: '2030-01-01' } as const

test.each(BOOKINGS)(
  'S-14.05: the journal of %s equals a second computation, day by day and account by account',
  booking => {
    const expected: Balances = new Map()
    const found: Balances = new Map()
    for (const history of histories) {
      oracleBalances(history, booking, expected)
      for (const entry of entriesOf(history, { booking, ...ALWAYS })) book(found, entry)
    }
    expect(withoutNothing(found)).toEqual(withoutNothing(expected))
    expect(expected.size).toBeGreaterThan(COUNT)
  },
)

test('S-14.05: the taxes of all flows of a reservation are those of its last receipt, rounded once for each rate', () => {
  for (const history of histories) {
    const shares = flowsOf(history).flatMap(flow => flow.shares)
    const sums = taxesOf(shares)
    for (const { taxRate, tax } of sums)
      expect(sumOf(shares.filter(share => share.taxRate === taxRate).map(share => share.tax))).toBe(tax)
  }
})

test('what a flow counts explains its yen, and its shares come to them by every way', () => {
  for (const history of histories)
    for (const { yen, shares, counts } of flowsOf(history)) {
      const { gross, membership, coupon, method, changes, refunds } = counts
      expect(gross - membership - coupon - method + changes - refunds).toBe(yen)
      expect(sumOf(shares.map(share => share.yen))).toBe(yen)
    }
})

test('what was paid and not given back is recognised once all visits are over, visits and tickets too', () => {
  for (const history of histories) {
    const [flows, recognised] = [flowsOf(history), recognisedOf(history)]
    expect(sumOf(recognised.map(({ yen }) => yen))).toBe(sumOf(flows.map(({ yen }) => yen)))
    for (const count of ['visits', 'tickets', 'gross', 'refundedTickets'] as const)
      expect(sumOf(recognised.map(({ counts }) => counts[count]))).toBe(
        sumOf(flows.map(({ counts }) => counts[count])),
      )
  }
})

test('a refund after the month has passed leaves its entries as they were', () => {
  const month = { from: '2026-10-01', to: '2026-10-31' } as const
  const end = Date.parse('2026-11-01T00:00:00+09:00') * 1_000
  for (const history of histories) {
    const then = {
      ...history,
      versions: history.versions.flatMap(version =>
        version.at >= end
          ? []
          : [
              {
                ...version,
                releasedAt:
                  version.releasedAt !== null && version.releasedAt < end ? version.releasedAt : null,
              },
            ],
      ),
      refunds: history.refunds.filter(({ at }) => at < end),
      revoked: history.revoked.filter(({ at }) => at < end),
    }
    for (const booking of BOOKINGS)
      expect(entriesOf(history, { booking, ...month })).toEqual(entriesOf(then, { booking, ...month }))
  }
})

test('every line has an amount, two accounts and at most one that is taxed; every entry a document of its own', () => {
  for (const history of histories)
    for (const booking of BOOKINGS) {
      const entries = entriesOf(history, { booking, ...ALWAYS })
      expect(new Set(entries.map(({ document }) => document)).size).toBe(entries.length)
      for (const line of entries.flatMap(({ lines }) => lines)) {
        expect(line.yen).toBeGreaterThan(0)
        expect(line.tax).toBeGreaterThanOrEqual(0)
        expect(line.debit).not.toEqual(line.credit)
        const isSales = line.debit.kind === 'sales' || line.credit.kind === 'sales'
        expect(line.taxRate !== null).toBe(isSales)
      }
    }
})

function book(into: Balances, { reference, day, lines }: JournalEntry): void {
  for (const line of lines)
    for (const [account, sign] of [
      [line.debit, 1n],
      [line.credit, -1n],
    ] as const) {
      const name = account.kind === 'receivable' ? `receivable:${account.provider}` : account.kind
      const isTaxed = account.kind === 'sales'
      const key = `${reference}|${day}|${name}|${isTaxed ? String(line.taxRate) : ''}`
      const now = into.get(key) ?? { yen: 0n, tax: 0n }
      const tax = isTaxed ? sign * BigInt(line.tax) : 0n
      into.set(key, { yen: now.yen + sign * BigInt(line.yen), tax: now.tax + tax })
    }
}

function withoutNothing(balances: Balances): ReadonlyMap<string, string> {
  return new Map(
    [...balances]
      .filter(([, { yen, tax }]) => yen !== 0n || tax !== 0n)
      .map(([key, { yen, tax }]) => [key, `${yen} ${tax}`] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

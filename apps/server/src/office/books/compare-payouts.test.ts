import { expect, test } from 'vitest'

import { comparePayouts } from './compare-payouts.ts'

const line = (reference: string, amount: number, fee = 0) => ({
  reference,
  amount,
  fee,
  paidOn: '2026-11-25',
  occurrence: 1,
})
const bought = { reference: 'pi_1', captured: 3200, refunded: [] }
/** Given back in two parts that are the same. */
const givenBack = { reference: 'pi_2', captured: 6400, refunded: [3200, 3200] }

test('a line of what a payment took or gave back matches, with its fee', () => {
  const lines = [
    line('pi_2', -3200, 5),
    line('pi_1', 3200, 115),
    line('pi_2', 6400, 230),
    line('pi_2', -3200),
  ]
  expect(comparePayouts(lines, [bought, givenBack])).toEqual({
    matched: 4,
    amount: 3200,
    fees: 350,
    wrong: [],
    unknown: [],
  })
})

test('a second line of the same reference and amount is wrong', () => {
  const lines = [line('pi_1', 3200), line('pi_1', 3200), ...[1, 2, 3].map(() => line('pi_2', -3200))]
  expect(comparePayouts(lines, [bought, givenBack])).toMatchObject({
    matched: 3,
    wrong: [
      { reference: 'pi_1', amount: 3200, captured: 3200, refunded: [] },
      { reference: 'pi_2', amount: -3200, captured: 6400, refunded: [3200, 3200] },
    ],
  })
})

test('a line of another amount is wrong and counts for nothing, one of no payment of ours is unknown', () => {
  const lines = [line('pi_1', 3199, 115), line('pi_1', -3200, 1), line('pi_3', 3200, 9)]
  expect(comparePayouts(lines, [bought])).toEqual({
    matched: 0,
    amount: 0,
    fees: 0,
    wrong: lines.slice(0, 2).map(one => ({ ...one, captured: 3200, refunded: [] })),
    unknown: lines.slice(2),
  })
})

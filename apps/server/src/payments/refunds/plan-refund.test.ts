import { expect, test } from 'vitest'

import type { HeldTicket } from '../../tickets/revoke.ts'
import { goingBack } from './plan-refund.ts'

const ticket = (number: number, price: number, more: Partial<HeldTicket> = {}): HeldTicket => ({
  number,
  price,
  timeSpanId: 1,
  isUsed: false,
  isRevoked: false,
  isAccepted: false,
  ...more,
})
const tickets = [ticket(1, 3200), ticket(2, 1000), ticket(3, 3200, { isRevoked: true })]

test('tickets go back with their prices, and the others stay', () => {
  expect(goingBack({ tickets }, { tickets: [2], evenAccepted: false })).toEqual({
    tickets: [{ number: 2, yen: 1000 }],
    amount: 1000,
    stays: { tickets: 1, yen: 3200 },
  })
  expect(goingBack({ tickets }, { tickets: 'all', evenAccepted: false })).toMatchObject({
    amount: 4200,
    stays: { tickets: 0, yen: 0 },
  })
})

test('of a difference all tickets stay', () => {
  expect(goingBack({ tickets }, { difference: 200 })).toEqual({
    tickets: [],
    amount: 200,
    stays: { tickets: 2, yen: 4000 },
  })
})

test.each([
  [{ difference: 4200 }, 'more than the tickets cost'],
  [{ tickets: [3], evenAccepted: false }, 'ticket is revoked already'],
  [{ tickets: [4], evenAccepted: false }, 'no such ticket'],
])('%j is refused as the refund itself is', (what, why) => {
  expect(goingBack({ tickets }, what)).toEqual({ kind: 'refused', why })
})

test('a used ticket stays, and one that somebody has accepted goes back only where that is said', () => {
  const others = [ticket(1, 3200, { isUsed: true }), ticket(2, 3200, { isAccepted: true })]
  const of = (number: number, evenAccepted: boolean) =>
    goingBack({ tickets: others }, { tickets: [number], evenAccepted })
  expect(of(1, true)).toMatchObject({ why: 'ticket was used' })
  expect(of(2, false)).toMatchObject({ why: 'somebody else has accepted the ticket' })
  expect(of(2, true)).toMatchObject({ amount: 3200 })
})

import { canMoveOrder, isBeingPaid, ORDER_STATUSES } from '@kippu/domain/states/order'
import { sumOf } from '@kippu/domain/sum'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { LINE, ORDER } from '../../../test/order-record.ts'
import { createJobWriter } from '../../platform/jobs/queue.ts'
import { createTokens } from '../../platform/tokens.ts'
import { completionOf, judgeCompletion, type PaidOrder } from './complete-order.ts'

const status = fc.constantFrom(...ORDER_STATUSES)
const jpy = (minor: number) => ({ currency: 'JPY', minor }) as const
const yen = fc.integer({ min: 0, max: 100_000 })

/** An order of any state with one to three lines, the later ones set products of their own time spans. */
const paidOrder: fc.Arbitrary<PaidOrder> = fc
  .record({
    status,
    lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 10 }), basePrice: yen }), {
      minLength: 1,
      maxLength: 3,
    }),
    heldSpans: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ status: now, lines, heldSpans }) => ({
    order: { ...ORDER, status: now, price: sumOf(lines.map(line => line.quantity * line.basePrice)) },
    lines: lines.map((line, index) => ({
      ...LINE,
      ...line,
      kind: index === 0 ? ('ticket' as const) : ('set' as const),
      position: index,
      timeSpanId: index + 1,
    })),
    heldSpans,
  }))

test('an order is completed only by exactly its price, and only from where the table allows it (S-1.06, S-1.11)', () => {
  fc.assert(
    fc.property(paidOrder, yen, yen, (found, amount, methodDiscount) => {
      const verdict = judgeCompletion(found, { amount: jpy(amount), methodDiscount })
      const isPayable = canMoveOrder(found.order.status, 'completed')
      expect(verdict === 'never').toBe(!isPayable || amount + methodDiscount !== found.order.price)
    }),
  )
})

test('at once only while it is being paid and holds all it wants; else its stock is taken again first (S-2.06)', () => {
  fc.assert(
    fc.property(paidOrder, found => {
      const verdict = judgeCompletion(found, { amount: jpy(found.order.price), methodDiscount: 0 })
      const isWhole = found.heldSpans === found.lines.length
      expect(verdict === 'now').toBe(isBeingPaid(found.order.status) && isWhole)
    }),
  )
})

test('never once its personal data are gone', () => {
  fc.assert(
    fc.property(paidOrder, ({ order, ...found }) => {
      const emptied = { ...found, order: { ...order, isEmptied: true } }
      expect(judgeCompletion(emptied, { amount: jpy(order.price), methodDiscount: 0 })).toBe('never')
    }),
  )
})

test('the tickets cost what was paid, one a person and one a unit of a set product (S-8.04)', () => {
  const deps = { tokens: createTokens('a secret for tests'), jobs: createJobWriter() }
  fc.assert(
    fc.property(paidOrder, fc.double({ min: 0, max: 1, noNaN: true }), (found, part) => {
      const methodDiscount = Math.floor(found.order.price * part)
      const amount = found.order.price - methodDiscount
      const { reservation, shares, mail } = completionOf(deps, found, {
        id: 'a',
        amount: jpy(amount),
        methodDiscount,
      })
      expect(sumOf(reservation.tickets.map(({ price }) => price))).toBe(amount)
      expect(sumOf(shares)).toBe(methodDiscount)
      expect(reservation.tickets).toHaveLength(sumOf(found.lines.map(({ quantity }) => quantity)))
      expect(reservation.tickets.map(({ number }) => number)).toEqual(
        reservation.tickets.map((_, index) => index + 1),
      )
      expect(reservation.payment).toEqual({ attemptId: 'a', amount })
      expect(mail).toMatchObject({ id: reservation.id, name: 'send-completion-mail' })
    }),
  )
})

test('nothing is mailed of an order of the door whose buyer gave no address (S-12.05)', () => {
  const deps = { tokens: createTokens('a secret for tests'), jobs: createJobWriter() }
  const buyerWith = (email: string | undefined) => ({ answers: [], email, name: '' })
  fc.assert(
    fc.property(paidOrder, fc.constantFrom(undefined, 'hana@example.com'), (found, email) => {
      const order = { ...found.order, channel: 'spot' as const, buyer: buyerWith(email) }
      const payment = { id: 'a', amount: jpy(order.price), methodDiscount: 0 }
      expect(completionOf(deps, { ...found, order }, payment).mail === null).toBe(email === undefined)
    }),
  )
})

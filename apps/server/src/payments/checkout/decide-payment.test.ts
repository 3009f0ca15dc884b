import { ORDER_STATUSES } from '@kippu/domain/states/order'
import { siteOf } from '@kippu/demo/demo-sites'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { LINE, ORDER, payableOrder } from '../../../test/order-record.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'
import { createTokens } from '../../platform/tokens.ts'
import { createPaymentProviders } from '../accounts/providers.ts'
import { decidePayment } from './decide-payment.ts'
import type { PaymentFacts } from './read-payable.ts'

const NOW = Date.parse('2026-11-22T10:00:00+09:00')
const env = testEnv()
const DEPS = {
  clock: { now: () => NOW, monotonicMs: () => 0 },
  payments: createPaymentProviders(env),
  sites: createSiteDirectory(env, [siteOf('demo')]),
  tokens: createTokens('a secret for tests'),
}
const ASKED = {
  attemptId: '00000000-0000-4000-8000-000000000002',
  method: 'free',
  input: {},
  expected: undefined,
} as const

/** An order of nothing that is ready to be paid, with its sale open for an hour. */
const READY: PaymentFacts = {
  ...payableOrder({ status: 'ready_checkout', price: 0 }),
  lines: [{ ...LINE, basePrice: 0 }],
  attempts: 0,
  methods: [],
  changeStop: null,
}

const decide = (facts: PaymentFacts | undefined, asked: Partial<Parameters<typeof decidePayment>[1]> = {}) =>
  decidePayment(DEPS, { ...ASKED, ...asked }, facts)

test('a token that opens nothing is not found', () => {
  expect(decide(undefined)).toEqual({ answer: refuse('record not found') })
})

test('an order that is ready and as it should be gets an attempt at its price (S-1.16)', () => {
  const decision = decide(READY)
  const changes = 'change' in decision ? [decision.change] : []
  expect(changes).toMatchObject([
    {
      order: { id: ORDER.id, version: 3 },
      spans: 1,
      attempt: { id: ASKED.attemptId, amount: 0, method: 'free' },
    },
  ])
})

test('an address that was proved since a sheet named it is paid as proved', () => {
  for (const status of ['ready_checkout', 'temporary', 'mail_sent'] as const) {
    const named = { ...READY.order, status, buyer: { ...READY.order.buyer, email: 'hana@example.com' } }
    expect(decide({ ...READY, order: named }, { isUnproved: true })).toMatchObject({
      change: { isUnproved: status !== 'ready_checkout' },
    })
  }
})

const facts: fc.Arbitrary<PaymentFacts> = fc
  .record({
    status: fc.constantFrom(...ORDER_STATUSES),
    hasEnded: fc.boolean(),
    price: fc.constantFrom(0, 3_200),
    attempts: fc.integer({ min: 0, max: 6 }),
    heldSpans: fc.integer({ min: 0, max: 1 }),
    hoursLeft: fc.integer({ min: -1, max: 1 }),
  })
  .map(({ attempts, heldSpans, hoursLeft, ...order }) => ({
    ...READY,
    order: { ...READY.order, ...order },
    spans: READY.spans.map(span => ({
      ...span,
      starts_ms: NOW + hoursLeft * 3_600_000,
    })),
    attempts,
    heldSpans,
  }))

test('an attempt is opened only for an order that is ready, has not ended, is on sale, holds its places and costs what is paid (S-3.12)', () => {
  fc.assert(
    fc.property(facts, found => {
      const { order, attempts, heldSpans, spans } = found
      const isOpen =
        order.status === 'ready_checkout' &&
        !order.hasEnded &&
        order.price === 0 &&
        attempts < 5 &&
        heldSpans === 1 &&
        spans.every(span => span.starts_ms > NOW)
      expect('change' in decide(found)).toBe(isOpen)
    }),
  )
})

test('an order that has a payment, or had one, is answered with it and never with a new one (S-1.13, S-1.15)', () => {
  const paid = ['payment_pending', 'payment_3ds', 'completed', 'refunded', 'refund_failed'] as const
  fc.assert(
    fc.property(facts, fc.constantFrom(...paid), (found, status) => {
      const decision = decide({ ...found, order: { ...found.order, status, hasEnded: false } })
      expect(decision).toEqual({ answer: { kind: 'has_payment', orderId: ORDER.id } })
    }),
  )
})

test('who expects another price than the order has is told before anything is written (S-1.16)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), expected => {
      expect(decide(READY, { expected })).toEqual({ answer: refuse('price changed') })
    }),
  )
})

test('of several reasons the first in the order of the checks is told', () => {
  const late = READY.spans.map(span => ({ ...span, starts_ms: 0, ends_ms: 0 }))
  expect(decide({ ...READY, attempts: 5, spans: late })).toEqual({ answer: refuse('session_timeout') })
  expect(decide({ ...READY, spans: late, heldSpans: 0 })).toEqual({
    answer: refuse('ticket not on sale now'),
  })
  const own = READY.spans.map(span => ({ ...span, sold_until_ms: NOW }))
  expect(decide({ ...READY, spans: own })).toEqual({ answer: refuse('ticket not on sale now') })
  const answers = decide({ ...READY, heldSpans: 0 })
  expect(answers).toEqual({ answer: { kind: 'has_payment', orderId: ORDER.id } })
})

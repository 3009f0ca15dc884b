import { ORDER_STATUSES } from '@kippu/domain/states/order'
import { ATTEMPT_STATES, canMoveAttempt } from '@kippu/domain/states/payment'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ATTEMPT as PAYMENT } from '../../../test/attempt-record.ts'
import { LINE, ORDER } from '../../../test/order-record.ts'
import { createJobWriter } from '../../platform/jobs/queue.ts'
import { createTokens } from '../../platform/tokens.ts'
import type { Attempt } from '../attempts/attempt.ts'
import type { OrderAndPayments } from './paid-order.ts'
import { decidePaid } from './decide-paid.ts'

const DEPS = { tokens: createTokens('a secret for tests'), jobs: createJobWriter() }

const ATTEMPT: Attempt = {
  ...PAYMENT,
  orderId: ORDER.id,
  amount: { currency: 'JPY', minor: ORDER.price },
  taxAmount: 581,
  operation: 'start',
}

/** States from which money may be found. */
const PAYABLE = ATTEMPT_STATES.filter(state => canMoveAttempt(state, 'captured') && state !== 'authorized')

const situation = fc.record({
  kind: fc.constantFrom('authorized', 'captured'),
  state: fc.constantFrom(...PAYABLE),
  status: fc.constantFrom(...ORDER_STATUSES),
  heldSpans: fc.integer({ min: 0, max: 1 }),
  price: fc.constantFrom(ORDER.price, 1),
  mayIssue: fc.boolean(),
  hasOther: fc.boolean(),
})

type Situation = typeof situation extends fc.Arbitrary<infer One> ? One : never

function decide({ kind, state, status, heldSpans, price, mayIssue, hasOther }: Situation) {
  const previous = { ...ATTEMPT, state }
  const { id, operation } = previous
  const other = { id: 'another', state: 'action_required', operation: null }
  const facts: OrderAndPayments = {
    order: { ...ORDER, status, price },
    lines: [LINE],
    heldSpans,
    payments: [{ id, state, operation }, ...(hasOther ? [other] : [])],
    moving: null,
  }
  return decidePaid(DEPS, { previous, outcome: { kind, refs: {} }, mayIssue }, facts)
}

test('money that is kept has tickets, and money without tickets is released or goes back (S-1.13, S-7.15)', () => {
  fc.assert(
    fc.property(situation, given => {
      const decision = decide(given)
      const steps = 'change' in decision ? [decision.change] : []
      for (const { change, completion } of steps) {
        const isKept = change.operation === 'capture' || change.operation === null
        expect(isKept).toBe(completion !== undefined)
      }
      expect(steps.every(({ change }) => given.kind === 'authorized' || change.state === 'captured')).toBe(
        true,
      )
    }),
  )
})

test('money that is taken is booked, whatever becomes of the order', () => {
  fc.assert(
    fc.property(situation, given => {
      const decision = decide(given)
      const moved = 'change' in decision ? decision.change.moved?.kind : 'capture'
      expect(moved).toBe('change' in decision && given.kind === 'authorized' ? undefined : 'capture')
    }),
  )
})

test('an authorisation that had ended is of no use while its order is paid otherwise (S-1.15)', () => {
  fc.assert(
    fc.property(situation, given => {
      const decision = decide({ ...given, kind: 'authorized', state: 'failed', hasOther: true })
      const steps = 'change' in decision ? [decision.change] : []
      expect(steps).toMatchObject([{ change: { operation: 'void' } }])
      expect(steps.map(({ change }) => change.state)).toEqual([undefined])
    }),
  )
})

test('a payment that somebody has moved since is not decided about (S-1.14)', () => {
  fc.assert(
    fc.property(situation, fc.constantFrom(...ATTEMPT_STATES), ({ kind }, state) => {
      const facts = {
        order: { ...ORDER, status: 'payment_pending' as const },
        lines: [LINE],
        heldSpans: 1,
        payments: [{ id: ATTEMPT.id, state, operation: 'start' }],
        moving: null,
      }
      const decision = decidePaid(
        DEPS,
        { previous: ATTEMPT, outcome: { kind, refs: {} }, mayIssue: true },
        facts,
      )
      expect('answer' in decision).toBe(state !== 'executing')
    }),
  )
})

import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ATTEMPT as PAYMENT } from '../../../test/attempt-record.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Attempt, isWithVisitor } from '../attempts/attempt.ts'
import type { Returned } from '../attempts/returned.ts'
import { decideConfirmation } from './confirm-payment.ts'

const ATTEMPT: Attempt = { ...PAYMENT, method: 'stripe_secure', state: 'action_required' }
const RETURNED: Returned = { kept: {}, hint: 'success' }

const anyAttempt: fc.Arbitrary<Attempt> = fc
  .record({
    state: fc.constantFrom(...ATTEMPT_STATES),
    operation: fc.constantFrom(null, 'start', 'resume', 'capture', 'void', 'refund'),
  })
  .map(fields => ({ ...ATTEMPT, ...fields }))

test('the details of a return are kept only of a payment whose visitor has something to do', () => {
  fc.assert(
    fc.property(anyAttempt, fc.constantFrom(RETURNED, undefined), (attempt, returned) => {
      const decision = decideConfirmation({ attempt }, 'stripe_secure', () => returned)
      const isKept = returned !== undefined && isWithVisitor(attempt)
      const change = { previous: attempt, change: { refs: { return_hint: 'success' } } }
      expect(decision).toMatchObject(isKept ? { change } : { answer: attempt })
    }),
  )
})

test.each(PAYMENT_METHODS.filter(method => method !== ATTEMPT.method))(
  'a payment by another method than %s is not taken further, wherever it is',
  method => {
    const refused = { answer: refuse('invalid payment status', { canRetry: false }) }
    for (const state of ATTEMPT_STATES)
      expect(decideConfirmation({ attempt: { ...ATTEMPT, state } }, method, () => RETURNED)).toEqual(refused)
  },
)

test('a payment number that nobody has is not found', () => {
  expect(decideConfirmation(undefined, 'stripe', () => RETURNED)).toEqual({
    answer: refuse('record not found'),
  })
})

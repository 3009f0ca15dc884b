import { describe, expect, test } from 'vitest'
import { ATTEMPT_STATES, canMoveAttempt, isAttemptFinal } from './payment.ts'
import type { AttemptState } from './payment.ts'

/** The states of docs/payments.md, with the late payments of S-2.06 and their release; every other pair is refused. */
const ALLOWED: Record<AttemptState, string> = {
  created: 'executing failed expired',
  executing: 'action_required pending authorized captured failed expired',
  action_required: 'executing pending authorized captured failed expired',
  pending: 'authorized captured failed expired',
  authorized: 'captured voided',
  captured: 'partially_refunded refunded refund_failed',
  partially_refunded: 'partially_refunded refunded refund_failed',
  refunded: '',
  voided: '',
  failed: 'authorized captured voided',
  expired: 'authorized captured voided',
  refund_failed: 'partially_refunded refunded',
}

const PAIRS = ATTEMPT_STATES.flatMap(from => ATTEMPT_STATES.map(to => [from, to] as const))

test.each(PAIRS)('%s → %s', (from, to) => {
  expect(canMoveAttempt(from, to)).toBe(ALLOWED[from].split(' ').includes(to))
})

function reachableFrom(start: AttemptState): Set<AttemptState> {
  const seen = new Set([start])
  for (const from of seen) {
    for (const to of ATTEMPT_STATES) if (canMoveAttempt(from, to)) seen.add(to)
  }
  return seen
}

describe('a payment attempt', () => {
  test('blocks another attempt until it is final', () => {
    expect(ATTEMPT_STATES.filter(state => !isAttemptFinal(state))).toEqual([
      'created',
      'executing',
      'action_required',
      'pending',
      'authorized',
    ])
  })

  test('can reach every state from the first, and a final one from every state', () => {
    expect(reachableFrom('created').size).toBe(ATTEMPT_STATES.length)
    for (const state of ATTEMPT_STATES) {
      expect([...reachableFrom(state)].some(isAttemptFinal)).toBe(true)
    }
  })

  test('is never tried twice: after its end only a late payment moves it', () => {
    for (const state of ['failed', 'expired', 'voided', 'refunded'] as const) {
      expect(canMoveAttempt(state, 'executing')).toBe(false)
      expect(canMoveAttempt(state, 'created')).toBe(false)
    }
  })

  test('that took money can only refund it', () => {
    const after = reachableFrom('captured')
    expect([...after].toSorted()).toEqual(['captured', 'partially_refunded', 'refund_failed', 'refunded'])
  })
})

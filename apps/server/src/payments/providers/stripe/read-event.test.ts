import type Stripe from 'stripe'
import { expect, test } from 'vitest'

import { readEvent } from './read-event.ts'

const ATTEMPT = '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11'

/** An event as Stripe sends it; Stripe's type lists every event there is, with far more fields. */
function eventOf(type: string, object: object): Stripe.Event {
  return { id: 'evt_1', type, data: { object } } as unknown as Stripe.Event
}

const refund = (status: string) => ({
  object: 'refund',
  id: 're_1',
  status,
  metadata: { attempt_id: ATTEMPT },
})

test.each([
  ['refund.failed', 'failed'],
  ['refund.updated', 'failed'],
  ['refund.updated', 'canceled'],
  ['charge.refund.updated', 'failed'],
])('%s of a refund that is %s reverses what was done', (type, status) => {
  expect(readEvent(eventOf(type, refund(status)))).toEqual({
    dedupeKey: 'evt_1',
    attemptId: ATTEMPT,
    refs: {},
    hint: 'settled',
    undoes: true,
    payload: { type, refund: 're_1', status },
  })
})

test.each(['pending', 'succeeded'])('refund.updated of a refund that is %s reverses nothing', status => {
  expect(readEvent(eventOf('refund.updated', refund(status)))).toEqual({
    dedupeKey: 'evt_1',
    attemptId: ATTEMPT,
    refs: {},
    hint: 'settled',
    payload: { type: 'refund.updated', refund: 're_1' },
  })
})

test.each(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])(
  '%s is a dispute, and finds its payment by the intent',
  type => {
    const dispute = { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1', metadata: {} }
    expect(readEvent(eventOf(type, dispute))).toEqual({
      dedupeKey: 'evt_1',
      attemptId: undefined,
      findBy: { ref: 'intent', value: 'pi_1' },
      refs: {},
      hint: 'other',
      dispute: 'dp_1',
      payload: { type, intent: 'pi_1' },
    })
  },
)

test.each(['refund.created', 'refund.updated'])('%s without our metadata went back elsewhere', type => {
  const made = { object: 'refund', id: 're_2', status: 'succeeded', payment_intent: 'pi_1', metadata: {} }
  expect(readEvent(eventOf(type, made))).toMatchObject({
    attemptId: undefined,
    findBy: { ref: 'intent', value: 'pi_1' },
    hint: 'settled',
    payload: { type, refund: 're_2', intent: 'pi_1' },
  })
  expect(readEvent(eventOf(type, { ...made, status: 'failed' }))).not.toHaveProperty('findBy')
})

test.each([
  ['charge.dispute.closed', { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' }],
  ['charge.dispute.created', { object: 'dispute', id: 'dp_1', payment_intent: null }],
  ['refund.failed', { object: 'refund', id: 're_1', status: 'failed', metadata: { attempt_id: 'theirs' } }],
])('%s that does not concern a payment of ours changes nothing', (type, object) => {
  const { attemptId, findBy, undoes, dispute } = readEvent(eventOf(type, object))
  expect({ attemptId, findBy, undoes, dispute }).toEqual({})
})

import { createHmac, timingSafeEqual } from 'node:crypto'

import * as v from 'valibot'

import { attemptIdOf } from '../../src/payments/port/order-ref.ts'
import type { Notification, RawNotification } from '../../src/payments/port/port.ts'

const event = v.object({
  id: v.string(),
  reference: v.string(),
  state: v.picklist(['authorized', 'captured', 'declined', 'cancelled', 'voided']),
})

/** Undefined unless it is signed with our key. The event is a hint: it wakes the attempt, which is then queried. */
export function readExampleWebhook({ header, body }: RawNotification, key: string): Notification | undefined {
  const expected = exampleSignatureOf(body, key)
  const given = Buffer.from(header('x-example-signature') ?? '', 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), event), body.toString('utf8'))
  return {
    // A signed body that we do not understand is acknowledged and changes nothing.
    events: parsed.success ? [eventOf(parsed.output)] : [],
    stored: { status: 200, contentType: 'text/plain', body: 'ok' },
    failed: { status: 500, contentType: 'text/plain', body: 'again' },
  }
}

/** HMAC-SHA-256 over the bytes of the body. */
export function exampleSignatureOf(body: Buffer, key: string): Buffer {
  return createHmac('sha256', key).update(body).digest()
}

function eventOf({ id, reference, state }: v.InferOutput<typeof event>): Notification['events'][number] {
  const failed = state === 'declined' || state === 'cancelled'
  return {
    dedupeKey: id,
    attemptId: attemptIdOf(reference),
    refs: {},
    hint: failed ? 'failed' : state,
    payload: { state },
  }
}

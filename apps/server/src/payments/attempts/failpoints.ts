/**
 * Named points at which a test stops the world. Nothing happens here unless a program was started with a handler
 * (`node --import`) under `Symbol.for('kippu.failpoint')`. The crash tests kill the server and the database at every
 * point of this list except those of `answered`: a new point without a scenario fails there. An answer that has arrived
 * and is not stored dies with the process, as an answer that is still on its way does: `sent` leaves the same behind.
 *
 * `committing`: about to be committed. `calling`: committed, the provider is asked next. `sent`: the request is
 * on its way or executed. `answered`: the answer is here, not yet stored. `committed`: stored.
 */
export const FAILPOINTS = [
  'claim.committing',
  'claim.committed',
  'start.calling',
  'register.committing',
  'register.committed',
  'start.sent',
  'start.answered',
  'outcome.committing',
  'outcome.committed',
  'issue.committing',
  'capture.calling',
  'capture.sent',
  'capture.answered',
  'captured.committing',
  'captured.committed',
  'return.committing',
  'return.committed',
  'resume.committing',
  'resume.calling',
  'resume.sent',
  'resume.answered',
  'webhook.committing',
  'webhook.committed',
  'reconcile.claimed',
  'query.calling',
  'query.sent',
  'query.answered',
  'void.calling',
  'void.sent',
  'void.answered',
  'voided.committing',
  'voided.committed',
  'refund.calling',
  'refund.sent',
  'refund.answered',
  'refunded.committing',
  'refunded.committed',
] as const

export type Failpoint = (typeof FAILPOINTS)[number]

/** Points of a reservation whose visit is cancelled; `test/crash/kill-cancellations.test.ts` kills there. */
export const CANCEL_POINTS = ['cancel.claimed', 'cancel.committing', 'cancel.committed'] as const

export type CancelPoint = (typeof CANCEL_POINTS)[number]

/**
 * Tells the test's handler, if there is one, that the payment of an order has reached this point, and waits for what the
 * handler answers with: a promise that never settles holds the payment here until the process is killed.
 */
export async function failpoint(name: Failpoint | CancelPoint, orderId: string): Promise<void> {
  const handler: unknown = Reflect.get(globalThis, Symbol.for('kippu.failpoint'))
  if (typeof handler === 'function') await Reflect.apply(handler, undefined, [name, orderId])
}

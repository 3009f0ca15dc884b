import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Tx } from '../../db/database.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { findAttemptIdByRef, lockAttempt, markForPerson, wakeAttempt } from '../attempts/attempt-queries.ts'
import { accountOf } from '../attempts/account-of.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type {
  Notification,
  NotificationReply,
  PaymentProvider,
  ProviderEvent,
  RawNotification,
} from '../port/port.ts'
import { insertEvent } from './event-queries.ts'
import { wakeRefunds } from '../refunds/wake-refunds.ts'
import { NEWS_WAITS_SECONDS } from '../attempts/timing.ts'

const BODY_LIMIT = 256 * 1024
/** No provider sends a longer form, and parsing a form takes time. */
const FORM_LIMIT = 16 * 1024

const parameters = v.object({ provider: v.string(), key: v.optional(v.string()) })

/**
 * Receives the webhook events of providers (S-7.07). One transaction stores the event and wakes its attempt for the
 * reconciler; only then does the provider get its reply. The claim of the event is then verified with a query. So no
 * event is lost, events may come twice or out of order, and they complete an order whose buyer never came back.
 */
export function paymentWebhookRoute(app: FastifyInstance, deps: PaymentDeps): void {
  app.removeAllContentTypeParsers()
  // Signatures cover the bytes.
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, body),
  )
  for (const url of ['/payment-webhooks/:provider', '/payment-webhooks/:provider/:key'])
    app.post(url, async (request, reply) => {
      const { status, contentType, body } = await receive(deps, request)
      reply.code(status).type(contentType)
      return body
    })
}

const NO_ACCOUNT: NotificationReply = { status: 404, contentType: 'text/plain', body: '' }
const NOT_VERIFIED: NotificationReply = { status: 401, contentType: 'text/plain', body: '' }

async function receive(deps: PaymentDeps, request: FastifyRequest): Promise<NotificationReply> {
  const { provider: id, key } = v.parse(parameters, request.params)
  const accounts = accountsOf(deps, request.site.key, id)
  if (accounts.length === 0) return NO_ACCOUNT
  const [first, ...others] = verifiedNotifications(accounts, rawOf(request, key))
  if (first === undefined) return NOT_VERIFIED
  const { notification } = first
  try {
    for (const event of notification.events) await storeEvent(deps, { ...first, event }, others)
  } catch (error) {
    deps.log.error({ err: error, provider: id }, 'news of a payment not stored')
    return notification.failed
  }
  return notification.stored
}

/** The site's own account first; events of its former account arrive at the same address. */
function accountsOf({ payments }: PaymentDeps, siteKey: string, id: string): readonly PaymentProvider[] {
  const accounts = [...payments.of(siteKey).all, ...payments.all]
  return [...new Set(accounts)].filter(account => account.id === id)
}

interface VerifiedNotification {
  readonly sender: PaymentProvider
  readonly notification: Notification
}

/**
 * The notification as read by each account that can verify it: accounts may share a secret, as an old and a new one do
 * when only a key was changed.
 */
function verifiedNotifications(
  accounts: readonly PaymentProvider[],
  raw: RawNotification,
): readonly VerifiedNotification[] {
  return accounts.flatMap(sender => {
    const notification = sender.parseNotification(raw)
    return notification === undefined ? [] : [{ sender, notification }]
  })
}

function rawOf(request: FastifyRequest, key: string | undefined): RawNotification {
  return {
    header: name => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    path: request.url.split('?')[0] ?? '',
    key,
  }
}

interface VerifiedEvent {
  readonly sender: PaymentProvider
  readonly event: ProviderEvent
}

/** Stores an event as its first verifier reads it, or as the verifier does that owns the payment. */
async function storeEvent(
  deps: PaymentDeps,
  first: VerifiedEvent,
  others: readonly VerifiedNotification[],
): Promise<void> {
  const { dedupeKey } = first.event
  const sameEvents = others.flatMap(({ sender, notification: { events } }) =>
    events.filter(event => event.dedupeKey === dedupeKey).map(event => ({ sender, event })),
  )
  const orderId = await deps.db.transaction(async tx => {
    const matched: MatchedEvent = (await findOwner(deps, tx, [first, ...sameEvents])) ?? first
    const { attempt, sender, event } = matched
    const { payload } = event
    const isNew = await insertEvent(tx, {
      provider: sender.id,
      dedupeKey,
      attemptId: attempt?.id ?? null,
      payload,
    })
    if (isNew && attempt !== undefined && tellsMore(event, attempt)) {
      await wakeAttempt(tx, attempt.id, { seconds: NEWS_WAITS_SECONDS, refs: event.refs })
      await wakeRefunds(tx, attempt.id, NEWS_WAITS_SECONDS)
    }
    if (isNew && attempt !== undefined && event.undoes === true) await callPerson(deps, tx, attempt, payload)
    await failpoint('webhook.committing', attempt?.orderId ?? '')
    return attempt?.orderId ?? ''
  })
  await failpoint('webhook.committed', orderId)
}

interface MatchedEvent extends VerifiedEvent {
  /** Locked; undefined when the event concerns no attempt of ours. */
  readonly attempt?: Attempt
}

/**
 * @throws when the payment's account has no keys now: the provider delivers again, and the keys may be back by then.
 */
async function findOwner(
  deps: PaymentDeps,
  tx: Tx,
  candidates: readonly VerifiedEvent[],
): Promise<MatchedEvent | undefined> {
  for (const { sender, event } of candidates) {
    const attemptId = event.attemptId ?? (event.findBy && (await findAttemptIdByRef(tx, event.findBy)))
    const attempt = attemptId === undefined ? undefined : await lockAttempt(tx, attemptId)
    if (attempt === undefined) continue
    if (accountOf(deps.payments, attempt) === undefined)
      throw new Error(`the account of payment ${attempt.id} is not configured`)
    if (isOf(deps, sender, event, attempt)) return { sender, event, attempt }
  }
  return undefined
}

/**
 * Calls a person when a finished payment was reversed. An operation that is still under way ends as every refusal does.
 */
async function callPerson(
  { log }: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  payload: ProviderEvent['payload'],
): Promise<void> {
  if (attempt.operation !== null) return
  log.error({ attempt: attempt.id, ...payload }, 'a provider took back what it had done')
  await markForPerson(tx, attempt.id)
}

/** Whether the account that sent the event is the one that has the attempt, and the references match. */
function isOf(
  { payments }: PaymentDeps,
  sender: PaymentProvider,
  { mustMatch = {} }: ProviderEvent,
  attempt: Attempt,
): boolean {
  const madeWith = accountOf(payments, attempt)
  if (madeWith?.id !== sender.id || madeWith.account !== sender.account) return false
  return Object.entries(mustMatch).every(([name, value]) => attempt.refs[name] === value)
}

/** Whether the event may tell more than the attempt's state. */
function tellsMore({ hint }: ProviderEvent, { state, operation }: Attempt): boolean {
  if (hint === 'other') return false
  switch (state) {
    case 'executing':
    case 'action_required':
    case 'pending':
      return true
    case 'failed':
    case 'expired':
      return hint === 'authorized' || hint === 'captured' || operation !== null
    case 'created':
    case 'authorized':
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'voided':
    case 'refund_failed':
      return hint === 'settled' || operation !== null
  }
}

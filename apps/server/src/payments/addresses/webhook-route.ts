import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
/** No provider's form is longer, and reading one takes time. */
const FORM_LIMIT = 16 * 1024

const parameters = v.object({ provider: v.string(), key: v.optional(v.string()) })

/**
 * Where providers send news (S-7.07). An event is stored, and its attempt put before the reconciler, in one
 * transaction before the provider is told so; what the event claims is then asked for. So news is never lost, may come
 * twice or out of order, and completes an order whose buyer never came back.
 */
export function paymentWebhookRoute(app: FastifyInstance, deps: PaymentDeps): void {
  app.removeAllContentTypeParsers()
  // Signatures are made over the bytes.
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
    app.post(url, (request, reply) => receive(deps, request, reply))
}

async function receive(
  deps: PaymentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { provider: id, key } = v.parse(parameters, request.params)
  const accounts = accountsOf(deps, request.site.key, id)
  if (accounts.length === 0) return reply.code(404).send()
  const [first, ...others] = readingsOf(accounts, rawOf(request, key))
  if (first === undefined) return reply.code(401).send()
  const { notification } = first
  try {
    for (const event of notification.events) await storeEvent(deps, { ...first, event }, others)
  } catch (error) {
    deps.log.error({ err: error, provider: id }, 'news of a payment not stored')
    return answer(reply, notification.failed)
  }
  return answer(reply, notification.stored)
}

/** The site's own account first; news of an account that it had before comes to the same address. */
function accountsOf({ payments }: PaymentDeps, siteKey: string, id: string): readonly PaymentProvider[] {
  const accounts = [...payments.of(siteKey).all, ...payments.all]
  return [...new Set(accounts)].filter(account => account.id === id)
}

interface Reading {
  readonly sender: PaymentProvider
  readonly notification: Notification
}

/**
 * The accounts whose secret the news knows: accounts may share one, as the old and the new one do when only a key was
 * changed, and what one has sent the other can read.
 */
function readingsOf(accounts: readonly PaymentProvider[], raw: RawNotification): readonly Reading[] {
  return accounts.flatMap(sender => {
    const notification = sender.parseNotification(raw)
    return notification === undefined ? [] : [{ sender, notification }]
  })
}

function answer(reply: FastifyReply, { status, contentType, body }: NotificationReply): FastifyReply {
  return reply.code(status).type(contentType).send(body)
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

interface Told {
  readonly sender: PaymentProvider
  readonly event: ProviderEvent
}

/** Stores an event as its first reader understands it, or as the one does whose payment it is about. */
async function storeEvent(deps: PaymentDeps, first: Told, others: readonly Reading[]): Promise<void> {
  const { dedupeKey } = first.event
  const readers = others.flatMap(({ sender, notification: { events } }) =>
    events.filter(event => event.dedupeKey === dedupeKey).map(event => ({ sender, event })),
  )
  const orderId = await deps.db.transaction(async tx => {
    const owned: Owned = (await findOwner(deps, tx, [first, ...readers])) ?? first
    const { attempt, sender, event } = owned
    const { payload } = event
    const isNew = await insertEvent(tx, {
      provider: sender.id,
      dedupeKey,
      attemptId: attempt?.id ?? null,
      payload,
    })
    if (isNew && attempt !== undefined && isNews(event, attempt)) {
      await wakeAttempt(tx, attempt.id, { seconds: NEWS_WAITS_SECONDS, refs: event.refs })
      await wakeRefunds(tx, attempt.id, NEWS_WAITS_SECONDS)
    }
    if (isNew && attempt !== undefined && event.undoes === true) await callPerson(deps, tx, attempt, payload)
    await failpoint('webhook.committing', attempt?.orderId ?? '')
    return attempt?.orderId ?? ''
  })
  await failpoint('webhook.committed', orderId)
}

interface Owned extends Told {
  /** Locked; undefined: the event is about none that we know. */
  readonly attempt?: Attempt
}

/** @throws when the payment's account has no keys now: the provider comes again, perhaps they are back by then. */
async function findOwner(deps: PaymentDeps, tx: Tx, told: readonly Told[]): Promise<Owned | undefined> {
  for (const { sender, event } of told) {
    const attemptId = event.attemptId ?? (event.findBy && (await findAttemptIdByRef(tx, event.findBy)))
    const attempt = attemptId === undefined ? undefined : await lockAttempt(tx, attemptId)
    if (attempt === undefined) continue
    if (accountOf(deps.payments, attempt) === undefined)
      throw new Error(`the account of payment ${attempt.id} is not configured`)
    if (isOf(deps, sender, event, attempt)) return { sender, event, attempt }
  }
  return undefined
}

/** What was at its end is so no more. What is still under way ends by itself, in the way of every refusal. */
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

/** The account that sent the news is the one that has the attempt, and the references are its own. */
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

/** Whether the event may tell more than we know. */
function isNews({ hint }: ProviderEvent, { state, operation }: Attempt): boolean {
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

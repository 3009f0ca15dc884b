import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { takeStep } from '../../platform/db/take-step.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { namedAttempts } from '../attempts/find-attempts.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type {
  Notification,
  NotificationReply,
  PaymentProvider,
  ProviderEvent,
  RawNotification,
} from '../port/port.ts'
import { attemptsNamedBy, decideEvent, type Readings, type VerifiedEvent } from './decide-event.ts'
import { type NewEvent, storeEvents } from './event-queries.ts'

const BODY_LIMIT = 256 * 1024
/** No provider sends a longer form, and parsing a form takes time. */
const FORM_LIMIT = 16 * 1024

const parameters = v.object({ provider: v.string(), key: v.optional(v.string()) })

/**
 * Receives the webhook events of providers. One commit stores the event and wakes its attempt for the reconciler; only
 * then does the provider get its reply. The claim of the event is then verified with a query. So no event is lost,
 * events may come twice or out of order, and they complete an order whose buyer never came back.
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
      const received = await receive(deps, request)
      if (received === NOT_VERIFIED) {
        const { provider } = v.parse(parameters, request.params)
        reply.unverifiedSender = provider
        deps.log.warn(
          { provider, site: request.site.key },
          'a webhook event with a wrong signature was refused',
        )
      }
      const { status, contentType, body } = received
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
  const { sender, notification } = first
  try {
    for (const event of notification.events)
      await storeEvent(deps, [{ sender, event }, ...otherReadings(event, others)])
  } catch (error) {
    deps.log.error({ err: error, provider: id }, 'an event of a payment could not be stored')
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

/** Stores an event as its first verifier reads it, or as the verifier does that owns the payment. */
async function storeEvent({ db, payments, log }: PaymentDeps, readings: Readings): Promise<void> {
  const reversed = await takeStep(db, STORING, attemptsNamedBy(readings), attempts => {
    const change = decideEvent(payments, readings, attempts)
    return { change, answerOf: ({ isNew }) => (isNew && change.callsPerson ? change : undefined) }
  })
  if (reversed !== undefined)
    log.error({ attempt: reversed.attempt?.id, ...reversed.payload }, 'a provider took back what it had done')
}

const STORING = {
  read: namedAttempts,
  write: storeEvents,
  before: ({ attempt }: NewEvent) => failpoint('webhook.committing', attempt?.orderId ?? ''),
  after: ({ attempt }: NewEvent) => failpoint('webhook.committed', attempt?.orderId ?? ''),
}

/** The same event as the other accounts read it. */
function otherReadings(
  { dedupeKey }: ProviderEvent,
  others: readonly VerifiedNotification[],
): readonly VerifiedEvent[] {
  return others.flatMap(({ sender, notification: { events } }) =>
    events.filter(event => event.dedupeKey === dedupeKey).map(event => ({ sender, event })),
  )
}

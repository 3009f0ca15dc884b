import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Faults, RequestOp } from '../core/faults.ts'
import { allowStore } from '../core/origins.ts'
import { randomId } from '../core/random-id.ts'
import { underFault } from '../core/under-fault.ts'
import { answerOnce, sorted } from './answer-once.ts'
import {
  type Answer,
  apiError,
  cardError,
  invalidRequest,
  type JsonObject,
  missing,
  unauthorized,
} from './answer.ts'
import { confirmIntent } from './confirm-intent.ts'
import type { Context } from './context.ts'
import { createIntent } from './create-intent.ts'
import { listIntents, retrieveIntent, retrieveIntentForBrowser, searchIntents } from './find-intents.ts'
import { parseForm } from './form.ts'
import { createPaymentMethod, retrievePaymentMethod } from './payment-methods.ts'
import { createRefund, listRefunds, refundRefused, retrieveRefund } from './refunds.ts'
import { cancelIntent, captureIntent } from './settle-intent.ts'
import type { StripeStore } from './stripe-store.ts'

export interface ApiParts {
  readonly store: StripeStore
  readonly faults: Faults
  readonly now: () => Date
  readonly origin: () => string
  readonly storeOrigins: readonly string[]
}

type Operation = (id: string, context: Context) => Answer

/** The part of Stripe's API that the store uses. The SDK calls it at the root of host and port. */
export function apiRoutes(app: FastifyInstance, parts: ApiParts): void {
  const post = (op: RequestOp, operation: Operation) => (request: FastifyRequest, reply: FastifyReply) =>
    serve({ op, operation, request, reply, parts })
  const get = (operation: Operation) => post('query', operation)

  app.post(
    '/payment_intents',
    post('execute', (_id, context) => createIntent(context)),
  )
  app.get(
    '/payment_intents',
    get((_id, context) => listIntents(context)),
  )
  app.get(
    '/payment_intents/search',
    get((_id, context) => searchIntents(context)),
  )
  app.post('/payment_intents/:id/confirm', post('confirm', confirmIntent))
  app.post('/payment_intents/:id/capture', post('capture', captureIntent))
  app.post('/payment_intents/:id/cancel', post('cancel', cancelIntent))
  app.post(
    '/refunds',
    post('refund', (_id, context) => createRefund(context)),
  )
  app.get(
    '/refunds',
    get((_id, context) => listRefunds(context)),
  )
  app.get('/refunds/:id', get(retrieveRefund))
  app.get('/payment_methods/:id', get(retrievePaymentMethod))

  app.setNotFoundHandler((request, reply) =>
    send(reply, missing('request URL', `${request.method} ${request.url}`, 'url')),
  )

  app.get('/payment_intents/:id', (request, reply) => {
    if (!isForBrowser(request)) return get(retrieveIntent)(request, reply)
    allowStore(request, reply, parts.storeOrigins)
    return send(reply, retrieveIntentForBrowser(idOf(request), contextOf(request, parts)))
  })

  app.post('/payment_methods', (request, reply) => {
    const refusal = refuseForeignPage(request)
    if (refusal !== undefined) return send(reply, refusal)
    const answer = createPaymentMethod(contextOf(request, parts))
    if (answer.changes !== undefined) parts.store.commit(answer.changes)
    return send(reply, answer)
  })
}

interface Call {
  readonly op: RequestOp
  readonly operation: Operation
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: ApiParts
}

/** One server-to-server call: key, faults, idempotency, answer. */
async function serve({ op, operation, request, reply, parts }: Call): Promise<FastifyReply> {
  if (!/^Bearer sk_(?!live_)\w+$/.test(request.headers.authorization ?? ''))
    return send(reply, unauthorized('Invalid API Key provided: a secret test key is needed.'))
  const context = contextOf(request, parts)
  const keyed = {
    key: request.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined,
    content: [request.method, urlOf(request).pathname.replace(/^\/stripe/, ''), sorted(context.params)],
  }
  return underFault<Answer>({
    ...parts,
    provider: 'stripe',
    op,
    reply,
    send,
    trouble: apiError,
    refusal: () => refusalOf(op),
    run(amountOf) {
      const params = op === 'execute' ? withAmount(context.params, amountOf) : context.params
      const answer = answerOnce(parts.store, keyed, () => operation(idOf(request), { ...context, params }))
      if (answer.replayed) reply.header('idempotent-replayed', 'true')
      // A created intent has the wrong amount already.
      return op === 'execute' ? answer : { ...answer, body: withAmount(answer.body, amountOf) }
    },
  })
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'request-id': randomId('req'), 'cache-control': 'no-store' })
    .send(body)
}

/** The answer under the fault `refuse`: the card is declined, or the account may not do this. */
function refusalOf(op: RequestOp): Answer {
  if (op === 'refund') return refundRefused()
  if (op === 'execute' || op === 'confirm')
    return cardError('Your card was declined.', { code: 'card_declined', decline_code: 'generic_decline' })
  return invalidRequest('This request is refused (simulated).')
}

/** Applies the fault `wrong_amount`: the provider charges or reports another amount than the requested one. */
function withAmount(body: unknown, amountOf: (asked: number) => number): JsonObject {
  const fields = v.parse(v.record(v.string(), v.unknown()), body)
  const amount = Number(fields['amount'])
  if (!Number.isSafeInteger(amount) || amountOf(amount) === amount) return fields
  const wrong = amountOf(amount)
  return typeof fields['amount'] === 'string'
    ? { ...fields, amount: String(wrong) }
    : { ...fields, amount: wrong, ...sameAmount(fields, { amount, wrong }) }
}

function sameAmount(
  fields: JsonObject,
  { amount, wrong }: { readonly amount: number; readonly wrong: number },
): JsonObject {
  const names = ['amount_capturable', 'amount_received'].filter(name => fields[name] === amount)
  return Object.fromEntries(names.map(name => [name, wrong]))
}

/** Refuses a card unless it comes from the simulator's own page with the card fields, with the publishable key. */
function refuseForeignPage(request: FastifyRequest): Answer | undefined {
  if (headerOf(request, 'origin') !== `http://${request.host}`)
    return invalidRequest('Card data is accepted only from the hosted card fields.')
  if (!/^Bearer pk_(?!live_)\w+$/.test(request.headers.authorization ?? ''))
    return unauthorized('Invalid API Key provided: a publishable test key is needed.')
  return undefined
}

function isForBrowser(request: FastifyRequest): boolean {
  const { key } = v.parse(v.object({ key: v.optional(v.string(), '') }), request.query)
  return /^pk_(?!live_)\w+$/.test(key)
}

function contextOf(request: FastifyRequest, { store, origin, now }: ApiParts): Context {
  const params = request.method === 'POST' ? (request.body ?? {}) : parseForm(urlOf(request).search)
  return { store, params, now: now(), origin: origin() }
}

function urlOf(request: FastifyRequest): URL {
  return new URL(request.url, 'http://simulator')
}

function idOf(request: FastifyRequest): string {
  return v.parse(v.object({ id: v.optional(v.string(), '') }), request.params).id
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

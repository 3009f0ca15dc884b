import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { takeStep } from '../../platform/db/take-step.ts'
import { sameToken } from '../../platform/tokens.ts'
import { isOver } from '../attempts/attempt.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { type FoundPayment, paymentByName } from '../attempts/find-attempts.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { hashOfName } from '../attempts/payment-name.ts'
import { type Returned, storableReturn } from '../attempts/returned.ts'
import { RETURN_HINTS } from '../port/port.ts'
import { providerOf } from '../saga/call-provider.ts'
import { callbackRouteOf } from './callback-route.ts'
import { type NewReturn, storeReturns } from './event-queries.ts'

const BODY_LIMIT = 16 * 1024

const parameters = v.object({
  provider: v.string(),
  name: v.string(),
  nonce: v.string(),
  status: v.optional(v.picklist(RETURN_HINTS)),
})

/**
 * Where providers send the browser back to, by GET or POST, without any cookie. The fields prove nothing: they are
 * stored, and the browser continues to the app, whose page asks for the result.
 */
export function paymentReturnRoute(app: FastifyInstance, deps: PaymentDeps): void {
  app.removeAllContentTypeParsers()
  // The bytes of a form may be Shift_JIS; the names and values that we need are ASCII in every charset.
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
  const address = '/payment-return/:provider/:name/:nonce'
  for (const url of [address, `${address}/:status`])
    app.route({
      method: ['GET', 'POST'],
      url,
      bodyLimit: BODY_LIMIT,
      handler: async (request, reply) => {
        const route = await receiveReturn(deps, request)
        return reply
          .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
          .redirect(`${deps.sites.originOf(request.site.key)}${route}`, 303)
      },
    })
}

const ERROR_ROUTE = '/#/error'

/** Stores the return, so that the payment continues even if the browser does not; answers with the app's route. */
async function receiveReturn(deps: PaymentDeps, request: FastifyRequest): Promise<string> {
  const parsed = v.safeParse(parameters, request.params)
  if (!parsed.success) return ERROR_ROUTE
  const { provider, name, nonce, status } = parsed.output
  if (hashOfName(name) === undefined) return ERROR_ROUTE
  return takeStep(deps.db, STORING, { siteKey: request.site.key, name }, found => {
    // The last part of the address proves that we gave this address to the provider for the payment.
    if (
      found?.attempt.provider !== provider ||
      !sameToken(nonce, deps.tokens.deriveReturn(found.attempt.id, found.attempt.paymentNumberHash))
    )
      return { answer: ERROR_ROUTE }
    const { attempt } = found
    const read = storableReturn(providerOf(deps, attempt).readReturn(fieldsOf(request)))
    const returned = { ...read, hint: status ?? read.hint }
    const route = callbackRouteOf({ attempt, name, hint: returned.hint })
    const change = decideReturn(found, returned)
    return change === undefined ? { answer: route } : { change, answerOf: () => route }
  })
}

const STORING = {
  read: paymentByName,
  write: storeReturns,
  before: ({ attempt }: NewReturn) => failpoint('return.committing', attempt.orderId),
  after: ({ attempt }: NewReturn) => failpoint('return.committed', attempt.orderId),
}

function fieldsOf({ body, url }: FastifyRequest): URLSearchParams {
  const fields = new URLSearchParams(url.split('?')[1] ?? '')
  const posted = new URLSearchParams(typeof body === 'string' ? body : '')
  for (const [name, value] of posted) fields.set(name, value)
  return fields
}

/**
 * The number of returns that are kept of one attempt: a visitor may go back and forth, but must not fill the database.
 */
const MOST_RETURNS = 20

/**
 * The stored part of a return: nothing, unless it may change anything: the payment is open, or ended without money
 * while the visitor could still pay.
 */
export function decideReturn(
  { attempt, version, events }: FoundPayment,
  returned: Returned,
): NewReturn | undefined {
  if (attempt.state !== 'action_required' && !isOver(attempt)) return undefined
  if (events >= MOST_RETURNS) return undefined
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...returned.kept, hint: returned.hint }))
    .digest('base64url')
  return { attempt, version, dedupeKey: `return:${attempt.id}:${digest}`, returned }
}

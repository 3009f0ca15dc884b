import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Read } from '../../db/database.ts'
import { isTokenOf, sameToken } from '../../tokens.ts'
import { type Attempt, isOver } from '../attempts/attempt.ts'
import { findAttemptByNumber, lockAttempt, wakeAttempt } from '../attempts/attempt-queries.ts'
import { callbackRouteOf } from './callback-route.ts'
import { providerOf } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { RETURN_HINTS } from '../port/port.ts'
import { countEvents, insertEvent } from './event-queries.ts'
import { keepReturn, type Returned } from '../attempts/returned.ts'
import { RETURNED_SECONDS } from '../attempts/timing.ts'

const BODY_LIMIT = 16 * 1024

const parameters = v.object({
  provider: v.string(),
  paymentNumber: v.string(),
  nonce: v.string(),
  status: v.optional(v.picklist(RETURN_HINTS)),
})

/**
 * Where providers send the browser back to, by GET or POST, without any cookie (S-7.06). The fields prove nothing: they
 * are stored, and the browser continues to the app, whose page asks for the result (D-34).
 */
export function paymentReturnRoute(app: FastifyInstance, deps: PaymentDeps): void {
  app.removeAllContentTypeParsers()
  // The bytes of a form may be Shift_JIS; the names and values that we need are ASCII in every charset.
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
  const address = '/payment-return/:provider/:paymentNumber/:nonce'
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

async function receiveReturn(deps: PaymentDeps, request: FastifyRequest): Promise<string> {
  const parsed = v.safeParse(parameters, request.params)
  if (!parsed.success) return '/#/error'
  const { provider: id, paymentNumber, nonce, status } = parsed.output
  const siteKey = request.site.key
  const attempt = await findReturned(deps, { siteKey, paymentNumber, nonce })
  if (attempt?.provider !== id) return '/#/error'
  const read = providerOf(deps, attempt).readReturn(fieldsOf(request))
  const returned = { ...read, hint: status ?? read.hint }
  await storeReturn(deps, { provider: id, attempt, returned })
  return callbackRouteOf({ attempt, paymentNumber, hint: returned.hint })
}

/** The attempt, if the last part of the address proves that we gave this address to the provider for it. */
async function findReturned(
  { db, tokens }: PaymentDeps,
  {
    siteKey,
    paymentNumber,
    nonce,
  }: { readonly siteKey: string; readonly paymentNumber: string; readonly nonce: string },
): Promise<Attempt | undefined> {
  if (!isTokenOf('payment', paymentNumber)) return undefined
  const attempt = await db.read(tx => findAttemptByNumber(tx, { siteKey, paymentNumber }))
  if (attempt === undefined) return undefined
  return sameToken(nonce, tokens.derive('return', attempt.id)) ? attempt : undefined
}

function fieldsOf({ body, url }: FastifyRequest): URLSearchParams {
  const fields = new URLSearchParams(url.split('?')[1] ?? '')
  const posted = new URLSearchParams(typeof body === 'string' ? body : '')
  for (const [name, value] of posted) fields.set(name, value)
  return fields
}

interface StoreReturn {
  readonly provider: string
  readonly attempt: Attempt
  readonly returned: Returned
}

/**
 * The number of returns that are kept of one attempt: a visitor may go back and forth, but must not fill the database.
 */
const MOST_RETURNS = 20

/**
 * Whether a return may change anything: the payment is open, or ended without money while the visitor could still pay.
 */
async function mayTellMore(read: Read, attempt: Attempt): Promise<boolean> {
  if (attempt.state !== 'action_required' && !isOver(attempt)) return false
  return (await countEvents(read, attempt.id)) < MOST_RETURNS
}

/** Stores the return, and wakes the attempt so that the payment continues even if the browser does not. */
async function storeReturn({ db }: PaymentDeps, { provider, attempt, returned }: StoreReturn): Promise<void> {
  const payload = { ...returned.kept, hint: returned.hint }
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest('base64url')
  await db.transaction(async tx => {
    const now = await lockAttempt(tx, attempt.id)
    const dedupeKey = `return:${attempt.id}:${digest}`
    if (now !== undefined && (await mayTellMore(tx, now))) {
      await insertEvent(tx, { provider, dedupeKey, attemptId: attempt.id, payload })
      await keepReturn(tx, attempt.id, returned)
      await wakeAttempt(tx, attempt.id, { seconds: RETURNED_SECONDS })
    }
    await failpoint('return.committing', attempt.orderId)
  })
  await failpoint('return.committed', attempt.orderId)
}

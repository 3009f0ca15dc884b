import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { isTokenOf, sameToken } from '../tokens.ts'
import type { Attempt } from './attempt.ts'
import { findAttemptByNumber, lockAttempt, wakeAttempt } from './attempt-queries.ts'
import type { PaymentDeps } from './call-provider.ts'
import { failpoint } from './failpoints.ts'
import type { ProviderRefs } from './port.ts'
import { insertEvent } from './queries.ts'
import { RETURNED_SECONDS } from './timing.ts'

const BODY_LIMIT = 16 * 1024

const parameters = v.object({ provider: v.string(), paymentNumber: v.string(), nonce: v.string() })

/**
 * Where providers send the browser back to, by GET or POST, without any cookie (payments §8, S-7.06). What it brings
 * proves nothing: it is stored, and the browser goes on to the app, whose page asks for the result (D-34).
 */
export function paymentReturnRoute(app: FastifyInstance, deps: PaymentDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
  app.route({
    method: ['GET', 'POST'],
    url: '/payment-return/:provider/:paymentNumber/:nonce',
    bodyLimit: BODY_LIMIT,
    handler: async (request, reply) => {
      const path = await receiveReturn(deps, request)
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(`${deps.sites.originOf(request.site.key)}${path}`, 303)
    },
  })
}

async function receiveReturn(deps: PaymentDeps, request: FastifyRequest): Promise<string> {
  const { provider: id, paymentNumber, nonce } = v.parse(parameters, request.params)
  const attempt = await findReturned(deps, { siteKey: request.site.key, paymentNumber, nonce })
  const provider = deps.payments.all.find(one => one.id === id)
  if (attempt === undefined || provider?.methods.includes(attempt.method) !== true) return '/#/error'
  const { kept, hint } = provider.readReturn(fieldsOf(request))
  await storeReturn(deps, { provider: id, attempt, kept })
  const query = new URLSearchParams({ time_change: 'false', payment_number: paymentNumber })
  return `/#/payment-callback/${attempt.method}/${hint}?${query.toString()}`
}

/** The attempt, if the last part of the address proves that the provider was given this address for it. */
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

interface Returned {
  readonly provider: string
  readonly attempt: Attempt
  readonly kept: ProviderRefs
}

/** Keeps what came, and sees to it that we go on even if the browser does not. */
async function storeReturn({ db }: PaymentDeps, { provider, attempt, kept }: Returned): Promise<void> {
  const digest = createHash('sha256').update(JSON.stringify(kept)).digest('base64url')
  await db.transaction(async tx => {
    const now = await lockAttempt(tx, attempt.id)
    const dedupeKey = `return:${attempt.id}:${digest}`
    await insertEvent(tx, { provider, dedupeKey, attemptId: attempt.id, payload: kept })
    if (now?.state === 'action_required') await wakeAttempt(tx, attempt.id, { seconds: RETURNED_SECONDS })
    failpoint('return.committing')
  })
  failpoint('return.committed')
}

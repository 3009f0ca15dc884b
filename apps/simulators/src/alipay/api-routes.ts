import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { RequestOp } from '../core/faults.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import { underFault } from '../core/under-fault.ts'
import { type AlipayKeys, CLIENT_ID } from './account.ts'
import type { AlipayStore } from './alipay-store.ts'
import { answer, type Answer } from './answer.ts'
import { type Call, cancelPayment, inquirePayment, openPayment } from './payments.ts'
import { inquireRefund, refundPayment } from './refunds.ts'
import { isSigned, signatureOf } from './signature.ts'

interface Operation {
  readonly op: RequestOp
  readonly run: (request: unknown, call: Call) => Answer
  readonly refusal: string
}

/** The calls by name: the operation as faults name it, its work, and its code under the fault `refuse`. */
const CALLS: Record<string, Operation> = {
  pay: { op: 'execute', run: openPayment, refusal: 'RISK_REJECT' },
  inquiryPayment: { op: 'query', run: inquirePayment, refusal: 'ACCESS_DENIED' },
  cancel: { op: 'cancel', run: cancelPayment, refusal: 'CANCEL_WINDOW_EXCEED' },
  refund: { op: 'refund', run: refundPayment, refusal: 'REFUND_WINDOW_EXCEED' },
  inquiryRefund: { op: 'query', run: inquireRefund, refusal: 'ACCESS_DENIED' },
}

export interface ApiParts extends Pick<ProviderParts, 'faults' | 'now' | 'origin'> {
  readonly store: AlipayStore
  readonly keys: AlipayKeys
}

/**
 * AMS: signed JSON in both directions. A signature covers the path at the real host, which is the path without the
 * simulator's prefix.
 */
export function apiRoutes(app: FastifyInstance, parts: ApiParts): void {
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  for (const [name, operation] of Object.entries(CALLS)) {
    const path = `/ams/api/v1/payments/${name}`
    app.post(path, (request, reply) => serve(request, reply, { ...parts, ...operation, path }))
  }
}

interface ServedOperation extends ApiParts, Operation {
  readonly path: string
}

function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServedOperation,
): Promise<FastifyReply> {
  const { path, faults, store, keys, now, origin, op, run, refusal } = serving
  const body = typeof request.body === 'string' ? request.body : ''
  return underFault<Answer>({
    faults,
    provider: 'alipay',
    op,
    reply,
    run: amountOf => {
      if (!isFromStore(request, { path, body, keys })) return answer('F', 'INVALID_SIGNATURE')
      const done = run(parsed(body), { store, now: now(), origin: origin(), amountOf })
      if (done.changes !== undefined) store.commit(done.changes)
      return done
    },
    trouble: () => answer('U', 'UNKNOWN_EXCEPTION'),
    refusal: () => answer('F', refusal),
    send: (out, done) => send(out, { text: JSON.stringify(done.body), path, keys }),
  })
}

function isFromStore(
  { headers }: FastifyRequest,
  { path, body, keys }: { readonly path: string; readonly body: string; readonly keys: AlipayKeys },
): boolean {
  const { 'client-id': clientId, 'request-time': time, signature } = headers
  if (clientId !== CLIENT_ID || typeof time !== 'string' || typeof signature !== 'string') return false
  return isSigned({ path, clientId, time, body }, signature, keys.store.publicKey)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function send(
  reply: FastifyReply,
  { text, path, keys }: { readonly text: string; readonly path: string; readonly keys: AlipayKeys },
): FastifyReply {
  const time = new Date().toISOString()
  const signature = signatureOf({ path, clientId: CLIENT_ID, time, body: text }, keys.alipay.privateKey)
  return reply
    .headers({
      'content-type': 'application/json; charset=UTF-8',
      'client-id': CLIENT_ID,
      'response-time': time,
      signature,
    })
    .send(text)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { RequestOp } from '../core/faults.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import { underFault } from '../core/under-fault.ts'
import { API_KEY } from './account.ts'
import type { AdyenStore } from './adyen-store.ts'
import { answerOnce } from './answer-once.ts'
import { type Answer, internalError, type JsonObject, ok, unauthorized } from './answer.ts'
import { type Context, createPayment } from './create-payment.ts'
import { cancelByReference, type Modification, modifyPayment } from './modify-payment.ts'
import { REFUSED } from './payment-life.ts'
import { submitDetails } from './submit-details.ts'

export interface ApiParts extends ProviderParts {
  readonly store: AdyenStore
}

/** `isRefused`: the fault `refuse` strikes. */
type Operation = (context: Context & { readonly psp: string; readonly isRefused: boolean }) => Answer

/** Adyen's Checkout API v72, the part the store uses. */
export function apiRoutes(app: FastifyInstance, parts: ApiParts): void {
  const serveAs = (op: RequestOp, operation: Operation) => (request: FastifyRequest, reply: FastifyReply) =>
    serve({ op, operation, request, reply, parts })
  const modify = (modification: Modification): Operation => {
    return context => modifyPayment(modification, context)
  }

  app.post('/payments', serveAs('execute', unlessRefused(createPayment)))
  app.post('/payments/details', serveAs('confirm', unlessRefused(submitDetails)))
  app.post('/payments/:psp/captures', serveAs('capture', modify('captures')))
  app.post('/payments/:psp/cancels', serveAs('cancel', modify('cancels')))
  app.post('/payments/:psp/refunds', serveAs('refund', modify('refunds')))
  app.post('/cancels', serveAs('cancel', cancelByReference))
  app.setNotFoundHandler((_request, reply) => send(reply, { status: 404, body: {} }))
}

/** Answers for a payment that the bank refuses at once. No record of it is kept. */
function unlessRefused(operation: (context: Context) => Answer): Operation {
  return context => (context.isRefused ? ok(refusedPayment(context)) : operation(context))
}

function refusedPayment({ body, psp }: Context & { readonly psp: string }): JsonObject {
  const { reference } = v.parse(v.object({ reference: v.optional(v.string()) }), body)
  return {
    resultCode: REFUSED.resultCode,
    refusalReason: REFUSED.reason,
    refusalReasonCode: REFUSED.code,
    ...(psp !== '' && { pspReference: psp }),
    ...(reference !== undefined && { merchantReference: reference }),
  }
}

interface Call {
  readonly op: RequestOp
  readonly operation: Operation
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: ApiParts
}

/** One call: key, faults, idempotency, answer. */
async function serve({ op, operation, request, reply, parts }: Call): Promise<FastifyReply> {
  if (request.headers['x-api-key'] !== API_KEY) return send(reply, unauthorized())
  const { psp } = v.parse(v.object({ psp: v.optional(v.string(), '') }), request.params)
  const key = request.headers['idempotency-key']
  const keyed = { key: typeof key === 'string' ? key : undefined, content: [request.url, request.body] }
  const run = (amountOf: (asked: number) => number, isRefused: boolean): Answer =>
    answerOnce(parts.store, keyed, () =>
      operation({
        store: parts.store,
        body: request.body,
        now: parts.now(),
        origin: parts.origin(),
        amountOf,
        psp,
        isRefused,
      }),
    )
  return underFault<Answer>({
    faults: parts.faults,
    provider: 'adyen',
    op,
    reply,
    send,
    trouble: internalError,
    refusal: () => run(asked => asked, true),
    run: amountOf => run(amountOf, false),
  })
}

function send(reply: FastifyReply, { status, body, transient = false }: Answer): FastifyReply {
  if (transient) reply.header('transient-error', 'true')
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

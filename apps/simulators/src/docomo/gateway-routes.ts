import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { RequestOp } from '../core/faults.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import { underFault } from '../core/under-fault.ts'
import { GATEWAY_KEY } from './account.ts'
import type { DocomoStore } from './docomo-store.ts'
import {
  type Answer,
  type Call,
  cancelOrder,
  captureOrder,
  issueToken,
  queryOrder,
  refundOrder,
  refused,
} from './gateway-calls.ts'

interface Operation {
  readonly op: RequestOp
  readonly run: (request: unknown, call: Call) => Answer
}

const CALLS: Record<string, Operation> = {
  'issue-token': { op: 'register', run: issueToken },
  query: { op: 'query', run: queryOrder },
  capture: { op: 'capture', run: captureOrder },
  cancel: { op: 'cancel', run: cancelOrder },
  refund: { op: 'refund', run: refundOrder },
}

export interface GatewayParts extends Pick<ProviderParts, 'faults' | 'now' | 'origin'> {
  readonly store: DocomoStore
}

/** The gateway with the project's own contract in place of docomo's: JSON, and a key that both sides know. */
export function gatewayRoutes(app: FastifyInstance, parts: GatewayParts): void {
  for (const [name, operation] of Object.entries(CALLS)) {
    app.post(`/gateway/${name}`, (request, reply) => serve(request, reply, { ...parts, ...operation }))
  }
}

function serve(
  { headers, body }: FastifyRequest,
  reply: FastifyReply,
  { faults, store, now, origin, op, run }: GatewayParts & Operation,
): Promise<FastifyReply> {
  return underFault<Answer>({
    faults,
    provider: 'docomo',
    op,
    reply,
    run: amountOf => {
      if (headers.authorization !== `Bearer ${GATEWAY_KEY}`) return refused('unauthorized', 401)
      const answer = run(body, { store, now: now(), origin: origin(), amountOf })
      if (answer.changes !== undefined) store.commit(answer.changes)
      return answer
    },
    trouble: () => refused('trouble', 500),
    refusal: () => refused('declined'),
    send: (out, { status, body: answer }) => out.code(status).send(answer),
  })
}

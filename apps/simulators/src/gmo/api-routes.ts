import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'

import type { RequestOp } from '../core/faults.ts'
import { underFault } from '../core/under-fault.ts'
import { type Answer, CODES, refuse, writeAnswer } from './answer.ts'
import { CALLS } from './calls.ts'
import { type GmoParts, tradeOfAccess } from './gmo-store.ts'

const pathSchema = v.object({ name: v.string() })
/** A form as the content type's parser reads it. */
export const formSchema = v.optional(v.record(v.string(), v.string()), {})

/** The protocol type's calls: a form in, `k=v&k=v` out, refusals with HTTP 200. */
export function apiRoutes(app: FastifyInstance, parts: GmoParts): void {
  app.post('/payment/:name.idPass', (request, reply) => {
    const { name } = v.parse(pathSchema, request.params)
    const operation = CALLS.get(name)
    if (operation === undefined) return reply.code(404).type('text/plain').send('404')
    const fields = v.parse(formSchema, request.body)
    const { store, settings } = parts
    const { op: opOf, run } = operation
    const op = typeof opOf === 'string' ? opOf : opOf(tradeOfAccess(store, fields['AccessID'] ?? ''), fields)
    return underFault<Answer>({
      faults: parts.faults,
      provider: 'gmo',
      op,
      reply,
      send,
      trouble: () => ({ ...refuse(CODES.systemError), status: 500 }),
      refusal: () => refusalOf(op),
      run(amountOf) {
        const call = { store, settings, fields, now: parts.now(), origin: parts.origin(), amountOf }
        const answer = run(call)
        if (answer.changes !== undefined && Object.keys(answer.changes).length > 0)
          store.commit(answer.changes)
        return answer
      },
    })
  })
}

function send(reply: FastifyReply, { fields, status = 200 }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'text/plain;charset=Windows-31J', 'cache-control': 'no-store' })
    .send(writeAnswer(fields))
}

/** The answer of a call under the fault `refuse`. */
function refusalOf(op: RequestOp): Answer {
  if (op === 'execute' || op === 'confirm') return refuse(CODES.declined)
  if (op === 'query') return refuse(CODES.tradeUnknown)
  return refuse(op === 'register' ? CODES.notContracted : CODES.wrongState)
}

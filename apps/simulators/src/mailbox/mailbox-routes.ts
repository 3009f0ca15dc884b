import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { MailStore } from './mail-store.ts'

/** The mailbox: every mail as it arrived, as pages for people and as JSON for tests. */
export function mailboxRoutes(app: FastifyInstance, { mails }: { mails: MailStore }): void {
  app.get('/api/messages', request => mails.list(recipientOf(request)))

  app.delete('/api/messages', (request, reply) => {
    mails.clear(recipientOf(request))
    return reply.code(204).send()
  })
}

function recipientOf(request: FastifyRequest): string | undefined {
  return v.parse(v.object({ to: v.optional(v.string()) }), request.query).to
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { methodsAt, pathOf } from './call-paths.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './route.ts'

/**
 * Answers requests that match no route: under /api with a code of the catalogue, elsewhere with the app's own page. A
 * path that the contract knows under another method answers 405.
 */
export function registerNotFound(
  app: FastifyInstance,
  sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  // The general limit is bound to routes; a path without a route must be counted explicitly.
  const limited = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {}
  app.setNotFoundHandler(limited, async (request, reply) => {
    const path = pathOf(request)
    const allowed = methodsAt(path)
    if (allowed.length > 0) {
      return sendRefusal(reply.header('allow', allowed.join(', ')), refuse('method_not_allowed'))
    }
    if (path === '/api' || path.startsWith('/api/')) return sendRefusal(reply, refuse('not_found'))
    return sendPage(request, reply)
  })
}

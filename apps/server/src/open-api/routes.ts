import type { FastifyInstance } from 'fastify'

import { openApiDocument } from './document.ts'

/** The contract for client developers. */
export function openApiRoutes(app: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument(), null, 2)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document),
  )
}

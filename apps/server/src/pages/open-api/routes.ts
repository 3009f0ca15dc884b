import { openApiDocument } from '@kippu/contract/open-api/document'
import type { FastifyInstance } from 'fastify'

import type { SiteDirectory } from '../../platform/http/sites.ts'

/** The contract for client developers, with the address of the site that was asked. */
export function openApiRoutes(app: FastifyInstance, { sites }: { readonly sites: SiteDirectory }): void {
  const documents = new Map<string, string>()
  app.get('/api/openapi.json', async (request, reply) => {
    const origin = sites.originOf(request.site.key)
    const document = documents.get(origin) ?? JSON.stringify(openApiDocument(origin), null, 2)
    documents.set(origin, document)
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document)
  })
}

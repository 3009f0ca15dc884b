import type { FastifyInstance, FastifyReply } from 'fastify'

import { allowStore, isStoreOrigin } from './origins.ts'

/** The page that posts, and the reply to it. */
export interface StorePage {
  readonly origin: string
  readonly reply: FastifyReply
}

interface StorePageRoute {
  readonly path: string
  readonly storeOrigins: readonly string[]
  /** Gives the value to send as JSON, or the reply after it has sent an answer itself. */
  readonly answer: (body: unknown, page: StorePage) => object
}

/** An address to which a provider's script posts JSON from pages of the store. Pages of other origins get 403. */
export function storePageRoute(app: FastifyInstance, { path, storeOrigins, answer }: StorePageRoute): void {
  app.options(path, (request, reply) => {
    allowStore(request, reply, storeOrigins)
    return reply.header('access-control-allow-headers', 'content-type').code(204).send()
  })

  app.post(path, (request, reply) => {
    allowStore(request, reply, storeOrigins)
    const { origin = '' } = request.headers
    if (!isStoreOrigin(origin, storeOrigins))
      return reply.code(403).send({ error: 'only pages of the store' })
    return answer(request.body, { origin, reply })
  })
}

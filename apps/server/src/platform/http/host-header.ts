import type { FastifyInstance, FastifyRequest } from 'fastify'

import { refuse } from './refusal.ts'
import { sendRefusal } from './route.ts'

/** A name or an address, and a port or none. Neither a user nor a list nor a path. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Refuses requests that name their host more than once, in no valid form, or not at all: a proxy in front may read another
 * host than the store does, and access rules and site would differ (RFC 9112, 3.2). Monitors that speak HTTP/1.0 may
 * leave it out.
 */
export function registerHostHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasOneHost(request.raw)) return sendRefusal(reply, refuse('invalid_request'))
  })
}

type RawRequest = Pick<FastifyRequest['raw'], 'rawHeaders' | 'httpVersion'>

/** Asks the headers as they came: Node keeps the first of two. */
function hasOneHost({ rawHeaders, httpVersion }: RawRequest): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  const [host] = hosts
  if (host === undefined) return httpVersion === '1.0'
  return hosts.length === 1 && HOST.test(host)
}

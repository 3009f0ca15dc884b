import type { Site } from '@kippu/sites/site'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Env } from '../variables/env.ts'
import { isOfDevice, isOfSignage, isRepeatable, methodsAt, pathOf } from './call-paths.ts'
import type { SiteDirectory } from './sites.ts'

/** How long a browser may keep the answer to a preflight, in seconds: no browser keeps one longer. */
const PREFLIGHT_SECONDS = 86_400

interface ApiOriginDeps {
  readonly env: Pick<Env, 'apiOrigin'>
  readonly sites: SiteDirectory
}

/** The host of `API_ORIGIN`, at which the pages of all sites may make their calls. */
export interface ApiOrigin {
  /** The site of the page that makes a call at that host; undefined for any other request. */
  callingSite(request: FastifyRequest): Site | undefined
  /** Lets the pages of our sites make calls at that host, and nobody else's. Calls carry no cookie, so none is allowed. */
  register(app: FastifyInstance): void
}

/** As docs/decisions/0035-calls-may-have-a-host-of-their-own.md has it. Undefined where calls have no host of their own. */
export function createApiOrigin({ env, sites }: ApiOriginDeps): ApiOrigin | undefined {
  if (env.apiOrigin === null) return undefined
  const apiHost = new URL(env.apiOrigin).host
  const methodsHere = (request: FastifyRequest): readonly string[] =>
    request.host.toLowerCase() === apiHost ? methodsAt(pathOf(request)) : []
  // A document at that host is never about the site of the page that asks: caches keep it for everybody.
  const callingSite = (request: FastifyRequest): Site | undefined => {
    const { origin } = request.headers
    return origin === undefined || methodsHere(request).length === 0 ? undefined : sites.ofOrigin(origin)
  }
  return {
    callingSite,
    register: app => {
      app.addHook('onRequest', async (request, reply) => {
        const methods = methodsHere(request)
        if (methods.length === 0) return
        // Whatever the origin is: a browser that keeps the answer for one site must not give it to another one.
        void reply.header('vary', 'Origin')
        const { origin } = request.headers
        if (origin === undefined || callingSite(request) === undefined) return
        void reply.header('access-control-allow-origin', origin)
        if (isPreflight(request)) {
          return reply
            .code(204)
            .headers({
              'access-control-allow-methods': methods.join(', '),
              'access-control-allow-headers': headersAt(pathOf(request)).join(', '),
              'access-control-max-age': PREFLIGHT_SECONDS,
            })
            .send()
        }
        // From which the browser learns our time; it may read `Cache-Control` anyway.
        void reply.header('access-control-expose-headers', 'Date')
      })
    },
  }
}

/** The headers that calls of a path may carry. */
function headersAt(path: string): readonly string[] {
  return [
    'content-type',
    ...(isOfDevice(path) ? ['authorization'] : []),
    ...(isOfSignage(path) ? ['x-signage-key'] : []),
    ...(isRepeatable(path) ? ['idempotency-key'] : []),
  ]
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

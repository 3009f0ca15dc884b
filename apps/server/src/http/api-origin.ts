import type { Site } from '@kippu/sites/site'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Env } from '../env.ts'
import { methodsAt, pathOf } from './call-paths.ts'
import type { SiteDirectory } from './sites.ts'

/** How long a browser may keep the answer to a preflight, in seconds: no browser keeps one longer. */
const PREFLIGHT_SECONDS = 86_400

interface ApiOriginDeps {
  readonly env: Pick<Env, 'apiOrigin'>
  readonly sites: SiteDirectory
}

/** The site that a request is about. A call at the host of `API_ORIGIN` is about the site whose page makes it (D-71). */
export function siteOfRequest(deps: ApiOriginDeps, request: FastifyRequest): Site {
  return callingSite(deps, request) ?? deps.sites.ofHost(request.host)
}

/**
 * Lets the pages of our sites make calls at the host of `API_ORIGIN`, and nobody else's (D-71,
 * docs/decisions/0035-calls-may-have-a-host-of-their-own.md). Calls carry no cookie, so none is allowed.
 */
export function registerApiOrigin(app: FastifyInstance, deps: ApiOriginDeps): void {
  if (deps.env.apiOrigin === null) return
  app.addHook('onRequest', async (request, reply) => {
    if (!isAtApiHost(deps, request)) return
    const methods = methodsAt(pathOf(request))
    if (methods.length === 0) return
    // Whatever the origin is: a browser that keeps the answer for one site must not give it to another one.
    void reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || callingSite(deps, request) === undefined) return
    void reply.header('access-control-allow-origin', origin)
    if (isPreflight(request)) {
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': methods.join(', '),
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .send()
    }
    // From which the browser learns our time; it may read `Cache-Control` anyway.
    void reply.header('access-control-expose-headers', 'Date')
  })
}

function callingSite(deps: ApiOriginDeps, request: FastifyRequest): Site | undefined {
  const { origin } = request.headers
  // A document at that host is never about the site of whoever asks: caches keep it for everybody.
  if (origin === undefined || !isAtApiHost(deps, request) || methodsAt(pathOf(request)).length === 0)
    return undefined
  return deps.sites.ofOrigin(origin)
}

function isAtApiHost({ env }: ApiOriginDeps, { host }: FastifyRequest): boolean {
  return env.apiOrigin !== null && host.toLowerCase() === new URL(env.apiOrigin).host
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

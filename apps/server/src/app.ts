import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'

import compress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'

import type { AppDeps } from './app-deps.ts'
import { healthRoutes } from './health/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { handleError, registerErrorHandler } from './http/error-handler.ts'
import { registerJsonBodies } from './http/json-bodies.ts'
import { registerLoadLimits } from './http/load-limits.ts'
import { registerNotFound } from './http/not-found.ts'
import { registerRequestLog } from './http/request-log.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { type Gauges, registerMetrics } from './metrics/metrics.ts'
import { mailMagazineRoutes } from './mail-magazines/routes.ts'
import { membershipRoutes } from './membership/routes.ts'
import { openApiRoutes } from './open-api/routes.ts'
import { orderMailRoutes } from './order-mails/routes.ts'
import { couponRoutes } from './orders/change-coupons/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { applePayRoutes } from './payments/apple-pay/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { createProductReads } from './products/product-reads.ts'
import { productRoutes } from './products/routes.ts'
import { reservationRoutes } from './tickets/routes.ts'
import { siteContentRoutes } from './site-content/routes.ts'

/** The maximum size of a request's body in bytes (S-15.05). */
const BODY_LIMIT = 64 * 1024

/** How long a client may take to send, in ms. Our answer may take longer: a payment has 4 minutes. */
const TIMEOUTS = { headers: 10_000, request: 30_000, check: 5_000, keepAlive: 72_000 } as const
const MOST_HEADER_BYTES = 16 * 1024

/** The whole HTTP side of the product, not yet listening. */
export async function createApp(deps: AppDeps, gauges: Gauges = {}): Promise<FastifyInstance> {
  const app = createServer(deps)
  if (deps.env.production && deps.env.trustProxy === null)
    deps.log.warn('TRUST_PROXY is not set: behind a proxy all visitors share the limits of one address')
  app.decorateReply('refusalCode', null)
  app.decorateRequest('site', {
    getter(this: FastifyRequest) {
      return deps.sites.ofHost(this.host)
    },
  })
  registerErrorHandler(app)
  registerJsonBodies(app)
  registerRequestLog(app)
  registerMetrics(app, deps, gauges)
  app.addHook('onRequest', async (request, reply) => {
    // Not cacheable unless a route sets its own header.
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  })
  await registerSecurityHeaders(app, deps.env.production)
  if (deps.loadLimits === 'on') await registerLoadLimits(app, deps.env)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
  await registerRoutes(app, deps)
  return app
}

function createServer({ env, log }: AppDeps): FastifyInstance {
  // Typed with Fastify's own, narrower interface, so that its type does not spread over every route.
  const loggerInstance: FastifyBaseLogger = log
  return Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: env.trustProxy ?? false,
    requestTimeout: TIMEOUTS.request,
    keepAliveTimeout: TIMEOUTS.keepAlive,
    http: {
      headersTimeout: TIMEOUTS.headers,
      connectionsCheckingInterval: TIMEOUTS.check,
      maxHeaderSize: MOST_HEADER_BYTES,
    },
    // A long id is refused by its call like any other unknown one, not by the router.
    routerOptions: { maxParamLength: MOST_HEADER_BYTES },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  })
}

/** Each slice binds its calls with one function. */
async function registerRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { content } = deps
  const products = createProductReads(deps, content)
  siteContentRoutes(app, deps, content)
  productRoutes(app, products, content)
  orderRoutes(app, deps)
  couponRoutes(app, deps)
  membershipRoutes(app, deps)
  orderMailRoutes(app, deps)
  mailMagazineRoutes(app, deps)
  paymentRoutes(app, deps)
  applePayRoutes(app, deps)
  reservationRoutes(app, deps)
  healthRoutes(app, deps)
  openApiRoutes(app)
  registerNotFound(app, await documentRoutes(app, deps, { deps, content, products }))
}

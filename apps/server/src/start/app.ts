import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { constants } from 'node:zlib'

import compress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'

import type { AppDeps } from './app-deps.ts'
import { createConsoleApp } from '../console/console-app.ts'
import { consoleHostOf, isConsoleHost } from '../platform/http/console-host.ts'
import { cspReportRoutes } from '../pages/csp-reports/routes.ts'
import { createDeviceKeys, type DeviceKeys } from '../gate/devices/device-keys.ts'
import { knownDeviceOf } from '../gate/devices/serve-device.ts'
import { gateRoutes } from '../gate/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { documentRoutes } from '../pages/documents/routes.ts'
import { createApiOrigin } from '../platform/http/api-origin.ts'
import { endConnections } from '../platform/http/drain.ts'
import { handleError, registerErrorHandler } from '../platform/http/error-handler.ts'
import { registerHostHeader } from '../platform/http/host-header.ts'
import { registerJsonBodies } from '../platform/http/json-bodies.ts'
import { registerLoadLimits } from '../platform/http/load-limits.ts'
import { registerNotFound } from '../platform/http/not-found.ts'
import { createMinuteCounts } from '../platform/http/minute-counts.ts'
import { createPublicReads } from '../platform/http/public-reads.ts'
import { registerRequestLog } from '../platform/http/request-log.ts'
import { registerSecurityHeaders } from '../platform/http/security-headers.ts'
import { COMPRESSED_FROM } from '../platform/http/sent-body.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { mailMagazineRoutes } from '../orders/magazines/routes.ts'
import { membershipRoutes } from '../orders/membership/routes.ts'
import { noticeRoutes } from '../sites/notices/routes.ts'
import { createShownNotices } from '../sites/notices/shown-notices.ts'
import { openApiRoutes } from '../pages/open-api/routes.ts'
import { orderMailRoutes } from '../sales/order-mails/routes.ts'
import { orderCouponRoutes } from '../sales/change-coupons/routes.ts'
import { orderRoutes } from '../sales/routes.ts'
import { createCatalogueCache } from '../sales/take-order/catalogue-cache.ts'
import { timeChangeRoutes } from '../sales/time-change/routes.ts'
import { startSharingCounts } from '../platform/request-counts/share-counts.ts'
import { applePayRoutes } from '../payments/apple-pay/routes.ts'
import { paymentRoutes } from '../payments/routes.ts'
import { createProductReads } from '../catalogue/products/product-reads.ts'
import { productRoutes } from '../catalogue/products/routes.ts'
import { receiptRoutes } from '../tickets/receipts/routes.ts'
import { shareRoutes } from '../tickets/shares/routes.ts'
import { createResellerKeys, type ResellerKeys } from '../resellers/keys/reseller-keys.ts'
import { resellerRoutes } from '../resellers/routes.ts'
import { answerError, isForResellers, knownResellerOf } from '../resellers/serve-octo.ts'
import { spotRoutes } from '../door/routes.ts'
import { checkInRoutes } from '../gate/check-in/routes.ts'
import { ticketRoutes } from '../tickets/routes.ts'
import { signageRoutes } from '../gate/displays/routes.ts'
import { siteContentRoutes } from '../sites/content/routes.ts'
import { visitingRoutes } from '../sites/visiting/routes.ts'
import { walletRoutes } from '../tickets/wallet/routes.ts'

/** The maximum size of a request's body in bytes. */
const BODY_LIMIT = 64 * 1024

/** In ms. They do not limit our answer, which may take 4 minutes for a payment. */
const TIMEOUTS = {
  /** How long a client may take to send the headers. */
  headers: 10_000,
  /** How long a client may take to send the whole request. */
  request: 30_000,
  /** How often Node looks for clients that are too slow. */
  check: 5_000,
  /** How long an idle connection stays open. The proxy must close it earlier: see `docs/running.md`. */
  keepAlive: 72_000,
} as const
const MAX_HEADER_BYTES = 16 * 1024

const SERVER_OPTIONS = {
  requestTimeout: TIMEOUTS.request,
  keepAliveTimeout: TIMEOUTS.keepAlive,
  headersTimeout: TIMEOUTS.headers,
  connectionsCheckingInterval: TIMEOUTS.check,
  maxHeaderSize: MAX_HEADER_BYTES,
  // `host-header.ts` refuses it with a code of the catalogue.
  requireHostHeader: false,
} as const

/**
 * Builds the HTTP server of the store. The caller starts it with `listen`.
 * @param metrics Count its answers; a running server gives its own, with the lengths of its queues.
 */
export async function createApp(
  deps: AppDeps,
  metrics: Metrics = createMetrics(deps),
): Promise<FastifyInstance> {
  const app = await createServer(deps)
  if (deps.env.production && deps.env.trustProxy === null)
    deps.log.warn('TRUST_PROXY is not set: behind a proxy all visitors share the limits of one address')
  // Set by `sendRefusal`, read by the log and the metrics.
  app.decorateReply('refusalCode', null)
  app.decorateReply('boundedBy', null)
  app.decorateReply('logName', null)
  app.decorateReply('unverifiedSender', null)
  app.decorateReply('cspReports', null)
  const apiOrigin = createApiOrigin(deps)
  app.decorateRequest('site', {
    getter(this: FastifyRequest) {
      return apiOrigin?.callingSite(this) ?? deps.sites.ofHost(this.host)
    },
  })
  // The order matters. The hooks that set the headers of answers come before the load limits, so that a refusal has these
  // headers too. Limits and compression apply only to routes that are registered after them.
  registerErrorHandler(app)
  registerJsonBodies(app)
  registerRequestLog(app)
  metrics.count(app)
  // On a shared port each answer would be about another process, and without a token the numbers are not a visitor's: the
  // port of its own has those of each process.
  const { portShared, statusPort, metricsToken } = deps.env
  if (!portShared && (statusPort === null || metricsToken !== null)) metrics.serve(app)
  app.addHook('onRequest', (request, reply, next) => {
    // Not cacheable unless a route sets its own header.
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    next()
  })
  registerSecurityHeaders(app, deps.env.production)
  registerHostHeader(app)
  endConnections(app, deps.drain)
  apiOrigin?.register(app)
  // Off only in tests and benchmarks.
  const deviceKeys = createDeviceKeys(deps)
  const resellerKeys = createResellerKeys(deps)
  if (deps.loadLimits === 'on') {
    const shared = createMinuteCounts(deps.clock)
    const sharing = startSharingCounts(deps, shared)
    app.addHook('onClose', () => sharing.stop())
    await registerLoadLimits(app, {
      ...deps.env,
      clock: deps.clock,
      shared,
      deviceOf: request => knownDeviceOf(deviceKeys, request) ?? knownResellerOf(resellerKeys, request),
    })
  }
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESSED_FROM,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
  await registerRoutes(app, deps, { deviceKeys, resellerKeys })
  return app
}

async function createServer(deps: AppDeps): Promise<FastifyInstance> {
  const { env, log, drain } = deps
  const staffDoor = await consoleBeside(deps)
  // The annotation is needed. Without it, Fastify takes the type of our logger as a type parameter, and every function
  // that receives the app would have to name it.
  const loggerInstance: FastifyBaseLogger = log
  const server: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: env.trustProxy ?? false,
    // For a host with two addresses Fastify makes two servers.
    serverFactory: listener => drain.createServer(SERVER_OPTIONS, staffDoor.beside(listener)),
    // Fastify's router refuses long path parameters. With this limit it accepts all of them, and the route answers an id
    // that is too long like any unknown id.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      if (isForResellers(request)) answerError(error, request, reply)
      else handleError(error, request, reply)
    },
  })
  server.addHook('onClose', () => staffDoor.close())
  return server
}

interface StaffDoor {
  readonly beside: (store: RequestListener) => RequestListener
  readonly close: () => Promise<void>
}

/** Sends requests to the host of the console to an application of its own; without such a host there is none. */
async function consoleBeside(deps: AppDeps): Promise<StaffDoor> {
  if (deps.env.consoleHost === null) return { beside: store => store, close: async () => undefined }
  const host = consoleHostOf(deps.env.consoleHost)
  const app = await createConsoleApp(
    { ...deps, db: deps.consoleDb ?? deps.db, consoleFolder: deps.web.consoleFolder },
    host,
  )
  return {
    beside: store => (request, response) => {
      if (isConsoleHost(host, request.headers.host)) app.routing(request, response)
      else store(request, response)
    },
    close: () => app.close(),
  }
}

interface CallerKeys {
  readonly deviceKeys: DeviceKeys
  readonly resellerKeys: ResellerKeys
}

/** Registers all routes except `/metrics`. */
async function registerRoutes(
  app: FastifyInstance,
  deps: AppDeps,
  { deviceKeys, resellerKeys }: CallerKeys,
): Promise<void> {
  const { content } = deps
  const products = createProductReads(deps, content)
  const reads = createPublicReads(deps.clock)
  const notices = createShownNotices(deps)
  siteContentRoutes(app, { content, reads })
  visitingRoutes(app, { content, reads, sites: deps.sites })
  noticeRoutes(app, { content, notices, reads })
  productRoutes(app, { products, content, reads })
  signageRoutes(app, { ...deps, products })
  const catalogue = createCatalogueCache(deps)
  orderRoutes(app, { ...deps, catalogue })
  timeChangeRoutes(app, { ...deps, products, catalogue })
  orderCouponRoutes(app, deps)
  membershipRoutes(app, deps)
  orderMailRoutes(app, deps)
  mailMagazineRoutes(app, deps)
  paymentRoutes(app, deps)
  applePayRoutes(app, deps)
  ticketRoutes(app, deps)
  receiptRoutes(app, deps)
  shareRoutes(app, deps)
  walletRoutes(app, deps)
  gateRoutes(app, { ...deps, deviceKeys })
  checkInRoutes(app, { ...deps, deviceKeys })
  spotRoutes(app, { ...deps, products, catalogue })
  resellerRoutes(app, { ...deps, content, products, catalogue, resellerKeys })
  healthRoutes(app, deps)
  openApiRoutes(app, deps)
  cspReportRoutes(app, deps)
  const sendNotFoundPage = await documentRoutes(app, deps, { deps, content, notices, products })
  registerNotFound(app, sendNotFoundPage)
}

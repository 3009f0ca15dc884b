import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyError, FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'

import { isDatabaseAway } from '../platform/db/sql-states.ts'
import { registerHostHeader } from '../platform/http/host-header.ts'
import { registerFileBodies, registerJsonBodies } from '../platform/http/json-bodies.ts'
import { registerSecurityHeaders } from '../platform/http/security-headers.ts'
import { COMPRESSED_FROM } from '../platform/http/sent-body.ts'
import { createUnwrittenKeys } from '../platform/idempotency/unwritten-keys.ts'
import { NotPermitted } from '../platform/staff/actor.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { ConsoleHost } from '../platform/http/console-host.ts'
import { registerConsolePage } from './console-page.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { shareRoutes } from './calendar/share-routes.ts'
import { cancellationRoutes } from './calendar/cancellation-routes.ts'
import { actRoutes } from './desk/act-routes.ts'
import { guestRoutes } from './desk/guest-routes.ts'
import { letterRoutes } from './desk/letter-routes.ts'
import { personRoutes } from './desk/person-routes.ts'
import { refundRoutes } from './desk/refund-routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { offerRoutes } from './house/offer-routes.ts'
import { couponRoutes } from './coupons/routes.ts'
import { houseRoutes } from './house/routes.ts'
import { settingRoutes } from './house/setting-routes.ts'
import { memberRoutes } from './members/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { productRoutes } from './products/routes.ts'
import { ConsoleRefusal, sendConsoleRefusal } from './serve-staff.ts'
import { createPasskeys } from './sign-in/passkeys.ts'
import { sheetRoutes } from './sheets/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { createSessions } from './sign-in/sessions.ts'
import { todayRoutes } from './today/routes.ts'
import { createUploads } from './uploads.ts'
import { wordsRoutes } from './words/routes.ts'

const BODY_LIMIT = 64 * 1024
/** Requests of one network in a minute: many people of a venue stand behind one. */
const PER_MINUTE = 1_200

/**
 * The door of the staff: an application of its own beside the store's, on the same port. A request goes to it by its host alone, so that it answers
 * nothing at a store's host, and a store nothing at its.
 */
export async function createConsoleApp(deps: ConsoleDeps, host: ConsoleHost): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log.child({ door: 'console' })
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: deps.env.trustProxy ?? false,
    requestIdHeader: false,
  })
  registerAnswers(app, host)
  registerJsonBodies(app)
  registerFileBodies(app)
  registerSecurityHeaders(app, deps.env.production)
  registerHostHeader(app)
  if (deps.loadLimits === 'on')
    await app.register(rateLimit, {
      max: PER_MINUTE,
      timeWindow: 60_000,
      errorResponseBuilder: () => new ConsoleRefusal('too many requests'),
    })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: COMPRESSED_FROM })
  const sessions = createSessions(deps)
  const unwritten = createUnwrittenKeys(deps.log)
  app.addHook('onClose', () => unwritten.stop())
  const uploads = createUploads()
  const parts = { deps, sessions, unwritten, uploads, host, passkeys: createPasskeys({ ...deps, host }) }
  signInRoutes(app, parts)
  peopleRoutes(app, parts)
  deskRoutes(app, parts)
  actRoutes(app, parts)
  refundRoutes(app, parts)
  guestRoutes(app, parts)
  letterRoutes(app, parts)
  personRoutes(app, parts)
  todayRoutes(app, parts)
  calendarRoutes(app, parts)
  shareRoutes(app, parts)
  cancellationRoutes(app, parts)
  houseRoutes(app, parts)
  offerRoutes(app, parts)
  settingRoutes(app, parts)
  wordsRoutes(app, parts)
  sheetRoutes(app, parts)
  productRoutes(app, parts)
  noticeRoutes(app, parts)
  couponRoutes(app, parts)
  memberRoutes(app, parts)
  if (deps.consoleFolder !== null) await registerConsolePage(app, deps.consoleFolder)
  await app.ready()
  return app
}

function registerAnswers(app: FastifyInstance, { origin }: ConsoleHost): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    // Beside the cookie's own rule: only the console's pages call what changes something.
    const { origin: from } = request.headers
    if (request.method !== 'GET' && request.method !== 'HEAD' && from !== origin)
      throw new ConsoleRefusal('not permitted')
  })
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    next()
  })
  app.setNotFoundHandler((_request, reply) => sendConsoleRefusal(reply, new ConsoleRefusal('not found')))
  app.setErrorHandler<FastifyError | ConsoleRefusal | NotPermitted>((error, request, reply) => {
    if (error instanceof ConsoleRefusal) return sendConsoleRefusal(reply, error)
    if (error instanceof NotPermitted) {
      request.log.warn({ why: error.message }, 'not permitted')
      // Another site's thing answers exactly as one that does not exist.
      return sendConsoleRefusal(
        reply,
        new ConsoleRefusal(error.lacking === 'permission' ? 'not permitted' : 'not found'),
      )
    }
    if (isDatabaseAway(error)) return sendConsoleRefusal(reply, new ConsoleRefusal('busy'))
    const status = error.statusCode ?? 500
    if (status < 500) return sendConsoleRefusal(reply, new ConsoleRefusal('invalid request'))
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    return reply.code(500).send({ request_id: request.id })
  })
}

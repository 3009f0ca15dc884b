import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'

import { type HealthDeps, healthRoutes } from './health/routes.ts'
import { registerErrorHandler } from '../platform/http/error-handler.ts'
import type { Metrics } from './metrics/metrics.ts'

/**
 * The operator's view of this process alone, on a port of its own: `/healthz`, `/readyz` and `/metrics`. A worker has
 * no other port, and the port of visitors may be shared with other processes. The caller starts it with `listen`, once
 * the process serves.
 */
export function createStatusApp(deps: HealthDeps, metrics: Metrics): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Otherwise a monitor that kept its connection gets an answer of Fastify's own while the process ends.
    return503OnClosing: false,
  })
  app.decorateReply('refusalCode', null)
  app.decorateReply('boundedBy', null)
  app.decorateReply('logName', null)
  app.decorateReply('unverifiedSender', null)
  app.decorateReply('cspReports', null)
  registerErrorHandler(app)
  healthRoutes(app, deps)
  metrics.serve(app)
  return app
}

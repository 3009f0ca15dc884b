import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Requests of one address in a minute: generous, because a whole venue may stand behind one address. */
export const REQUESTS_PER_MINUTE = 1_200

/** Above this the process answers `busy` instead of making everybody wait. Milliseconds. */
const MOST_EVENT_LOOP_DELAY_MS = 1_000

/** Asked by machines of the operator, who must see a process that is busy, and by providers with news of payments. */
const ALWAYS_ANSWERED = new Set(['/healthz', '/readyz', '/metrics', '/payment-webhooks/:provider'])

/** Sheds load before it harms: 429 for one who asks too much, 503 with `Retry-After` when all do. */
export async function registerLoadLimits(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MOST_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
    pressureHandler: async request => {
      if (!isAlwaysAnswered(request)) throw new Overloaded('the event loop is late')
    },
  })
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    allowList: request => isAlwaysAnswered(request),
  })
}

/** Answered `busy` with `Retry-After` by the error handler. */
class Overloaded extends Error {
  readonly statusCode = 503
}

function isAlwaysAnswered(request: FastifyRequest): boolean {
  return ALWAYS_ANSWERED.has(request.routeOptions.url ?? '')
}

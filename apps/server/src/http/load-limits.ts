import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { ServerEnv } from '../env.ts'

/**
 * Calls of one address in a minute that hold stock, send a mail or try a word that might be guessed: few enough that one
 * client empties no shop, enough for the many visitors whom a carrier puts behind one address.
 */
export const COSTLY_REQUESTS_PER_MINUTE = 60

/** Above this the process answers `busy` instead of making everybody wait. Milliseconds. */
const MOST_EVENT_LOOP_DELAY_MS = 1_000

/** Asked by machines of the operator, who must see a process that is busy, and by providers with news of payments. */
const ALWAYS_ANSWERED = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/payment-webhooks/:provider',
  '/payment-webhooks/:provider/:key',
])

interface Pressure {
  readonly maxEventLoopDelay?: number
  readonly maxRssBytes?: number
  readonly sampleInterval?: number
}

interface LoadLimits extends Pick<ServerEnv, 'requestsPerMinute'> {
  readonly pressure?: Pressure
}

/**
 * Sheds load before it harms: 429 for one who asks too much, 503 with `Retry-After` when all do. Tests put the process
 * under a `pressure` that is there for certain.
 */
export async function registerLoadLimits(
  app: FastifyInstance,
  { requestsPerMinute, pressure = { maxEventLoopDelay: MOST_EVENT_LOOP_DELAY_MS } }: LoadLimits,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    // The connection broke while its request was read (bad chunks): it has no address to count, and nobody listens.
    if (request.socket.destroyed) reply.hijack()
  })
  await app.register(underPressure, {
    ...pressure,
    exposeStatusRoute: false,
    pressureHandler: async request => {
      if (!isAlwaysAnswered(request)) throw new Overloaded('the process cannot keep up')
    },
  })
  await app.register(rateLimit, {
    max: requestsPerMinute,
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

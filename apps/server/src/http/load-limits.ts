import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Env } from '../env.ts'

/**
 * Calls of one address in a minute that hold stock, send a mail or try a word that might be guessed: few enough that
 * one client cannot empty a shop, enough for the many visitors who share a carrier's address.
 */
export const COSTLY_REQUESTS_PER_MINUTE = 60

/** Above this delay the process answers `busy` instead of making everybody wait. Milliseconds. */
const MOST_EVENT_LOOP_DELAY_MS = 1_000

/** Called by the operator's monitors, which must see a busy process, and by providers with webhook events. */
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

interface LoadLimits extends Pick<Env, 'requestsPerMinute' | 'webProcesses'> {
  readonly pressure?: Pressure
}

/**
 * Sheds load before it harms: 429 for a client that asks too often, 503 with `Retry-After` when the process is
 * overloaded. Tests pass a `pressure` that always applies.
 */
export async function registerLoadLimits(
  app: FastifyInstance,
  { requestsPerMinute, webProcesses, pressure = { maxEventLoopDelay: MOST_EVENT_LOOP_DELAY_MS } }: LoadLimits,
): Promise<void> {
  app.addHook('onRequest', (request, reply, next) => {
    // The connection broke while its request was read (bad chunks): it has no address to count, and nobody receives a
    // reply.
    if (request.socket.destroyed) reply.hijack()
    else next()
  })
  await app.register(underPressure, {
    ...pressure,
    exposeStatusRoute: false,
    pressureHandler: async request => {
      if (!isAlwaysAnswered(request)) throw new OverloadError('the process cannot keep up')
    },
  })
  // The general limit protects this process, so it is whole in each. What the others protect is shared by all processes: each
  // allows its share, because none knows what the others have counted.
  app.addHook('onRoute', route => {
    const perMinute = route.config?.perMinute
    if (perMinute === undefined) return
    route.config = { ...route.config, rateLimit: { max: Math.ceil(perMinute / webProcesses) } }
  })
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    allowList: request => isAlwaysAnswered(request),
  })
}

/** The error handler answers it with `busy` and `Retry-After`. */
class OverloadError extends Error {
  readonly statusCode = 503
}

function isAlwaysAnswered(request: FastifyRequest): boolean {
  return ALWAYS_ANSWERED.has(request.routeOptions.url ?? '')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests of one address in a minute to this route, over all processes. */
    readonly perMinute?: number
  }
}

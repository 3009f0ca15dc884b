import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Env } from '../env.ts'
import { type Count, createMinuteCounts, type MinuteCounts } from './minute-counts.ts'
import { networkOf } from './network.ts'

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

/** The limits of one network that a deployment may set: what orders cost, what payments cost, and tries of words that might be guessed. */
export type RouteLimit = 'ordersPerMinute' | 'paymentsPerMinute' | 'guessesPerMinute'

interface LoadLimits extends Pick<Env, 'requestsPerMinute' | RouteLimit> {
  /** Of limited routes, shared with other processes. */
  readonly shared: MinuteCounts
  readonly clock: Pick<Clock, 'now'>
  readonly pressure?: Pressure
}

/**
 * Sheds load before it harms: 429 for a client that asks too often, 503 with `Retry-After` when the process is
 * overloaded. Tests pass a `pressure` that always applies.
 */
export async function registerLoadLimits(
  app: FastifyInstance,
  { shared, clock, pressure = { maxEventLoopDelay: MOST_EVENT_LOOP_DELAY_MS }, ...limits }: LoadLimits,
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
  // The general limit protects this process, so it is whole in each. What the others protect is shared by all processes, and so
  // are their counts.
  app.addHook('onRoute', route => {
    const perMinute = route.config?.perMinute
    if (perMinute === undefined) return
    route.config = {
      ...route.config,
      rateLimit: { max: typeof perMinute === 'number' ? perMinute : limits[perMinute] },
    }
  })
  await app.register(rateLimit, {
    max: limits.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: subjectOf,
    store: storeOf(createMinuteCounts(clock), shared),
    allowList: request => isAlwaysAnswered(request),
  })
}

/** A route with a limit of its own is counted for itself. */
function subjectOf({ ip, method, routeOptions }: FastifyRequest): string {
  const network = networkOf(ip)
  return routeOptions.config.perMinute === undefined ? network : `${method} ${routeOptions.url} ${network}`
}

/** Counts what has no limit of its own by `own`, and what has by `shared`. */
function storeOf(own: MinuteCounts, shared: MinuteCounts): FastifyRateLimitStoreCtor {
  class OfRoutes {
    readonly incr = countingBy(shared)
    readonly child = (): FastifyRateLimitStore => this
  }
  return class {
    readonly incr = countingBy(own)
    readonly child = (): FastifyRateLimitStore => new OfRoutes()
  }
}

function countingBy(counts: MinuteCounts) {
  return (subject: string, callback: (error: null, result: Count) => void): void =>
    callback(null, counts.raise(subject))
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
    /** Requests of one network in a minute to this route, over all processes. */
    readonly perMinute?: number | RouteLimit
  }
}

import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { ErrorCode } from '@kippu/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Clock } from '../clock.ts'
import type { Env } from '../variables/env.ts'
import { type Count, createMinuteCounts, type MinuteCounts } from './minute-counts.ts'
import { networkOf } from './network.ts'
import { isPageFile } from './page-files.ts'

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
  /** The counts of limited routes, shared with other processes. */
  readonly shared: MinuteCounts
  readonly clock: Pick<Clock, 'now'>
  readonly pressure?: Pressure
  /**
   * The name of an enrolled device of the staff, or of a reseller: it is counted for itself, so that nobody beside it takes its gate
   * off the network.
   */
  readonly deviceOf?: (request: FastifyRequest) => string | undefined
}

/**
 * Sheds load before it harms: 429 for a client that asks too often, 503 with `Retry-After` when the process is
 * overloaded. Tests pass a `pressure` that always applies.
 */
export async function registerLoadLimits(
  app: FastifyInstance,
  {
    shared,
    clock,
    pressure = { maxEventLoopDelay: MOST_EVENT_LOOP_DELAY_MS },
    deviceOf = () => undefined,
    ...limits
  }: LoadLimits,
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
      // A page that was answered already is of no use without its files, and a refusal costs what they do.
      if (!isAlwaysAnswered(request) && !isPageFile(request.url))
        throw new OverloadError('the process cannot keep up')
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
    keyGenerator: request => deviceOf(request) ?? subjectOf(request),
    store: storeOf(createMinuteCounts(clock), shared),
    allowList: request => isAlwaysAnswered(request),
  })
  // Calls without any order, as many as one wishes, would else keep all of a network from paying.
  app.addHook('onResponse', (request, reply, next) => {
    const { uncounted = [] } = request.routeOptions.config
    if (reply.refusalCode !== null && uncounted.includes(reply.refusalCode)) shared.lower(subjectOf(request))
    next()
  })
}

/** A route with a limit of its own is counted for itself. */
function subjectOf({ ip, method, routeOptions }: FastifyRequest): string {
  const network = networkOf(ip)
  return routeOptions.config.perMinute === undefined ? network : `${method} ${routeOptions.url} ${network}`
}

const routeSettings = v.object({
  routeInfo: v.object({
    config: v.optional(v.object({ perMinute: v.optional(v.unknown()) })),
  }),
})

/** Limits of what strangers do side by side behind one address. Guesses are not among them: each one more is a danger. */
const OF_MANY: readonly RouteLimit[] = ['ordersPerMinute', 'paymentsPerMinute']

/** Counts what has no limit of its own by `own`, and what has by `shared`. */
function storeOf(own: MinuteCounts, shared: MinuteCounts): FastifyRateLimitStoreCtor {
  const raise: Raise = key => shared.raise(key)
  const raiseShared: Raise = (key, most) => shared.raiseShared(key, most)
  class OfRoutes {
    readonly incr: ReturnType<typeof countingBy>
    constructor(isOfMany: boolean) {
      this.incr = countingBy(isOfMany ? raiseShared : raise)
    }
    readonly child = ofRoute
  }
  // The plugin passes its settings of the route, and not the route itself, as its types say.
  function ofRoute(settings: unknown): FastifyRateLimitStore {
    const { config } = v.parse(routeSettings, settings).routeInfo
    return new OfRoutes(OF_MANY.some(limit => limit === config?.perMinute))
  }
  return class {
    readonly incr = countingBy(key => own.raise(key))
    readonly child = ofRoute
  }
}

type Raise = (subject: string, most: number) => Count

function countingBy(raise: Raise) {
  return (
    subject: string,
    callback: (error: null, result: Count) => void,
    _timeWindow: number,
    most: number,
  ): void => callback(null, raise(subject, most))
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
    /** Refusals that do not count for it, because they cost next to nothing. */
    readonly uncounted?: readonly ErrorCode[]
  }
}

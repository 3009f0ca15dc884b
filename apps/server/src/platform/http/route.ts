import type { Answer, Call, Received, RefusalOf } from '@kippu/contract/call'
import { statusOf, type ErrorCode } from '@kippu/contract/errors'
import type { Site } from '@kippu/sites/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { RouteLimit } from './load-limits.ts'
import { logNameIn } from './log-name.ts'
import { isRefusal, refuse, type Refusal } from './refusal.ts'

/** The request as a handler sees it, besides the call's own parts. */
export interface RequestContext {
  /** The site that the request is about. */
  readonly site: Site
  readonly request: FastifyRequest
}

interface ServeOptions {
  /** Requests of one network in a minute, counted for this call alone; without it the general limit applies. */
  readonly perMinute?: number | RouteLimit
  /** Refusals that the limit does not count. */
  readonly uncounted?: readonly ErrorCode[]
}

type Handler<C extends Call> = (
  received: Received<C>,
  context: RequestContext,
) => Promise<Answer<C> | Refusal<RefusalOf<C>>>

/**
 * Serves one call of the contract: parses the request, runs the handler, turns its value or its refusal into the
 * answer. A handler that refuses with a code its call does not list does not compile.
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  options: ServeOptions = {},
): void {
  if (call.device === true)
    throw new Error(`${call.path} is for devices of a gate alone: see gate/devices/serve-device.ts`)
  if (call.signage === true)
    throw new Error(`${call.path} is for displays of the house alone: see gate/displays/serve-signage.ts`)
  serveKnown(app, call, { identify: async () => undefined, handle: handler }, options)
}

interface KnownHandler<C extends Call, Caller> {
  /** Finds the caller, or refuses, before anything of the request is checked. */
  readonly identify: (context: RequestContext) => Promise<Caller | Refusal>
  readonly handle: (
    received: Received<C>,
    context: RequestContext,
    caller: Caller,
  ) => Promise<Answer<C> | Refusal<RefusalOf<C>>>
}

/** As {@link serve}, for a call that not everybody may make. */
export function serveKnown<C extends Call, Caller>(
  app: FastifyInstance,
  call: C,
  { identify, handle }: KnownHandler<C, Caller>,
  { perMinute, uncounted }: ServeOptions = {},
): void {
  if (call.revalidated === true)
    throw new Error(`${call.path} is the same for everybody: see public-reads.ts`)
  app.route({
    method: call.method,
    url: urlOf(call),
    ...(perMinute !== undefined && { config: { perMinute, ...(uncounted && { uncounted }) } }),
    handler: async (request, reply) => {
      const context = { site: request.site, request }
      const caller = await identify(context)
      if (isRefusal(caller)) return sendRefusal(reply, caller)
      const received = parseRequest(call, request)
      const answer = isRefusal(received) ? received : await handle(received, context, caller)
      if (isRefusal(answer)) return sendRefusal(reply, answer)
      // A call that makes an order, or finds one by a payment, has its token in the answer alone.
      reply.logName = logNameIn(answer) ?? null
      return reply.code(call.status).send(answer)
    },
  })
}

/** Seconds after which a visitor whom a busy store refused may try again. */
const RETRY_AFTER_SECONDS = 2

/** The parts of a refusal beside its body: the status, the headers, and what the log and the metrics tell. */
export function markRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfter, boundedBy } = refusal.details
  reply.refusalCode = refusal.code
  reply.boundedBy = boundedBy ?? null
  const seconds = retryAfter ?? (refusal.code === 'busy' ? RETRY_AFTER_SECONDS : undefined)
  if (seconds !== undefined) void reply.header('retry-after', seconds)
  // RFC 9110 wants every 401 to say how one proves who one is.
  if (refusal.code === 'device not enrolled') void reply.header('www-authenticate', 'Bearer')
  return reply.code(statusOf(refusal.code))
}

/** Answers with a refusal of the catalogue. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { fields, canRetry, orderToken, timeChangeToken, reservationToken, retryAfter } = refusal.details
  return markRefusal(reply, refusal).send({
    error: refusal.code,
    ...(fields && { fields }),
    ...(canRetry !== undefined && { can_retry: canRetry }),
    ...(orderToken !== undefined && { order_token: orderToken }),
    ...(timeChangeToken !== undefined && { timechange_token: timeChangeToken }),
    ...(reservationToken !== undefined && { reservation_token: reservationToken }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  })
}

const NO_QUERY = v.strictObject({})

/** The path of a call as the router reads it. */
export function urlOf({ path }: Pick<Call, 'path'>): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** The parts of a request by the schemas of its call; a refusal names the fields that break them. */
export function parseRequest<C extends Call>(
  call: C,
  request: FastifyRequest,
): Received<C> | Refusal<'invalid_request'> {
  const query = v.safeParse(call.query ?? NO_QUERY, request.query)
  if (!query.success) return invalidRequest('query', query.issues)
  const body = call.body === undefined ? undefined : v.safeParse(call.body, request.body)
  if (body?.success === false) return invalidRequest('body', body.issues)
  if (call.body === undefined && hasBody(request))
    return refuse('invalid_request', { fields: [{ field: 'body', rule: 'unexpected' }] })
  // The schemas of `call` made these values; TypeScript cannot follow a generic call to its output types.
  return receivedOf<C>({ params: request.params, query: query.output, body: body?.output })
}

function hasBody(request: FastifyRequest): boolean {
  return request.body !== undefined && request.body !== null
}

function receivedOf<C extends Call>(parts: { params: unknown; query: unknown; body: unknown }): Received<C>
function receivedOf(parts: { params: unknown; query: unknown; body: unknown }): unknown {
  return parts
}

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]

/** Names the fields and the rules they break, and nothing of their values, which may be personal. */
function invalidRequest(part: 'query' | 'body', issues: Issues): Refusal<'invalid_request'> {
  const fields = issues
    .slice(0, 20)
    .map(issue => ({ field: v.getDotPath(issue) ?? part, rule: ruleOf(issue) }))
  return refuse('invalid_request', { fields })
}

function ruleOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'schema') return issue.received === 'undefined' ? 'required' : 'type'
  // A rule of our own has its name as its message; the library's messages quote the value.
  return RULE_NAME.test(issue.message) ? issue.message : issue.type
}

const RULE_NAME = /^[a-z_]+$/

declare module 'fastify' {
  interface FastifyRequest {
    /** The site that the request is about: of its host, or of the page that calls (`api-origin.ts`). */
    readonly site: Site
  }
  interface FastifyReply {
    /** The code with which this request was refused, for the metrics. */
    refusalCode: ErrorCode | null
    /** The log's name for the order or the reservation that the answer is about. */
    logName: string | null
    /** The bound on mails that is used up for this hour, for the metrics. */
    boundedBy: 'recipient' | 'domain' | 'network' | null
    /** The provider whose signature this request lacked, for the metrics: one with which the site has an account. */
    unverifiedSender: string | null
    /** Directives of the content policy that this request reports, for the metrics: of a closed list. */
    cspReports: readonly string[] | null
  }
}

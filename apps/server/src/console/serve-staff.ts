import { randomUUID } from 'node:crypto'

import { CONSOLE_ERRORS, type ConsoleError } from '@kippu/contract/console/console-errors'
import { MOST_UPLOADED } from '@kippu/contract/console/sheets'
import type { StaffAnswer, StaffCall, StaffFailure, StaffReceived } from '@kippu/contract/console/staff-call'
import { worksAt } from '@kippu/domain/staff/grants'
import type { Permission } from '@kippu/domain/staff/permission'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Readable } from 'node:stream'
import * as v from 'valibot'

import type { DeskLanguage } from '../office/desk/desk-language.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import type { UnwrittenKeys } from '../platform/idempotency/unwritten-keys.ts'
import { askedKey, keyOf, once } from '../platform/idempotency/serve-repeatable.ts'
import { uuid } from '../platform/staff/inputs.ts'
import { byStaff, type ByStaff } from '../platform/staff/staff-verb.ts'
import { uuidOf } from '../platform/uuid-of.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { isFresh, type Session, type Sessions } from './sign-in/sessions.ts'
import type { Uploads } from './uploads.ts'

type Schema = v.GenericSchema | undefined

/** Thrown by a handler, or before it, and answered as it says. */
export class ConsoleRefusal extends Error {
  override readonly name = 'ConsoleRefusal'
  readonly failure: StaffFailure

  constructor(error: ConsoleError, more: Omit<StaffFailure, 'error'> = {}) {
    super(error)
    this.failure = { error, ...more }
  }
}

/** The caller of a call that somebody must be signed in for. */
export interface StaffContext {
  readonly session: Session
  /** The person before the store: all that they read or do is a verb of the staff. */
  readonly by: ByStaff<ConsoleDeps>
  /** The language that they read. */
  readonly lang: DeskLanguage
  /** The same each time that a call is asked with its key: an order with this id is made once, whichever process dies on the way. */
  readonly requestId: string
}

/** The parts that serve calls of the staff. */
export interface StaffParts {
  readonly deps: ConsoleDeps
  readonly unwritten: UnwrittenKeys
  readonly sessions: Sessions
  readonly uploads: Uploads
}

interface Served {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Serves a call that somebody makes who is not signed in. */
export function serveAnybody<C extends StaffCall<string, Schema, Schema, v.GenericSchema, 'anybody'>>(
  app: FastifyInstance,
  call: C,
  handle: (received: StaffReceived<C>, served: Served) => Promise<StaffAnswer<C>>,
): void {
  route(app, call, {}, (request, reply) => handle(receivedOf(call, request), { request, reply }))
}

/**
 * Serves a call of the staff. Somebody without a session gets `not signed in` before anything of the request is read, and a call of
 * weight asks for a passkey of the last five minutes. What the role allows is asked by the verb.
 */
export function serveStaff<
  C extends StaffCall<string, Schema, Schema, v.GenericSchema, 'signed in' | Permission>,
>(
  app: FastifyInstance,
  parts: StaffParts,
  call: C,
  handle: (received: StaffReceived<C>, context: StaffContext, served: Served) => Promise<StaffAnswer<C>>,
): void {
  serveSignedIn(app, parts, call, handle)
}

/** Serves a call that is answered by server-sent events. No proxy keeps them back, and none is compressed with the next one. */
export function serveLive<C extends StaffCall<string, Schema, Schema, v.GenericSchema, Permission>>(
  app: FastifyInstance,
  parts: StaffParts,
  call: C,
  handle: (received: StaffReceived<C>, context: StaffContext, served: Served) => Promise<Readable>,
): void {
  serveSignedIn(app, parts, call, async (received, context, served) => {
    const stream = await handle(received, context, served)
    void served.reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    return stream
  })
}

function serveSignedIn<C extends StaffCall>(
  app: FastifyInstance,
  { deps, sessions, unwritten, uploads }: StaffParts,
  call: C,
  handle: (received: StaffReceived<C>, context: StaffContext, served: Served) => Promise<unknown>,
): void {
  const signedIn = async (request: FastifyRequest): Promise<Session> => {
    const isByItself = call.live === true || request.headers['kippu-idle'] !== undefined
    const session = await sessions.find(request, { isByItself })
    if (session === undefined) {
      if (request.headers.cookie !== undefined)
        request.log.warn({ route: call.path }, 'a session that is over')
      throw new ConsoleRefusal('not signed in')
    }
    return session
  }
  // Nobody outside sends megabytes: who it is comes before the file.
  const upload = {
    bodyLimit: MOST_UPLOADED,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { actor } = await signedIn(request)
      if (!uploads.begin(request, reply, actor.name)) throw new ConsoleRefusal('too many requests')
    },
  }
  // Asked for its head alone, a stream would be read by nobody, and never end.
  const live = { compress: false, exposeHeadRoute: false } as const
  const options = call.upload === true ? upload : call.live === true ? live : {}
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const session = await signedIn(request)
    if (call.fresh === true && !isFresh(session, deps.clock)) throw new ConsoleRefusal('passkey needed again')
    const lang: DeskLanguage = request.headers['accept-language']?.startsWith('en') === true ? 'en' : 'ja'
    const by = byStaff(session.actor, deps, 'console')
    const received = receivedOf(call, request)
    // Those who work at all sites work at none that there isn't; where others work, the verb asks.
    const { site } = v.parse(atSite, request.params)
    if (site !== undefined && worksAt(session.actor, site) && deps.sites.find(site) === undefined)
      throw new ConsoleRefusal('not found')
    const work = (requestId: string) => handle(received, { session, lang, by, requestId }, { request, reply })
    if (call.repeatable !== true) return work(randomUUID())
    return onceByKey({ ...deps, unwritten }, request, { session, call, received }, work)
  }
  route(app, call, options, (request, reply) =>
    call.upload === true ? uploads.work(request, () => answer(request, reply)) : answer(request, reply),
  )
}

const atSite = v.object({ site: v.optional(v.string()) })

interface Keyed {
  readonly session: Session
  readonly call: StaffCall
  readonly received: unknown
}

/** So long a request may be at work before another one with its key takes it over. */
const LEASE_SECONDS = 30

/** Does a thing once for its key: a tab that never saw the answer asks again, and gets it. A key is worth something to the one who has sent it. */
async function onceByKey<T>(
  deps: ConsoleDeps & Pick<StaffParts, 'unwritten'>,
  request: FastifyRequest,
  { session, call, received }: Keyed,
  work: (requestId: string) => Promise<T>,
): Promise<T>
async function onceByKey(
  deps: ConsoleDeps & Pick<StaffParts, 'unwritten'>,
  request: FastifyRequest,
  { session, call, received }: Keyed,
  work: (requestId: string) => Promise<unknown>,
): Promise<unknown> {
  const key = keyOf(request)
  if (key === undefined || isRefusal(key))
    throw new ConsoleRefusal('invalid request', {
      fields: [{ field: 'Idempotency-Key', rule: 'idempotency_key' }],
    })
  const asked = askedKey(deps, {
    siteKey: CONSOLE,
    key,
    request: [session.actor.name, call.method, call.path, received],
  })
  const done = await once(
    deps,
    { asked, leaseSeconds: LEASE_SECONDS, answerAgain: undefined, nothingCame: undefined },
    () => work(uuidOf(asked.keyHash)),
  )
  if (!isRefusal(done)) return done
  throw new ConsoleRefusal(done.code === 'idempotency key reused' ? 'key reused' : 'request in progress')
}

/** The keys of the console are those of no site. */
const CONSOLE = 'console'

function route(
  app: FastifyInstance,
  { method, path }: StaffCall,
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'compress' | 'exposeHeadRoute' | 'onRequest'>,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    ...options,
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => reply.send(await answer(request, reply)),
  })
}

/** An id of a path, where it is one: what is none is the id of nothing. */
export function idIn(word: string): string {
  if (!v.is(uuid, word)) throw new ConsoleRefusal('not found')
  return word
}

/** Answers with a refusal of the console's catalogue. */
export function sendConsoleRefusal(reply: FastifyReply, { failure }: ConsoleRefusal): FastifyReply {
  return reply.code(CONSOLE_ERRORS[failure.error]).send(failure)
}

const NOTHING = v.optional(v.strictObject({}))

function receivedOf<C extends StaffCall>(call: C, request: FastifyRequest): StaffReceived<C>
function receivedOf(call: StaffCall, request: FastifyRequest): unknown {
  const query = v.safeParse(call.query ?? NOTHING, request.query)
  if (!query.success) throw invalid('query', query.issues)
  const body = v.safeParse(call.body ?? NOTHING, request.body ?? undefined)
  if (!body.success) throw invalid('body', body.issues)
  return { params: request.params, query: query.output, body: body.output }
}

/** Names the fields and the rules they break, and nothing of their values, which may be personal. */
function invalid(part: string, issues: ReadonlyArray<v.BaseIssue<unknown>>): ConsoleRefusal {
  return new ConsoleRefusal('invalid request', {
    fields: issues.slice(0, 20).map(issue => ({ field: v.getDotPath(issue) ?? part, rule: issue.type })),
  })
}

import { OCTO_ERRORS, type OctoFailure } from '@kippu/contract/octo/octo-errors'
import type { OctoAnswer, OctoCall, OctoReceived } from '@kippu/contract/octo/octo-call'
import { OCTO_CAPABILITIES, type OctoCapability } from '@kippu/contract/octo/octo-shapes'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { isDatabaseAway } from '../platform/db/sql-states.ts'
import { pathOf } from '../platform/http/call-paths.ts'
import { createSentBody, sendBody, type SentBody } from '../platform/http/sent-body.ts'
import type { ShortCache } from '../platform/short-cache.ts'
import type { Reseller } from './keys/reseller.ts'
import type { ResellerKeys } from './keys/reseller-keys.ts'
import { badRequest, isOctoRefusal, OctoRefusal } from './octo-refusal.ts'

type Capabilities = ReadonlySet<OctoCapability>

/** The caller, and what its request asked for beside its parts. */
export interface OctoContext {
  readonly reseller: Reseller
  readonly capabilities: Capabilities
}

type Handler<C extends OctoCall> = (
  received: OctoReceived<C>,
  context: OctoContext,
) => Promise<OctoAnswer<C> | OctoRefusal>

/** How RFC 6750 has it; the name of a scheme may be written in any case. */
const BEARER = /^bearer +(\S+)$/i

/** Answers as they are sent, by who asked for what. */
export type KeptAnswers = ShortCache<SentBody | OctoRefusal>

interface Serving {
  readonly keys: ResellerKeys
  /** Where its answers are kept; by default each is made anew. */
  readonly kept?: KeptAnswers
}

/**
 * Serves a call of resellers, with a slash behind its path and without. A caller without a key that is in force at this site
 * gets `UNAUTHORIZED`, and nothing of why or of what else is wrong. Whatever goes wrong is answered in the words of OCTO.
 */
export function serveOcto<C extends OctoCall>(
  app: FastifyInstance,
  { keys, kept }: Serving,
  call: C,
  handle: Handler<C>,
): void {
  for (const slash of ['', '/'])
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1') + slash,
      ...(kept !== undefined && { compress: false }),
      errorHandler: answerError,
      handler: async (request, reply) => {
        const key = keyOf(request)
        const reseller = key === undefined ? undefined : await keys.find(request.site.key, key)
        if (reseller === undefined) return sendOcto(reply, NO_KEY)
        const capabilities = capabilitiesOf(request)
        if (isOctoRefusal(capabilities)) return sendOcto(reply, capabilities)
        void reply.header('octo-capabilities', [...capabilities].join(', '))
        const received = receivedOf(call, request)
        if (isOctoRefusal(received)) return sendOcto(reply, received)
        const ask = () => handle(received, { reseller, capabilities })
        if (kept === undefined) {
          const answer = await ask()
          return isOctoRefusal(answer) ? sendOcto(reply, answer) : reply.send(answer)
        }
        const question = JSON.stringify([call.path, reseller.id, [...capabilities], received])
        const sent = await kept.read(question, async before => {
          const [answer, last] = [await ask(), await before?.catch(() => undefined)]
          if (isOctoRefusal(answer)) return answer
          return createSentBody(JSON.stringify(answer), isOctoRefusal(last) ? undefined : last)
        })
        return isOctoRefusal(sent) ? sendOcto(reply, sent) : sendBody(reply, sent, AS_JSON)
      },
    })
}

const AS_JSON = { type: 'application/json; charset=utf-8', cacheControl: 'private, no-cache', ageMs: 0 }

const NO_KEY = new OctoRefusal(
  'UNAUTHORIZED',
  'Send the key of a reseller of this site: Authorization: Bearer …',
)

/** Answers under `/octo` where there is not a call. */
export function serveNothingElse(app: FastifyInstance): void {
  for (const url of ['/octo', '/octo/*'])
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      errorHandler: answerError,
      handler: async (_, reply) => sendOcto(reply, new OctoRefusal('NOT_FOUND', 'There is no such call')),
    })
}

/** The name of a reseller, as far as this process has met it at its site; undefined for anybody else. */
export function knownResellerOf(keys: ResellerKeys, request: FastifyRequest): string | undefined {
  if (!isForResellers(request)) return undefined
  const key = keyOf(request)
  const id = key === undefined ? undefined : keys.lastKnown(request.site.key, key)
  return id === undefined ? undefined : `reseller ${id}`
}

/** Also of a request whose path cannot be read, and has no route. */
export function isForResellers(request: FastifyRequest): boolean {
  return pathOf(request).startsWith('/octo/')
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const [, key] = BEARER.exec(headers.authorization ?? '') ?? []
  return key
}

export function sendOcto(reply: FastifyReply, { code, words, named }: OctoRefusal): FastifyReply {
  if (code === 'UNAUTHORIZED') void reply.header('www-authenticate', 'Bearer')
  if (code === 'SERVICE_UNAVAILABLE') void reply.header('retry-after', 2)
  const body: OctoFailure = { error: code, errorMessage: words, ...named }
  return reply.code(OCTO_ERRORS[code]).send(body)
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void sendOcto(reply, refusalOf(error, request))
}

function refusalOf(error: FastifyError, request: FastifyRequest): OctoRefusal {
  if (isDatabaseAway(error)) return new OctoRefusal('SERVICE_UNAVAILABLE', 'Send the same request again')
  const status = error.statusCode ?? 500
  if (status === 429) return new OctoRefusal('TOO_MANY_REQUESTS', 'Too many requests in this minute')
  if (status === 503) return new OctoRefusal('SERVICE_UNAVAILABLE', 'Send the same request again')
  if (status === 413) return badRequest('The body is too large')
  if (status === 415) return badRequest('The body is JSON: Content-Type: application/json')
  if (status >= 400 && status < 500) return badRequest('The request cannot be read')
  request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
  return new OctoRefusal('INTERNAL_SERVER_ERROR', `Tell the house of request ${request.id}`)
}

const CAPABILITY = /^octo\/[a-z]{1,30}$/

/** Those that the store has, of those that were named. Others of the standard are left out, as it says; what is none is refused. */
function capabilitiesOf({ headers }: FastifyRequest): Capabilities | OctoRefusal {
  const header = headers['octo-capabilities']
  const named = (typeof header === 'string' ? header.split(',') : []).map(word => word.trim())
  const wrong = named.find(word => word !== '' && !CAPABILITY.test(word))
  if (wrong !== undefined) return badRequest('Octo-Capabilities names something that is not a capability')
  return new Set(OCTO_CAPABILITIES.filter(one => named.includes(one)))
}

const NOTHING = v.optional(v.looseObject({}))

function receivedOf<C extends OctoCall>(call: C, request: FastifyRequest): OctoReceived<C> | OctoRefusal
function receivedOf(call: OctoCall, request: FastifyRequest): unknown {
  const query = v.safeParse(call.query ?? NOTHING, request.query)
  if (!query.success) return brokenRule('query', query.issues)
  const body = v.safeParse(call.body ?? NOTHING, request.body ?? undefined)
  if (!body.success) return brokenRule('body', body.issues)
  return { params: request.params, query: query.output, body: body.output }
}

/** Names the field, and nothing of its value, which may be personal. */
function brokenRule(
  part: string,
  [issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): OctoRefusal {
  const field = v.getDotPath(issue) ?? part
  return badRequest(`${field} breaks a rule: ${issue.kind === 'schema' ? 'type' : issue.type}`)
}

import { APPLE_CALLS } from '@kippu/contract/wallet-service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { urlOf } from '../../../platform/http/route.ts'
import type { WalletDeps } from '../passes/wallet-deps.ts'
import type { MakePasses } from './apple-passes.ts'
import {
  accountOf,
  listChanged,
  type NamedPass,
  readPass,
  registerPhone,
  unregisterPhone,
} from './phone-calls.ts'

const deviceId = v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/))
const ofPass = v.object({ pass_type: v.string(), serial: v.string() })
const ofPhone = v.object({ pass_type: v.string(), device: deviceId })

/** Calls of one network in a minute. A venue of visitors may stand behind one address, and each changed pass is two calls. */
const CALLS_PER_MINUTE = 1_200
/** Anybody may send any message, so few are taken. */
const LOGS_PER_MINUTE = 10
const MOST_MESSAGES = 10
const LONGEST_MESSAGE = 300

const TYPE = 'application/vnd.apple.pkpass'

/** The calls of phones to the store about passes (Apple's Wallet Passes web service). */
export function phoneRoutes(
  app: FastifyInstance,
  deps: WalletDeps & { readonly makePasses: MakePasses },
): void {
  const config = { perMinute: CALLS_PER_MINUTE }
  const { register, unregister, listChanged: changes, readPass: pass, log } = APPLE_CALLS

  app.post(urlOf(register), { config }, async (request, reply) => {
    const device = deviceOf(request)
    const body = v.safeParse(register.body, request.body)
    if (device === undefined) return refuse(reply, 404)
    if (!body.success) return refuse(reply, 400)
    const { pushToken } = body.output
    return refuse(reply, await registerPhone(deps, namedPassOf(request), { device, pushToken }))
  })

  app.delete(urlOf(unregister), { config }, async (request, reply) => {
    const device = deviceOf(request)
    if (device === undefined) return refuse(reply, 404)
    return refuse(reply, await unregisterPhone(deps, namedPassOf(request), device))
  })

  app.get(urlOf(changes), { config }, async (request, reply) => {
    const named = v.safeParse(ofPhone, request.params)
    const query = v.safeParse(changes.query, request.query)
    if (!query.success) return refuse(reply, 400)
    const { site } = request
    if (!named.success || accountOf(deps, { site, passType: named.output.pass_type }) === undefined)
      return refuse(reply, 404)
    const since = query.output.passesUpdatedSince
    const changed = await listChanged(deps, { site, device: named.output.device, since })
    return changed === undefined ? reply.code(204).send() : reply.send(changed)
  })

  app.get(urlOf(pass), { config }, async (request, reply) => {
    const knownSince = Date.parse(request.headers['if-modified-since'] ?? '')
    const found = await readPass(deps, namedPassOf(request), knownSince)
    if (found === 'unchanged') return reply.code(304).send()
    if (typeof found === 'number') return refuse(reply, found)
    return reply.type(TYPE).header('last-modified', new Date(found.changedAt).toUTCString()).send(found.bytes)
  })

  app.post(urlOf(log), { config: { perMinute: LOGS_PER_MINUTE } }, async (request, reply) => {
    const body = v.safeParse(log.body, request.body)
    if (!body.success) return refuse(reply, 400)
    const messages = body.output.logs.slice(0, MOST_MESSAGES).map(shown)
    if (messages.length > 0)
      deps.log.warn({ site: request.site.key, messages }, 'a phone complains of a pass')
    return reply.code(200).send()
  })
}

/** A status without a body: a phone reads nothing else. */
function refuse(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).send()
}

function deviceOf({ params }: FastifyRequest): string | undefined {
  const read = v.safeParse(ofPhone, params)
  return read.success ? read.output.device : undefined
}

function namedPassOf(request: FastifyRequest): NamedPass {
  const { pass_type: passType, serial } = v.parse(ofPass, request.params)
  const [, token = ''] = /^ApplePass (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  return { site: request.site, passType, serial, token }
}

/** Neither a token nor a sign that changes how a line of the log looks is repeated of what a stranger says. */
function shown(message: string): string {
  return message
    .replaceAll(/\p{C}/gu, ' ')
    .replaceAll(/[\w-]{16,}/g, '…')
    .slice(0, LONGEST_MESSAGE)
}

import { TLSSocket } from 'node:tls'

import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { isStoreHost } from '../core/origins.ts'
import { portOf } from '../core/port-of.ts'
import type { Certificates } from './certificates.ts'
import type { MerchantSessions } from './merchant-sessions.ts'
import { SESSION_PATH } from './merchant.ts'

const requestSchema = v.strictObject({
  merchantIdentifier: v.string(),
  displayName: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  initiative: v.literal('web'),
  initiativeContext: v.string(),
})

export interface GatewayParts {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly certificates: Certificates
  readonly sessions: MerchantSessions
  readonly storeOrigins: readonly string[]
  readonly now: () => Date
}

/** Apple's gateway, on a listener of its own. A client without a certificate of the local authority cannot connect. */
export async function startGateway(
  parts: GatewayParts,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { server, ca } = parts.certificates
  const app = Fastify({
    forceCloseConnections: true,
    https: {
      cert: server.certificate,
      key: server.key,
      ca,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    },
  })
  app.post(SESSION_PATH, (request, reply) => answer(request, reply, parts))
  await app.listen({ host: parts.host, port: parts.port })
  return { port: portOf(app.server), close: () => app.close() }
}

function answer(request: FastifyRequest, reply: FastifyReply, parts: GatewayParts): FastifyReply {
  const asked = v.safeParse(requestSchema, request.body)
  if (!asked.success) return refuse(reply, 400, `Payment Services Exception ${v.summarize(asked.issues)}`)
  const { merchantIdentifier, displayName, initiativeContext: domainName } = asked.output
  if (merchantIdentifier !== merchantOf(request))
    return refuse(
      reply,
      417,
      `Payment Services Exception merchantId=${merchantIdentifier} certificate mismatch`,
    )
  if (!isStoreHost(domainName, parts.storeOrigins))
    return refuse(
      reply,
      417,
      `Payment Services Exception merchantId=${merchantIdentifier} not registered for domain=${domainName}`,
    )
  return reply.send(parts.sessions.give({ displayName, domainName, now: parts.now() }))
}

/** The merchant that the client's certificate names. */
function merchantOf({ raw: { socket } }: FastifyRequest): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const subject: unknown = socket.getPeerCertificate().subject
  const read = v.safeParse(v.object({ UID: v.string() }), subject)
  return read.success ? read.output.UID : undefined
}

function refuse(reply: FastifyReply, status: number, statusMessage: string): FastifyReply {
  return reply.code(status).send({ statusMessage, statusCode: String(status) })
}

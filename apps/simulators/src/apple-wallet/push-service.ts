import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { TLSSocket } from 'node:tls'

import * as v from 'valibot'

import { portOf } from '../core/port-of.ts'
import type { WalletCertificates } from './certificates.ts'

/** A push that arrived, in the order of their arrival. */
export interface ReceivedPush {
  readonly pushToken: string
  readonly topic: string
  readonly body: string
  readonly status: number
}

export interface PushService {
  readonly port: number
  readonly received: readonly ReceivedPush[]
  /** From now on a token is answered like this; `null`: as usual. */
  answer(pushToken: string, as: { readonly status: number; readonly reason: string } | null): void
  close(): Promise<void>
}

interface Parts {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly certificates: WalletCertificates
}

const subject = v.object({ UID: v.string() })

/** Apple's push service: HTTP/2 alone, for clients with a certificate of a pass type alone. */
export async function startPushService({ host, port, certificates }: Parts): Promise<PushService> {
  const { server, root, intermediate } = certificates
  const received: ReceivedPush[] = []
  const answers = new Map<string, { readonly status: number; readonly reason: string }>()
  const service = createSecureServer({
    cert: `${server.certificate}\n${intermediate}`,
    key: server.key,
    ca: [root, intermediate],
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  })
  const sessions = new Set<{ destroy(): void }>()
  service.on('session', session => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  service.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    void readBody(request).then(body => {
      const pushToken = request.url.replace('/3/device/', '')
      const topic = String(request.headers['apns-topic'] ?? '')
      const { status, reason } = judged({ request, topic }, answers.get(pushToken))
      received.push({ pushToken, topic, body, status })
      response.writeHead(status)
      response.end(status === 200 ? '' : JSON.stringify({ reason }))
    })
  })
  await new Promise<void>(resolve => {
    service.listen(port, host, () => resolve())
  })
  return {
    port: portOf(service),
    received,
    answer: (pushToken, as) => void (as === null ? answers.delete(pushToken) : answers.set(pushToken, as)),
    close: () =>
      new Promise(resolve => {
        service.close(() => resolve())
        for (const session of sessions) session.destroy()
      }),
  }
}

interface Asked {
  readonly request: Http2ServerRequest
  readonly topic: string
}

interface Answer {
  readonly status: number
  readonly reason: string
}

function judged({ request, topic }: Asked, chosen: Answer | undefined): Answer {
  if (request.method !== 'POST') return { status: 405, reason: 'MethodNotAllowed' }
  if (!/^\/3\/device\/[\da-f]+$/i.test(request.url)) return { status: 400, reason: 'BadDeviceToken' }
  if (topic !== passTypeOf(request)) return { status: 400, reason: 'TopicDisallowed' }
  return chosen ?? { status: 200, reason: '' }
}

/** The pass type that the client's certificate names. */
function passTypeOf({ stream }: Http2ServerRequest): string | undefined {
  const socket: unknown = stream.session?.socket
  if (!(socket instanceof TLSSocket)) return undefined
  const read = v.safeParse(subject, socket.getPeerCertificate().subject)
  return read.success ? read.output.UID : undefined
}

async function readBody(request: Http2ServerRequest): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

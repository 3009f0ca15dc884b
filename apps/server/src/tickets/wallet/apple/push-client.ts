import { type ClientHttp2Session, connect, constants } from 'node:http2'

import * as v from 'valibot'

import { assertNoTransaction } from '../../../platform/db/database.ts'
import type { AppleWalletAccount } from '../accounts/apple-wallet-account.ts'

/** Where a phone was told: it was; it is not there any more; or why it is not known. */
export type Pushed = 'told' | 'gone' | { readonly failed: string }

/** Tells phones that passes of a pass type have changed, over one connection for all. */
export interface PushClient {
  push(pushToken: string): Promise<Pushed>
  close(): void
}

const TIMEOUT_MS = 10_000
/** Apple asks for connections that stay, and a store that changes nothing needs none. */
const IDLE_MS = 60_000
const MOST_BYTES = 4_096

const { HTTP2_HEADER_STATUS, HTTP2_METHOD_POST } = constants

/** Says that a token, and not the request, is what is wrong. */
const GONE_REASONS: ReadonlySet<string> = new Set([
  'BadDeviceToken',
  'DeviceTokenNotForTopic',
  'Unregistered',
])
const refusal = v.pipe(v.string(), v.parseJson(), v.object({ reason: v.string() }))

/** Apple's push service (HTTP/2): the certificate of the pass type is what the store proves itself by. */
export function createPushClient(account: AppleWalletAccount, timeoutMs = TIMEOUT_MS): PushClient {
  let session: ClientHttp2Session | undefined
  const open = (): ClientHttp2Session => {
    if (session !== undefined && !session.closed && !session.destroyed) return session
    const { certificate: cert, key, pushCa: ca, pushUrl } = account
    const opened = connect(pushUrl, { cert, key, minVersion: 'TLSv1.2', ...(ca !== null && { ca }) })
    // Each request says so as well.
    opened.on('error', () => opened.destroy())
    opened.on('goaway', () => opened.close())
    opened.setTimeout(IDLE_MS, () => opened.close())
    opened.unref()
    session = opened
    return opened
  }
  return {
    push: async pushToken => {
      assertNoTransaction('a push of Apple')
      try {
        const { status, text } = await post(open(), {
          path: `/3/device/${pushToken}`,
          topic: account.passTypeId,
          timeoutMs,
        })
        return judged(status, text)
      } catch (error) {
        return { failed: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => session?.close(),
  }
}

function judged(status: number, text: string): Pushed {
  if (status === 200) return 'told'
  const read = v.safeParse(refusal, text)
  const reason = read.success ? read.output.reason : 'no reason'
  return status === 410 || GONE_REASONS.has(reason) ? 'gone' : { failed: `status ${status}: ${reason}` }
}

interface Asked {
  readonly path: string
  readonly topic: string
  readonly timeoutMs: number
}

interface Answered {
  readonly status: number
  readonly text: string
}

function post(session: ClientHttp2Session, { path, topic, timeoutMs }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': HTTP2_METHOD_POST,
      ':path': path,
      'apns-topic': topic,
      'apns-push-type': 'background',
      'apns-priority': '5',
      'content-type': 'application/json',
    })
    let status = 0
    let text = ''
    stream.setEncoding('utf8')
    stream.setTimeout(timeoutMs, () => {
      stream.close(constants.NGHTTP2_CANCEL)
      // A network may have dropped the connection in silence: the next push opens another one.
      session.destroy()
      reject(new Error('no answer in time'))
    })
    stream.on('response', headers => {
      status = Number(headers[HTTP2_HEADER_STATUS] ?? 0)
    })
    stream.on('data', (part: string) => {
      text = (text + part).slice(0, MOST_BYTES)
    })
    stream.on('error', reject)
    stream.on('end', () => resolve({ status, text }))
    stream.on('close', () => reject(new Error('the connection ended without an answer')))
    // Wallet wants no more than an empty message: the phone asks what has changed.
    stream.end('{}')
  })
}

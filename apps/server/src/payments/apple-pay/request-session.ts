import { Agent, request } from 'node:https'
import type { IncomingMessage } from 'node:http'

import * as v from 'valibot'

import { assertNoTransaction } from '../../platform/db/database.ts'
import type { SessionAnswer, Shop } from '../port/apple-pay.ts'
import type { ApplePayAccount } from './apple-pay-account.ts'

/** Apple's documented address for every session, whatever address the browser named. */
const GATEWAY = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession'
const TIMEOUT_MS = 10_000
const MOST_BYTES = 64 * 1024

const session = v.pipe(v.string(), v.regex(/^\s*\{/), v.parseJson(), v.record(v.string(), v.unknown()))

/** Requests a session from Apple with the merchant's certificate. An error is a value; no redirect is followed. */
export function createSessionRequest(
  account: ApplePayAccount,
  timeoutMs = TIMEOUT_MS,
): (shop: Shop) => Promise<SessionAnswer> {
  const { certificate: cert, key, ca, merchantId } = account
  const agent = new Agent({ cert, key, minVersion: 'TLSv1.2', keepAlive: false, ...(ca !== null && { ca }) })
  const address = account.validationUrl ?? GATEWAY
  return async ({ displayName, host }) => {
    assertNoTransaction('Apple Pay session')
    const body = JSON.stringify({
      merchantIdentifier: merchantId,
      displayName,
      initiative: 'web',
      initiativeContext: host,
    })
    try {
      const { status, text } = await post(address, { agent, body, timeoutMs })
      if (status !== 200) return { kind: 'failed', reason: `status ${status}` }
      const read = v.safeParse(session, text)
      return read.success
        ? { kind: 'session', session: read.output }
        : { kind: 'failed', reason: 'no session in the answer' }
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
    }
  }
}

interface HttpAnswer {
  readonly status: number
  readonly text: string
}

interface Request {
  readonly agent: Agent
  readonly body: string
  readonly timeoutMs: number
}

function post(address: string, { agent, body, timeoutMs }: Request): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
    }
    request(address, options, answer => void readAnswer(answer).then(resolve, reject))
      .on('error', reject)
      .end(body)
  })
}

async function readAnswer(answer: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error('the answer is too long')
    chunks.push(part)
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}

import { lookup as lookUp } from 'node:dns/promises'
import { request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'

import { assertNoTransaction } from '../db/database.ts'
import { isPublicAddress } from './public-address.ts'

export interface PostOptions {
  /** Plain HTTP and private addresses too: for receivers in development and in tests. */
  readonly anywhere: boolean
  readonly timeoutMs: number
  /** How a name becomes addresses. Tests have names of their own. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** The most that is read of an answer, which says nothing. */
const MOST_BYTES = 16 * 1024

/** The status of the answer, or why there is none, in words of ours. */
export type Posted = { readonly status: number } | { readonly fault: string }

/**
 * Sends a message to an address that a stranger chose. The name is resolved once, and the connection goes to the address that was
 * judged, so that a name that changes in between leads nowhere else. A redirect is an answer and is not followed.
 */
export async function postTo(
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  options: PostOptions,
): Promise<Posted> {
  assertNoTransaction('sending a webhook')
  const target = new URL(url)
  if (target.protocol !== 'https:' && !options.anywhere) return { fault: 'not https' }
  const signal = AbortSignal.timeout(options.timeoutMs)
  const address = await Promise.race([addressOf(target, options), refusedBy(signal)]).catch(() => undefined)
  if (address === undefined) return { fault: signal.aborted ? 'timeout' : 'no such host' }
  if (!options.anywhere && !isPublicAddress(address)) return { fault: 'not a public address' }
  return send(target, address, message, signal)
}

function refusedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true })
  })
}

async function addressOf(
  { hostname }: URL,
  { resolve = resolved, anywhere }: PostOptions,
): Promise<string | undefined> {
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  // A name with one private address is a trap, whichever of its addresses comes first.
  return (anywhere ? undefined : addresses.find(address => !isPublicAddress(address))) ?? addresses[0]
}

async function resolved(host: string): Promise<readonly string[]> {
  return (await lookUp(host, { all: true })).map(({ address }) => address)
}

function send(
  target: URL,
  address: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
): Promise<Posted> {
  const options: RequestOptions = {
    method: 'POST',
    signal,
    agent: false,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    lookup: (_host, { all }, answer) => {
      const family = isIP(address)
      if (all === true) answer(null, [{ address, family }])
      else answer(null, address, family)
    },
  }
  return new Promise(resolve => {
    const request = (target.protocol === 'https:' ? requestSecure : requestPlain)(target, options)
    const end = (posted: Posted): void => {
      resolve(posted)
      request.destroy()
    }
    request.on('error', () => end({ fault: signal.aborted ? 'timeout' : 'no connection' }))
    request.on('response', response => {
      let read = 0
      const status = response.statusCode ?? 0
      response.on('data', (piece: Buffer) => {
        read += piece.length
        if (read > MOST_BYTES) end({ fault: 'answer too long' })
      })
      response.on('end', () => end({ status }))
      response.on('error', () => end({ fault: signal.aborted ? 'timeout' : 'no whole answer' }))
      response.on('close', () => end({ fault: 'no whole answer' }))
    })
    request.end(body)
  })
}

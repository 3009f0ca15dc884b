import { request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'

import { assertNoTransaction } from '../db/database.ts'
import { isPublicAddress } from './public-address.ts'
import { resolveHost } from './resolve-host.ts'

export interface PostOptions {
  /** Plain HTTP and private addresses too: for receivers in development and in tests. */
  readonly anywhere: boolean
  readonly timeoutMs: number
  /** How a name becomes addresses. Tests have names of their own. */
  readonly resolve?: (host: string, signal: AbortSignal) => Promise<readonly string[]>
}

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
  const address = await Promise.race([addressOf(target, options, signal), refusedBy(signal)]).catch(
    () => undefined,
  )
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
  { resolve = resolveHost, anywhere }: PostOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host]
  // A name with one private address is a trap, whichever of its addresses comes first.
  return (anywhere ? undefined : addresses.find(address => !isPublicAddress(address))) ?? addresses[0]
}

/** Settles whatever the receiver does: it answers, changes the protocol, closes the connection, or lets the time pass. */
function send(
  target: URL,
  address: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
): Promise<Posted> {
  const options: RequestOptions = {
    method: 'POST',
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
    const passed = (): void => end({ fault: 'timeout' })
    signal.addEventListener('abort', passed, { once: true })
    request.on('error', () => end({ fault: 'no connection' }))
    request.on('close', () => {
      signal.removeEventListener('abort', passed)
      end({ fault: 'no connection' })
    })
    // The status is all that is kept of an answer: nothing that follows it is read.
    request.on('response', ({ statusCode = 0 }) => end({ status: statusCode }))
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      end({ status: statusCode })
    })
    request.end(body)
    if (signal.aborted) passed()
  })
}

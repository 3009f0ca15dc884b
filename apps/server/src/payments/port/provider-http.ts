import { assertNoTransaction } from '../../platform/db/database.ts'

/** One request to a provider and its result. No network error makes this throw. */

/** Providers answer with a few kilobytes; a longer answer is not theirs. */
const MOST_BYTES = 256 * 1024

/** Calls that may take money wait for a bank; others do not. In ms, shorter than the lease of an attempt. */
export const AUTHORISING_TIMEOUT_MS = 60_000
export const ASKING_TIMEOUT_MS = 15_000

export interface ProviderRequest {
  /** The provider and the call, for errors: `Alipay pay`. */
  readonly what: string
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly timeoutMs: number
}

export type ProviderResponse =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly body: Buffer }
  /** No connection was made: the provider has not received the request. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** It may have been executed. */
  | { readonly kind: 'lost'; readonly reason: string }

/** Sends a request and reads the whole answer. Does not follow redirects. */
export async function askProvider(request: ProviderRequest): Promise<ProviderResponse> {
  const { what, url, method = 'POST', headers, body, timeoutMs } = request
  assertNoTransaction(what)
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const read = await readWhole(response)
    if (read === undefined) return { kind: 'lost', reason: `${what}: the answer is too long` }
    return { kind: 'answered', status: response.status, headers: response.headers, body: read }
  } catch (error) {
    const reason = `${what}: ${reasonOf(error)}`
    return unsentCode(error) === undefined ? { kind: 'lost', reason } : { kind: 'not_sent', reason }
  }
}

/** The whole body; undefined when it is too long. */
export async function readWhole({ body }: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > MOST_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * The code of a `fetch` error that proves nothing was sent, because no connection was established. The system call
 * counts, not the code alone: a host may also become unreachable, or refuse, after the request was sent.
 */
export function unsentCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (isOfConnecting(error)) return codeOf(error)
  return unsentCode(error.cause)
}

function isOfConnecting(error: Error): boolean {
  // One for each address of the host.
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(one => unsentCode(one) !== undefined)
  if ('code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT') return true
  return 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')
}

/** `fetch` hides the error of the connection as the cause of its own; several addresses fail as several errors. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (code !== '') return code
  return error instanceof Error ? error.name : 'failed'
}

import { DEFAULT_TIMEOUT_SECONDS } from '@kippu/contract/call'
import type { Answer, Arguments, Call } from '@kippu/contract/call'
import { failureBody } from '@kippu/contract/failure-body'
import type { FailureBody } from '@kippu/contract/failure-body'
import * as v from 'valibot'

import { ApiError } from './api-error.ts'
import { apiOrigin } from './api-origin.ts'
import type { Failure } from './api-error.ts'
import { countRequest } from './in-flight.ts'
import { learnServerTime } from './server-clock.ts'

interface RequestParts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
}

/** Options of a single call, known to the caller alone. */
interface RequestOptions extends Pick<Failure, 'retryableError'> {
  /** The page makes the call by itself, again and again: it is not counted, so that no loader covers the page. */
  readonly isBackground?: boolean
  /** The key of an enrolled device: calls of the gate carry it (decision 55). */
  readonly deviceKey?: string
  /** The key of a display of the house. */
  readonly signageKey?: string
  /** Breaks the call off, for React Query, which then drops its outcome. */
  readonly signal?: AbortSignal
  /** Gets the headers of the answer before its body. */
  readonly onAnswer?: (headers: Headers) => void
}

/**
 * Makes a call of the contract: `request(readOrder, { params: { token } })`. The answer is parsed with the schema of
 * the call, so that all code behind this function can trust its type.
 *
 * @throws ApiError when the server refuses or does not answer. The failure handler decides what the visitor is told.
 */
export async function request<C extends Call>(
  call: C,
  args: Arguments<C>,
  options?: RequestOptions,
): Promise<Answer<C>>
export async function request(call: Call, parts: RequestParts, options?: RequestOptions): Promise<unknown> {
  const { isBackground = false, onAnswer, retryableError } = options ?? {}
  const countOut = isBackground ? () => undefined : countRequest(call.method)
  try {
    const { response, body } = await send(call, parts, options ?? {})
    onAnswer?.(response.headers)
    const refused = { call, kind: 'refused', status: response.status, retryableError } as const
    if (!response.ok) throw new ApiError({ ...refused, body: failureOf(body) })
    const answer = v.safeParse(call.response, body)
    if (!answer.success) throw new ApiError({ ...refused, body: null })
    return answer.output
  } finally {
    countOut()
  }
}

interface ReceivedAnswer {
  readonly response: Response
  /** Undefined for an empty body, null when it was not JSON. */
  readonly body: unknown
}

/** Sends and reads to the end: a body that stops halfway is not an answer, and the time limit covers it as well. */
async function send(
  call: Call,
  parts: RequestParts,
  { deviceKey, signageKey, signal }: Pick<RequestOptions, 'deviceKey' | 'signageKey' | 'signal'>,
): Promise<ReceivedAnswer> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(abort, (call.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000)
  try {
    const response = await fetch(urlOf(call.path, parts, apiOrigin()), {
      method: call.method,
      signal: controller.signal,
      headers: {
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.device === true && deviceKey !== undefined && { authorization: `Bearer ${deviceKey}` }),
        ...(call.signage === true && signageKey !== undefined && { 'x-signage-key': signageKey }),
      },
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    })
    learnServerTime(response)
    return { response, body: parsed(await response.text()) }
  } catch {
    const kind = controller.signal.aborted ? 'timeout' : 'connection'
    throw new ApiError({ call, kind, status: null, body: null })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** The absolute address of a call: base and path are joined by exactly one slash, whatever the page's own path is. */
export function urlOf(path: string, { params = {}, query }: RequestParts, base: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>(Object(query))) {
    if (typeof value === 'string' || typeof value === 'number') search.set(name, String(value))
  }
  const url = `${base.replace(/\/+$/, '')}/${filled.replace(/^\/+/, '')}`
  return search.size === 0 ? url : `${url}?${search}`
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return null
  }
}

function failureOf(body: unknown): FailureBody | null {
  const failure = v.safeParse(failureBody, body)
  return failure.success ? failure.output : null
}

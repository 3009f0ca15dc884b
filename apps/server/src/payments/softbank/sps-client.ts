import * as v from 'valibot'

import type { Clock } from '../../clock.ts'
import { assertNoTransaction } from '../../db/database.ts'
import { readWhole } from '../provider-http.ts'
import { basicAuthorization, softbankAddresses } from './softbank-addresses.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import { type SpsAnswer, elements, readAnswer, writeRequest } from './sps-message.ts'
import type { SpsRequest } from './sps-requests.ts'
import { spsTime } from './sps-time.ts'

/**
 * For so long after `request_date` the gateway takes a request. What is older is refused, so a request that was held up
 * on its way cannot be executed after the attempt was given to somebody else.
 */
const LIMIT_SECONDS = 30
const TIMEOUT_MS = 15_000

/** What came of a request. `lost`: it may have been executed. */
export type SpsResult =
  | { readonly kind: 'ok'; readonly values: SpsAnswer['values'] }
  /** The gateway is at work on it. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string }
  /** Nothing has left us. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string }

export interface SpsClient {
  /** @param timeoutMs of the whole call; 15 s unless it authorises something. */
  call(request: SpsRequest, timeoutMs?: number): Promise<SpsResult>
  /** Time of the gateway's messages: yyyyMMddHHmmss in Japan. */
  now(): string
}

/** Speaks XML in Shift_JIS with the gateway. Whatever goes wrong becomes a value; no body is ever logged. */
export function createSpsClient(account: SoftbankAccount, clock: Clock): SpsClient {
  const { api } = softbankAddresses(account)
  const authorization = basicAuthorization(account)
  const now = (): string => spsTime(clock.now())
  return {
    now,
    call: async (request, timeoutMs = TIMEOUT_MS) => {
      assertNoTransaction(`SBPS ${request.id}`)
      const body = writeRequest(
        request.id,
        [
          ...elements({ merchant_id: account.merchantId, service_id: account.serviceId }),
          ...request.body,
          ...elements({ request_date: now(), limit_second: String(LIMIT_SECONDS) }),
        ],
        account.hashKey,
      )
      try {
        const response = await fetch(api, {
          method: 'POST',
          headers: { authorization, 'content-type': 'text/xml' },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return readResponse(request, response.status, await readWhole(response))
      } catch (error) {
        return readFailure(error)
      }
    },
  }
}

function readResponse({ id }: SpsRequest, status: number, body: Uint8Array | undefined): SpsResult {
  if (status === 401 || status === 403) return { kind: 'refused', code: `http_${status}` }
  if (status !== 200) return { kind: 'lost', reason: `HTTP ${status}` }
  if (body === undefined) return { kind: 'lost', reason: 'an answer that is too long' }
  const answer = readAnswer(body)
  if (answer === undefined) return { kind: 'lost', reason: 'an answer that is no XML of SBPS' }
  const { values } = answer
  const result = values.get('res_result')
  if (result === 'NG') return { kind: 'refused', code: values.get('res_err_code') ?? '' }
  if (answer.id !== id) return { kind: 'lost', reason: 'an answer to another request' }
  if (result === 'OK') return { kind: 'ok', values }
  if (result === 'AC') return { kind: 'accepted' }
  return { kind: 'lost', reason: 'an answer without a result' }
}

const failure = v.object({ cause: v.object({ code: v.string() }) })
/** No connection came about, so no byte has left. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

function readFailure(error: unknown): SpsResult {
  const read = v.safeParse(failure, error)
  const code = read.success ? read.output.cause.code : ''
  if (NOT_SENT.has(code)) return { kind: 'not_sent', reason: code }
  return { kind: 'lost', reason: code === '' && error instanceof Error ? error.name : code }
}

import type { Clock } from '../../../platform/clock.ts'
import { ASKING_TIMEOUT_MS, askProvider } from '../../port/provider-http.ts'
import { basicAuthorization, softbankAddresses } from './softbank-addresses.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import { type SpsAnswer, elements, readAnswer, writeRequest } from './sps-message.ts'
import { type SpsRequest, spsTime } from './sps-requests.ts'

/**
 * How long after its `request_date` the gateway accepts a request. It refuses older ones, so a delayed request cannot
 * be executed after another process has taken over the attempt.
 */
const LIMIT_SECONDS = 30

/** The result of a request. `lost`: it may have been executed. */
export type SpsResult =
  | { readonly kind: 'ok'; readonly values: SpsAnswer['values'] }
  /** The gateway is processing it. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string }
  /** Nothing was sent. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string }

export interface SpsClient {
  /** @param timeoutMs of the whole call; 15 s unless the call authorises something. */
  call(request: SpsRequest, timeoutMs?: number): Promise<SpsResult>
  /** Time of the gateway's messages: yyyyMMddHHmmss in Japan. */
  now(): string
}

/** Speaks XML in Shift_JIS with the gateway. Every error becomes a value; no body is ever logged. */
export function createSpsClient(account: SoftbankAccount, clock: Clock): SpsClient {
  const { api } = softbankAddresses(account)
  const authorization = basicAuthorization(account)
  const now = (): string => spsTime(clock.now())
  return {
    now,
    call: async (request, timeoutMs = ASKING_TIMEOUT_MS) => {
      const body = writeRequest(
        request.id,
        [
          ...elements({ merchant_id: account.merchantId, service_id: account.serviceId }),
          ...request.body,
          ...elements({ request_date: now(), limit_second: String(LIMIT_SECONDS) }),
        ],
        account.hashKey,
      )
      const response = await askProvider({
        what: `SBPS ${request.id}`,
        url: api,
        headers: { authorization, 'content-type': 'text/xml' },
        body,
        timeoutMs,
      })
      return response.kind === 'answered' ? readResponse(request, response) : response
    },
  }
}

function readResponse(
  { id }: SpsRequest,
  { status, body }: { readonly status: number; readonly body: Uint8Array },
): SpsResult {
  if (status === 401 || status === 403) return { kind: 'refused', code: `http_${status}` }
  if (status !== 200) return { kind: 'lost', reason: `HTTP ${status}` }
  const answer = readAnswer(body)
  if (answer === undefined) return { kind: 'lost', reason: 'an answer that is not XML of SBPS' }
  const { values } = answer
  const result = values.get('res_result')
  if (result === 'NG') return { kind: 'refused', code: values.get('res_err_code') ?? '' }
  if (answer.id !== id) return { kind: 'lost', reason: 'an answer to another request' }
  if (result === 'OK') return { kind: 'ok', values }
  if (result === 'AC') return { kind: 'accepted' }
  return { kind: 'lost', reason: 'an answer without a result' }
}

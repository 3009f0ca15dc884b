import { jstIso } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import type { Clock } from '../../../platform/clock.ts'
import {
  ASKING_TIMEOUT_MS,
  askProvider,
  AUTHORISING_TIMEOUT_MS,
  type ProviderResponse,
} from '../../port/provider-http.ts'
import { type AlipayAccount, privateKeyOf, publicKeyOf } from './alipay-account.ts'
import { isSignedBy, signatureOf } from './ams-signature.ts'

export type AmsCall = 'pay' | 'inquiryPayment' | 'cancel' | 'refund' | 'inquiryRefund'

export type AmsReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** AMS has not received the request. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** It may have been executed; an answer with a wrong signature proves nothing. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** AMS over HTTP: we sign requests with our key, and answers must be signed with theirs. */
export interface AmsClient {
  call<Answer>(
    call: AmsCall,
    body: object,
    schema: v.GenericSchema<unknown, Answer>,
  ): Promise<AmsReply<Answer>>
}

/** Client ids of the sandbox begin with this, and have paths of their own. */
const SANDBOX = 'SANDBOX_'

/** Whether the account moves no money. */
export function isSandbox({ clientId, apiUrl }: AlipayAccount): boolean {
  return apiUrl !== null || clientId.startsWith(SANDBOX)
}

export function createAmsClient(account: AlipayAccount, clock: Clock): AmsClient {
  const { clientId, gateway, apiUrl } = account
  const privateKey = privateKeyOf(account.privateKey)
  const publicKey = publicKeyOf(account.publicKey)
  const root = clientId.startsWith(SANDBOX) ? '/ams/sandbox/api/v1/payments' : '/ams/api/v1/payments'

  /** Undefined: not signed by AMS. */
  function textOf({ headers, body }: HttpAnswer, path: string): string | undefined {
    const time = headers.get('response-time') ?? ''
    const signature = headers.get('signature') ?? ''
    const isTheirs = isSignedBy({ path, clientId, time, body }, signature, publicKey)
    return isTheirs ? body.toString('utf8') : undefined
  }

  return {
    async call(call, request, schema) {
      const path = `${root}/${call}`
      const body = JSON.stringify(request)
      const time = jstIso(clock.now())
      const response = await askProvider({
        what: `Alipay ${call}`,
        url: `${apiUrl ?? gateway}${path}`,
        headers: {
          'content-type': 'application/json; charset=UTF-8',
          'client-id': clientId,
          'request-time': time,
          signature: signatureOf({ path, clientId, time, body }, privateKey),
        },
        body,
        timeoutMs: call === 'pay' ? AUTHORISING_TIMEOUT_MS : ASKING_TIMEOUT_MS,
      })
      if (response.kind === 'not_sent') return response
      if (response.kind === 'lost') return unknown(response.reason)
      const text = textOf(response, path)
      if (text === undefined) return unknown(`Alipay ${call}: ${response.status}, not signed`)
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
      if (!parsed.success) return unknown(`Alipay ${call}: ${response.status}, not understood`)
      return { kind: 'answered', answer: parsed.output }
    },
  }
}

type HttpAnswer = Extract<ProviderResponse, { readonly kind: 'answered' }>

function unknown(reason: string): { readonly kind: 'unknown'; readonly reason: string } {
  return { kind: 'unknown', reason }
}

import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { readDPayToken } from '@kippu/contract/payments'
import { jstIso } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts'
import { type Attempt, refOf } from '../attempts/attempt.ts'
import { keepRefs, lockAttempt } from '../attempts/attempt-queries.ts'
import { providerOf } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { notifyUrlOf, returnUrlOf } from '../attempts/provider-addresses.ts'
import { redirectUriOf } from './begin-login.ts'
import { type Docomo, isDocomo, LEAST_SECONDS, MARGIN_SECONDS } from '../providers/docomo/docomo-provider.ts'
import { docomoErrorOf } from '../providers/docomo/docomo-errors.ts'
import { type OrderKey, awaitsVisitor, findDPayAttempt } from './find-d-pay-attempt.ts'
import { isInTime } from './login-return.ts'

type OpenedForm = Answer<typeof readDPayToken> | Refusal<RefusalOf<typeof readDPayToken>>

/** The form that opens d払い, once the login is verified. Each call returns another token for the same payment. */
export async function openDPay(deps: PaymentDeps, asked: OrderKey): Promise<OpenedForm> {
  const attempt = await deps.db.read(tx => findDPayAttempt(tx, asked))
  if (isRefusal(attempt)) return attempt
  const provider = providerOf(deps, attempt)
  if (!isDocomo(provider)) return refuse('invalid payment status')
  const isVerified = await verifyOnce(deps, provider.docomo, attempt)
  return isVerified ? issueForm(deps, provider.docomo, attempt) : refuse('invalid payment status')
}

const login = v.pipe(v.string(), v.parseJson(), v.object({ code: v.string(), nonce: v.string() }))

/**
 * Exchanges the code of an accepted login. The code is removed before it is sent, so that it is sent once: if the
 * answer is lost or the server dies, nothing is verified and the visitor logs in again.
 */
async function verifyOnce(deps: PaymentDeps, docomo: Docomo, { id, siteKey }: Attempt): Promise<boolean> {
  const taken = await deps.db.transaction(async tx => {
    const attempt = await lockAttempt(tx, id)
    if (attempt === undefined || !awaitsVisitor(attempt)) return 'nothing'
    if (attempt.refs['login_verified'] === 'yes') return 'verified'
    const sealed = attempt.refs['login_code'] ?? ''
    if (sealed === '' || !isInTime(attempt, docomo.clock.now())) return 'nothing'
    await keepRefs(tx, id, { login_code: '' })
    return { sealed, verifier: attempt.refs['login_verifier'] }
  })
  if (typeof taken === 'string') return taken === 'verified'
  const { code, nonce } = v.parse(login, docomo.seal.open(taken.sealed))
  const verifier = taken.verifier === undefined ? undefined : docomo.seal.open(taken.verifier)
  const redirectUri = redirectUriOf(deps, siteKey)
  const isVerified = await docomo.openId.isLoggedIn({ code, nonce, redirectUri, verifier })
  if (isVerified) await deps.db.transaction(tx => keepRefs(tx, id, { login_verified: 'yes' }))
  else deps.log.warn({ attempt: id }, 'login to d ACCOUNT not verified')
  return isVerified
}

async function issueForm(deps: PaymentDeps, docomo: Docomo, attempt: Attempt): Promise<OpenedForm> {
  const seconds = Math.floor(attempt.secondsLeft) - MARGIN_SECONDS
  if (seconds < LEAST_SECONDS) return refuse('payment_api_failure', { canRetry: true })
  const issued = await docomo.gateway.issueToken(refOf(attempt), {
    returnUrl: returnUrlOf(deps, attempt),
    notifyUrl: notifyUrlOf(deps, attempt),
    expiresAt: jstIso(docomo.clock.now() + seconds * 1000),
  })
  switch (issued.kind) {
    case 'issued':
      if (!isAllowed(docomo, issued.requestUrl)) {
        deps.log.error({ attempt: attempt.id }, 'docomo wants its form at a host that is not allowed')
        return refuse('payment_api_failure', { canRetry: false })
      }
      return {
        s_terkn: issued.terminalKey,
        s_spcd: issued.serviceCode,
        s_cptok: issued.couponToken,
        request_url: issued.requestUrl,
      }
    case 'refused':
      return refuse('payment_api_failure', { canRetry: docomoErrorOf(issued.code).retryable })
    case 'unknown':
      return refuse('payment_api_failure', { canRetry: true })
  }
}

/** The page sends its form only to hosts that the configuration names. */
function isAllowed({ account, gateway }: Docomo, address: string): boolean {
  const url = URL.parse(address)
  if (url === null || !account.requestHosts.includes(url.host)) return false
  return url.protocol === 'https:' || (gateway.isTest && url.protocol === 'http:')
}

import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { readDAccountAuth } from '@kippu/contract/payments'

import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts'
import { lockAttempt, keepRefs } from '../attempts/attempt-queries.ts'
import { referenceOf } from '../attempts/payment-name.ts'
import { providerOf } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { isDocomo } from '../providers/docomo/docomo-provider.ts'
import { type OrderKey, awaitsVisitor, findDPayAttempt } from './find-d-pay-attempt.ts'
import { stateHashOf } from './login-return.ts'
import { randomSecret } from '../providers/docomo/open-id.ts'

/** The only address that docomo sends logins to. It is registered with the client, so it is the same for all sites. */
export function redirectUriOf({ sites }: Pick<PaymentDeps, 'sites'>, siteKey: string): string {
  return `${sites.originOf(siteKey)}/payment-return/docomo`
}

/**
 * The fields that the browser takes to d ACCOUNT. State and nonce are new at each call and belong to this attempt; only
 * the newest are valid, once, for ten minutes. The database holds the state's hash and the sealed nonce, because the ID
 * token repeats it.
 */
export async function beginLogin(
  deps: PaymentDeps,
  asked: OrderKey,
): Promise<Answer<typeof readDAccountAuth> | Refusal<RefusalOf<typeof readDAccountAuth>>> {
  const attempt = await deps.db.read(tx => findDPayAttempt(tx, asked))
  if (isRefusal(attempt)) return attempt
  const provider = providerOf(deps, attempt)
  if (!isDocomo(provider)) return refuse('invalid payment status')
  const { account, seal, clock } = provider.docomo
  const state = `${referenceOf(attempt.paymentNumberHash)}.${randomSecret()}`
  const nonce = randomSecret()
  const isKept = await deps.db.transaction(async tx => {
    const now = await lockAttempt(tx, attempt.id)
    if (now === undefined || !awaitsVisitor(now)) return false
    await keepRefs(tx, attempt.id, {
      login_state: stateHashOf(state),
      login_nonce: seal.close(nonce),
      login_at: String(clock.now()),
      login_code: '',
    })
    return true
  })
  if (!isKept) return refuse('invalid payment status')
  return {
    response_type: 'code',
    scope: 'openid',
    client_id: account.dAccount.clientId,
    redirect_uri: redirectUriOf(deps, attempt.siteKey),
    state,
    nonce,
    // The buyer is asked to log in even if somebody else used the browser before.
    prompt: 'login',
    authif: account.dAccount.authif,
  }
}

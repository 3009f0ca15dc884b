import { METHOD_KINDS, ON_ACCOUNT } from '@kippu/domain/payment-method'

import { tally } from '../../platform/tally.ts'
import { traced } from '../../platform/tracing.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { absentAccount } from './absent-account.ts'
import { accountOf } from '../attempts/account-of.ts'
import { type Attempt, refOf } from '../attempts/attempt.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type { AttemptRef, PaymentProvider } from '../port/port.ts'
import { keepLease } from './keep-lease.ts'

type CallStep = 'start' | 'resume' | 'query' | 'capture' | 'void' | 'refund'

/** Makes one call, between the points at which a test may stop the world. */
export async function callProvider<T extends { readonly kind: string }>(
  step: CallStep,
  { orderId, method }: Pick<Attempt, 'orderId' | 'method'>,
  call: () => Promise<T>,
): Promise<T> {
  await failpoint(`${step}.calling`, orderId)
  const provider = method === ON_ACCOUNT ? method : METHOD_KINDS[method].provider
  const answer = traced('payment.call', { step }, () => counted({ provider, step }, call))
  const [outcome] = await Promise.all([answer, failpoint(`${step}.sent`, orderId)])
  await failpoint(`${step}.answered`, orderId)
  return outcome
}

async function counted<T extends { readonly kind: string }>(
  labels: { readonly provider: string; readonly step: CallStep },
  call: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  let outcome = 'threw'
  try {
    const answer = await call()
    outcome = answer.kind
    return answer
  } finally {
    tally('provider_calls_total', { ...labels, outcome })
    tally('provider_call_seconds_total', labels, (performance.now() - began) / 1000)
  }
}

/** Asks the provider of an attempt, and keeps the attempt out of other workers' hands until the answer is here. */
export function askProvider<T extends { readonly kind: string }>(
  deps: Pick<PaymentDeps, 'db' | 'log' | 'payments'>,
  step: CallStep,
  attempt: Attempt,
  ask: (provider: PaymentProvider, attempt: AttemptRef) => Promise<T>,
): Promise<T> {
  const provider = providerOf(deps, attempt)
  return keepLease(deps, attempt, () => callProvider(step, attempt, () => ask(provider, refOf(attempt))))
}

/**
 * The provider that takes a new attempt. No provider is asked for 0 yen: an order that its method's discount brought
 * down to nothing keeps its method and is paid as a free one is.
 *
 * @throws for a method without keys, which no visitor was offered.
 */
export function providerFor(
  { payments }: Pick<PaymentDeps, 'payments'>,
  { siteKey, method, amount }: Pick<Attempt, 'siteKey' | 'method' | 'amount'>,
): PaymentProvider {
  const provider = payments.of(siteKey).find(amount.minor === 0 ? 'free' : method)
  if (provider === undefined) throw new Error(`payment method ${method} is not configured`)
  return provider
}

/**
 * The provider that continues an attempt: with the account that it was made with, whatever account its site has now. When
 * the keys of that account are gone, a stand-in that calls no provider and asks for a person.
 */
export function providerOf(
  { payments, log }: Pick<PaymentDeps, 'payments' | 'log'>,
  attempt: Attempt,
): PaymentProvider {
  return accountOf(payments, attempt) ?? absentAccount({ payments, log }, attempt)
}

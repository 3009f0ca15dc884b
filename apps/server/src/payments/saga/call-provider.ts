import type { Deps } from '../../deps.ts'
import { traced } from '../../tracing.ts'
import type { Attempt } from '../attempt.ts'
import { failpoint } from './failpoints.ts'
import type { PaymentProvider } from '../port.ts'

/** What the payment verbs need of the server. */
export type PaymentDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'jobs' | 'payments' | 'sites' | 'log'>

type PaidBy = Pick<Attempt, 'siteKey' | 'method' | 'amount'>

type CallStep = 'start' | 'resume' | 'query' | 'capture' | 'void' | 'refund'

/** Makes one call, between the points at which a test may stop the world. */
export async function callProvider<T>(
  step: CallStep,
  { orderId }: Pick<Attempt, 'orderId'>,
  call: () => Promise<T>,
): Promise<T> {
  await failpoint(`${step}.calling`, orderId)
  const answer = traced('payment.call', { step }, call)
  const [outcome] = await Promise.all([answer, failpoint(`${step}.sent`, orderId)])
  await failpoint(`${step}.answered`, orderId)
  return outcome
}

/**
 * Who takes an attempt forward. Nobody is asked for 0 yen: what its method brought down to nothing keeps its method and
 * is paid as what is free is (S-4.04).
 *
 * @throws when the keys of a provider were taken away while payments of it were open.
 */
export function providerOf({ payments }: Pick<PaymentDeps, 'payments'>, paid: PaidBy): PaymentProvider {
  const { siteKey, method, amount } = paid
  const provider = payments.of(siteKey).find(amount.minor === 0 ? 'free' : method)
  if (provider === undefined) throw new Error(`payment method ${method} is not configured any more`)
  return provider
}

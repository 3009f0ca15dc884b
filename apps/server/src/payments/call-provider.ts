import type { Deps } from '../deps.ts'
import { traced } from '../tracing.ts'
import type { Attempt } from './attempt.ts'
import { failpoint } from './failpoints.ts'
import type { PaymentProvider } from './port.ts'

/** What the payment verbs need of the server. */
export type PaymentDeps = Pick<Deps, 'db' | 'tokens' | 'jobs' | 'payments' | 'sites' | 'log'>

type CallStep = 'start' | 'resume' | 'query' | 'capture' | 'void' | 'refund'

/** Makes one call, between the points at which a test may stop the world. */
export async function callProvider<T>(step: CallStep, call: () => Promise<T>): Promise<T> {
  failpoint(`${step}.calling`)
  const answer = traced('payment.call', { step }, call)
  failpoint(`${step}.sent`)
  const outcome = await answer
  failpoint(`${step}.answered`)
  return outcome
}

/** @throws when the keys of a provider were taken away while payments of it were open. */
export function providerOf({ payments }: PaymentDeps, { method }: Attempt): PaymentProvider {
  const provider = payments.find(method)
  if (provider === undefined) throw new Error(`payment method ${method} is not configured any more`)
  return provider
}

import type { Attempt } from '../attempts/attempt.ts'
import type { PaymentProvider } from '../port/port.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { absenceOf } from '../attempts/account-of.ts'

/**
 * Stands in for an account whose keys nobody has any more. It asks nobody, so that nothing moves: whatever was to be done
 * stays to be done and is looked at again, a person is told each time, and it goes on by itself once the keys are back.
 */
export function absentAccount(
  { payments, log }: Pick<PaymentDeps, 'payments' | 'log'>,
  attempt: Attempt,
): PaymentProvider {
  const { id, provider, account } = attempt
  const reason = absenceOf(payments, attempt)
  const cannotAsk = async () => {
    log.error({ attempt: id, reason }, 'account of a payment not configured')
    return { kind: 'unknown', refs: {}, reason, needsPerson: true } as const
  }
  return {
    id: provider,
    account: account ?? '',
    methods: [],
    leastAmount: 0,
    lateSeconds: 0,
    browserSide: () => ({ scripts: [], styles: [], config: {}, isTest: false, hosts: [], formHosts: [] }),
    start: cannotAsk,
    resume: cannotAsk,
    query: cannotAsk,
    left: cannotAsk,
    capture: cannotAsk,
    cancelAuthorization: cannotAsk,
    refund: cannotAsk,
    // Nobody knows whose return it is: it proves nothing, and the attempt is asked about later.
    readReturn: () => ({ kept: {}, hint: 'success' }),
    parseNotification: () => undefined,
  }
}

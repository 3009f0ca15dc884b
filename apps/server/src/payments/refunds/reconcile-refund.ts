import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { finishRefund } from './finish-refund.ts'
import { claimRefund, findDueRefunds } from './refund-queries.ts'

/** Refunds to be looked at now, the longest waiting first; none of the providers in `except`. */
export function dueRefunds(
  { db }: Pick<PaymentDeps, 'db'>,
  which: { readonly limit: number; readonly except: readonly string[] },
): Promise<ReadonlyArray<{ readonly id: string; readonly provider: string }>> {
  return db.read(tx => findDueRefunds(tx, which))
}

/** Goes on with a refund that nobody is working on. One that fails is logged and comes again when its lease ends. */
export async function reconcileRefund(deps: PaymentDeps, id: string): Promise<void> {
  try {
    const refund = await deps.db.transaction(tx => claimRefund(tx, id, LEASE_SECONDS))
    if (refund !== undefined) await finishRefund(deps, refund)
  } catch (error) {
    deps.log.error({ err: error, refund: id }, 'refund not reconciled')
  }
}

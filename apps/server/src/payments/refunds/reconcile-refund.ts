import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { finishRefund } from './finish-refund.ts'
import { claimRefund } from './refund-queries.ts'

/** Goes on with a refund that nobody is working on. One that fails is logged and comes again when its lease ends. */
export async function reconcileRefund(deps: PaymentDeps, id: string): Promise<void> {
  try {
    const refund = await deps.db.transaction(tx => claimRefund(tx, id))
    if (refund !== undefined) await finishRefund(deps, refund)
  } catch (error) {
    deps.log.error({ err: error, refund: id }, 'refund not reconciled')
  }
}

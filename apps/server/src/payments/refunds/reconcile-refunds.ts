import type { PaymentDeps } from '../saga/call-provider.ts'
import { LEASE_SECONDS } from '../saga/timing.ts'
import { finishRefund } from './finish-refund.ts'
import { claimRefund, findDueRefunds } from './refund-queries.ts'

/** Refunds worked on at once. */
const BATCH = 10

/** Goes on with every refund that nobody is working on, until none is due. */
export async function reconcileRefunds(deps: PaymentDeps): Promise<void> {
  for (;;) {
    const ids = await deps.db.read(tx => findDueRefunds(tx, BATCH))
    await Promise.all(ids.map(id => reconcileRefund(deps, id)))
    if (ids.length < BATCH) return
  }
}

/** One that fails is logged and comes again when its lease ends. */
async function reconcileRefund(deps: PaymentDeps, id: string): Promise<void> {
  try {
    const refund = await deps.db.transaction(tx => claimRefund(tx, id, LEASE_SECONDS))
    if (refund !== undefined) await finishRefund(deps, refund)
  } catch (error) {
    deps.log.error({ err: error, refund: id }, 'refund not reconciled')
  }
}

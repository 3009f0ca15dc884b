import { sql } from 'kysely'

import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import { retryRefund } from '../payments/refunds/take-up-refund.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Actor } from '../staff/actor.ts'
import type { CancellationKey } from './cancel-visits.ts'

export interface Retried {
  /** Reservations that workers look at again. */
  readonly items: number
  /** Refunds that their providers were asked for once more. */
  readonly refunds: number
}

/** Has what waits for a person, or what a provider refused, tried once more. Whoever has had a letter gets no second one, except that they may move after all. */
export async function retryCancellation(
  deps: PaymentDeps & { readonly actor: Actor },
  { id, siteKey }: CancellationKey,
): Promise<Retried> {
  const { items, refunds } = await deps.db.transaction(async tx => {
    const again = await sql`
      update visit_cancellation_items set state = 'waiting', tries = 0, check_at = now()
       where cancellation_id = ${id} and state = 'needs_person' and refund_request_id is null`.execute(tx)
    const failed = await sql<{ id: string }>`
      select f.id from visit_cancellation_items i join refunds f on f.request_id = i.refund_request_id
       where i.cancellation_id = ${id} and f.state <> 'done' and (f.state = 'failed' or f.needs_person)`.execute(
      tx,
    )
    const counts = { items: Number(again.numAffectedRows ?? 0), refunds: failed.rows.length }
    await tx.updateTable('visit_cancellations').set({ ended_at: null }).where('id', '=', id).execute()
    await recordAction(tx, deps, {
      permission: 'visits:cancel',
      siteKey,
      verb: 'visits retry',
      subject: String(id),
      details: counts,
    })
    return { ...counts, refunds: failed.rows }
  })
  for (const { id: refundId } of refunds) await retryRefund(deps, refundId)
  return { items, refunds: refunds.length }
}

import { sql } from 'kysely'
import * as v from 'valibot'

import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { retryRefund } from '../../payments/refunds/take-up-refund.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CancellationKey } from './cancel-visits.ts'

export interface Retried {
  /** Reservations that workers look at again. */
  readonly items: number
  /** Refunds that their providers were asked for once more. */
  readonly refunds: number
}

/**
 * Tries once more what waits for a person, or what a provider refused. A buyer who has had a letter gets no second one,
 * except that they may move after all. Undefined where the site has no such cancellation.
 */
export const retryCancellation = staffVerb({
  name: 'visits retry',
  permission: 'visits:cancel',
  reach: 'site',
  input: v.object({ ...site, id: v.number() }),
  run: retry,
})

async function retry(
  deps: PaymentDeps,
  { id, siteKey }: CancellationKey,
  act: Act,
): Promise<Retried | undefined> {
  const again = await deps.db.transaction(async tx => {
    const known = await tx
      .selectFrom('visit_cancellations')
      .select('id')
      .where('id', '=', id)
      .where('site_key', '=', siteKey)
      .executeTakeFirst()
    if (known === undefined) return undefined
    const waiting = await sql`
      update visit_cancellation_items set state = 'waiting', tries = 0, check_at = now()
       where cancellation_id = ${id} and state = 'needs_person' and refund_request_id is null`.execute(tx)
    const failed = await sql<{ id: string }>`
      select f.id from visit_cancellation_items i join refunds f on f.request_id = i.refund_request_id
       where i.cancellation_id = ${id} and f.state <> 'done' and (f.state = 'failed' or f.needs_person)`.execute(
      tx,
    )
    const counts = { items: Number(waiting.numAffectedRows ?? 0), refunds: failed.rows.length }
    await tx.updateTable('visit_cancellations').set({ ended_at: null }).where('id', '=', id).execute()
    await recordAction(tx, act, { subject: String(id), details: counts })
    return { ...counts, refunds: failed.rows }
  })
  if (again === undefined) return undefined
  for (const { id: refundId } of again.refunds) await retryRefund(deps, { refundId })
  return { items: again.items, refunds: again.refunds.length }
}

import type { MethodDiscount } from '@kippu/domain/method-discount'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import type { Attempt } from './attempt.ts'
import { OPEN_STATES } from './attempt-queries.ts'

/** SQL of what stands around payment attempts: the ledger, methods, news of providers. */

export interface MoneyMoved {
  readonly attempt: Attempt
  readonly kind: 'capture' | 'refund'
  /** A part of it; the whole amount without. */
  readonly part?: { readonly amount: number; readonly key: string }
  readonly ids: readonly [string, string]
}

/** Books a capture or refund as two entries that sum to zero, once, whoever repeats it. Nothing for 0 yen. */
export async function bookMoney(tx: Tx, { attempt, kind, part, ids }: MoneyMoved): Promise<void> {
  const yen = part?.amount ?? attempt.amount.minor
  if (yen === 0) return
  const amount = kind === 'capture' ? yen : -yen
  const entry = {
    site_key: attempt.siteKey,
    order_id: attempt.orderId,
    attempt_id: attempt.id,
    kind,
    operation_key: part?.key ?? `${attempt.id}:${kind}`,
    created_at: sql<Date>`now()`,
  }
  await tx
    .insertInto('ledger_entries')
    .values([
      { ...entry, id: ids[0], account: 'provider', amount },
      { ...entry, id: ids[1], account: 'sales', amount: -amount },
    ])
    .onConflict(conflict => conflict.columns(['operation_key', 'account']).doNothing())
    .execute()
}

export interface ListedMethod {
  readonly discount: MethodDiscount | null
}

/** A method by which the site sells on its web channel, with its discount (S-4.01, S-7.14). */
export async function findListedMethod(
  tx: Tx,
  { siteKey, method }: { readonly siteKey: string; readonly method: string },
): Promise<ListedMethod | undefined> {
  const row = await tx
    .selectFrom('payment_methods')
    .select(['discount_type', 'discount_amount'])
    .where('site_key', '=', siteKey)
    .where('channel', '=', 'web')
    .where('method', '=', method)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { discount_type: type, discount_amount: amount } = row
  return { discount: type === null ? null : { type, amount } }
}

export interface NewEvent {
  readonly provider: string
  readonly dedupeKey: string
  readonly attemptId: string | null
  readonly payload: Readonly<Record<string, string>>
}

/** Stores news of a provider. False: it was stored before. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('provider_events')
    .values({
      provider: event.provider,
      dedupe_key: event.dedupeKey,
      attempt_id: event.attemptId,
      payload: JSON.stringify(event.payload),
      received_at: sql<Date>`now()`,
      // Its work is handed over in this transaction, to the attempt's `check_at`.
      processed_at: sql<Date>`now()`,
    })
    .onConflict(conflict => conflict.columns(['provider', 'dedupe_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** How many pieces of news an attempt has had. */
export async function countEvents(tx: Tx, attemptId: string): Promise<number> {
  const { events } = await tx
    .selectFrom('provider_events')
    .select(sql<number>`count(*)::integer`.as('events'))
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return events
}

/** Orders that wait for a payment although none is open and none took money: nothing of ours leaves them so. */
export async function findStuckOrders(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.status', 'in', ['payment_pending', 'payment_3ds'])
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'orders.id')
            .where('payment_attempts.state', 'in', [...OPEN_STATES, 'captured']),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

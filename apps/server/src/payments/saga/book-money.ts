import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import type { Attempt } from '../attempts/attempt.ts'

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

import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import { listed } from '../../platform/db/list.ts'
import type { Attempt } from '../attempts/attempt.ts'

/** Money of a payment that has moved. */
export interface MoneyMoved {
  readonly kind: 'capture' | 'refund'
  /** A part of it; the whole amount without. */
  readonly part?: { readonly amount: number; readonly key: string }
}

/**
 * An `insert` for a statement: books captures and refunds of the attempts behind `ready`, a query of ids, each as two
 * entries that sum to zero, once, however often it is repeated. Nothing for 0 yen.
 */
export function bookMoney(
  moves: ReadonlyArray<MoneyMoved & { readonly attempt: Attempt }>,
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const entries = moves.flatMap(({ attempt, kind, part }) => {
    const yen = part?.amount ?? attempt.amount.minor
    const amount = kind === 'capture' ? yen : -yen
    const entry = { attempt, kind, key: part?.key ?? `${attempt.id}:${kind}` }
    if (yen === 0) return []
    return [
      { ...entry, id: randomUUID(), account: 'provider', amount },
      { ...entry, id: randomUUID(), account: 'sales', amount: -amount },
    ]
  })
  return sql`insert into ledger_entries (id, site_key, order_id, attempt_id, kind, operation_key, account, amount, created_at)
    select e.id, e.site_key, e.order_id, e.attempt_id, e.kind, e.operation_key, e.account, e.amount, now() from ${listed(
      'e',
      {
        id: ['uuid', entries.map(({ id }) => id)],
        site_key: ['text', entries.map(({ attempt }) => attempt.siteKey)],
        order_id: ['uuid', entries.map(({ attempt }) => attempt.orderId)],
        attempt_id: ['uuid', entries.map(({ attempt }) => attempt.id)],
        kind: ['text', entries.map(({ kind }) => kind)],
        operation_key: ['text', entries.map(({ key }) => key)],
        account: ['text', entries.map(({ account }) => account)],
        amount: ['int', entries.map(({ amount }) => amount)],
      },
    )}
    where e.attempt_id in (${ready})
    on conflict (operation_key, account) do nothing`
}

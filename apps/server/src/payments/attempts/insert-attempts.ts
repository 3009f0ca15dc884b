import { type RawBuilder, sql } from 'kysely'

import { listed } from '../../platform/db/list.ts'
import { ATTEMPT_RETURNED } from './attempt.ts'
import type { ProviderRefs } from '../port/port.ts'
import { DEADLINE_SECONDS, LEASE_SECONDS } from './timing.ts'

export interface NewAttempt {
  readonly id: string
  readonly siteKey: string
  readonly orderId: string
  readonly paymentNumberHash: Buffer
  readonly provider: string
  readonly account: string
  readonly method: string
  readonly providerOrderRef: string
  /** Yen that are charged, and the consumption tax contained in them. */
  readonly amount: number
  readonly taxAmount: number
  /** Yen that the method has taken off before. */
  readonly methodDiscount: number
  readonly refs: ProviderRefs
}

/**
 * Part of a statement: `new_attempts`, those of the orders behind `ready`, a query of ids, as they are written (`attemptOf`
 * reads them). Each is born with its first call on the way, so that a crash leaves it to the reconciler.
 *
 * @throws 23505 when another one of the order is open.
 */
export function insertAttempts(
  attempts: readonly NewAttempt[],
  ready: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`new_attempts as (
    insert into payment_attempts (id, site_key, order_id, payment_number_hash, provider, provider_account, method,
      provider_order_ref, amount, currency, tax_amount, method_discount, state, operation, provider_refs,
      deadline, check_at, created_at, updated_at)
    select n.id, n.site_key, n.order_id, n.payment_number_hash, n.provider, n.account, n.method,
      n.provider_order_ref, n.amount, 'JPY', n.tax_amount, n.method_discount, 'executing', 'start', n.refs,
      now() + make_interval(secs => ${sql.lit(DEADLINE_SECONDS)}), now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)}),
      now(), now()
    from ${listed('n', {
      id: ['uuid', attempts.map(one => one.id)],
      site_key: ['text', attempts.map(one => one.siteKey)],
      order_id: ['uuid', attempts.map(one => one.orderId)],
      payment_number_hash: ['bytea', attempts.map(one => one.paymentNumberHash)],
      provider: ['text', attempts.map(one => one.provider)],
      account: ['text', attempts.map(one => one.account)],
      method: ['text', attempts.map(one => one.method)],
      provider_order_ref: ['text', attempts.map(one => one.providerOrderRef)],
      amount: ['int', attempts.map(one => one.amount)],
      tax_amount: ['int', attempts.map(one => one.taxAmount)],
      method_discount: ['int', attempts.map(one => one.methodDiscount)],
      refs: ['jsonb', attempts.map(one => JSON.stringify(one.refs))],
    })}
    where n.order_id in (${ready})
    returning ${ATTEMPT_RETURNED}
  )`
}

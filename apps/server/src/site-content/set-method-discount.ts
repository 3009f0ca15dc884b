import type { SalesChannel } from '@kippu/domain/states/ticket'
import type { Selectable } from 'kysely'

import type { Read } from '../db/database.ts'
import type { PaymentMethodsTable } from '../db/schema.ts'
import { type ActionDeps, recordAction } from '../staff/record-action.ts'

export type MethodRow = Selectable<PaymentMethodsTable>

/** The methods of a site by channel, in the order in which they are shown. */
export function listMethods(read: Read, siteKey: string): Promise<MethodRow[]> {
  return read
    .selectFrom('payment_methods')
    .selectAll()
    .where('site_key', '=', siteKey)
    .orderBy('channel')
    .orderBy('position')
    .execute()
}

/** Yen or percent that a method takes off. */
export interface Discount {
  readonly type: 'fixed' | 'percent'
  readonly amount: number
}

export interface AskedDiscount {
  readonly siteKey: string
  readonly channel: SalesChannel
  readonly method: string
  /** Null: it takes nothing off. */
  readonly discount: Discount | null
  readonly reason: string
}

/** Sets what a method of payment takes off. It counts for payments that begin afterwards. False where the channel has no such method. */
export function setMethodDiscount(
  deps: ActionDeps,
  { siteKey, channel, method, discount, reason }: AskedDiscount,
): Promise<boolean> {
  return deps.db.transaction(async tx => {
    const before = await tx
      .selectFrom('payment_methods')
      .select(['discount_type', 'discount_amount'])
      .where('site_key', '=', siteKey)
      .where('channel', '=', channel)
      .where('method', '=', method)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return false
    const { discount_type: type, discount_amount: amount } = before
    await tx
      .updateTable('payment_methods')
      .set({ discount_type: discount?.type ?? null, discount_amount: discount?.amount ?? 0 })
      .where('site_key', '=', siteKey)
      .where('channel', '=', channel)
      .where('method', '=', method)
      .execute()
    await recordAction(tx, deps, {
      permission: 'sites:write',
      siteKey,
      verb: 'methods discount',
      subject: method,
      details: { channel, discount, before: type === null ? null : { type, amount } },
      reason,
    })
    return true
  })
}

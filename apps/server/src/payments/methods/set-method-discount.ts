import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Database } from '../../platform/db/database.ts'
import { reason, site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

/** Yen or percent that a method takes off. */
export interface Discount {
  readonly type: 'fixed' | 'percent'
  readonly amount: number
}

interface AskedDiscount {
  readonly siteKey: string
  readonly channel: SalesChannel
  readonly method: string
  /** Null: it takes nothing off. */
  readonly discount: Discount | null
  readonly reason: string
}

/** Sets what a method of payment takes off. It counts for payments that begin afterwards. False where the channel has no such method. */
export const setMethodDiscount = staffVerb({
  name: 'methods discount',
  permission: 'sites:write',
  reach: 'site',
  input: v.object({
    ...site,
    channel: v.picklist(SALES_CHANNELS),
    method: v.string(),
    discount: v.nullable(
      v.object({
        type: v.picklist(['fixed', 'percent']),
        amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
    ),
    reason,
  }),
  run: writeDiscount,
})

function writeDiscount(
  { db }: { readonly db: Database },
  { siteKey, channel, method, discount, reason: why }: AskedDiscount,
  act: Act,
): Promise<boolean> {
  return db.transaction(async tx => {
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
    await recordAction(tx, act, {
      subject: method,
      details: { channel, discount, before: type === null ? null : { type, amount } },
      reason: why,
    })
    return true
  })
}

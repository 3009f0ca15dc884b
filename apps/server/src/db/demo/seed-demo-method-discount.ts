import { BROWSER_CHANNELS } from '@kippu/domain/states/ticket'

import type { Tx } from '../database.ts'

/**
 * Makes a card without 3-D Secure 200 yen cheaper on the site `demo` (S-4.01), unless the method already has a
 * discount.
 */
export async function seedDemoMethodDiscount(tx: Tx): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({ discount_type: 'fixed', discount_amount: 200 })
    .where('site_key', '=', 'demo')
    .where('channel', 'in', BROWSER_CHANNELS)
    .where('method', '=', 'stripe')
    .where('discount_type', 'is', null)
    .where('discount_amount', '=', 0)
    .execute()
}

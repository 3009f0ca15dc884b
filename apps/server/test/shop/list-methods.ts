import type { MethodDiscount } from '@kippu/domain/method-discount'
import { BROWSER_CHANNELS } from '@kippu/domain/states/ticket'

import type { ServerApp } from './server-app.ts'

/** Lists methods on the demo site, at home and at the door, in this order and with this discount or none. */
export async function listMethods(
  { db }: Pick<ServerApp, 'db'>,
  methods: readonly string[],
  discount?: MethodDiscount,
): Promise<void> {
  const terms = { discount_type: discount?.type ?? null, discount_amount: discount?.amount ?? 0 }
  const rows = BROWSER_CHANNELS.flatMap(channel =>
    methods.map((method, index) => ({ site_key: 'demo', channel, method, position: index + 1, ...terms })),
  )
  await db.transaction(tx =>
    tx
      .insertInto('payment_methods')
      .values(rows)
      .onConflict(conflict => conflict.columns(['site_key', 'channel', 'method']).doUpdateSet(terms))
      .execute(),
  )
}

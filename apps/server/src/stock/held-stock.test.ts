import { expect, test } from 'vitest'

import { createShop } from '../../test/shop/shop.ts'
import type { Tx } from '../platform/db/database.ts'
import { lockSpans } from './batch-queries.ts'
import { findUnitsOfOrder, giveBackUnits, lockSpansOfOrder } from './held-stock.ts'
import { claimForPayment } from '../../test/claim-order.ts'

const lockInBatch = async (tx: Tx, orderId: string): Promise<void> => {
  const units = await findUnitsOfOrder(tx, orderId)
  await lockSpans(tx, [...units.keys()])
}

test.each([
  ['who gives stock back', lockSpansOfOrder],
  ['a batch of holds', lockInBatch],
])('%s never keeps a payment waiting, or the two could wait for each other', async (_, lock) => {
  const shop = await createShop()
  const { id } = await shop.orderToken(2, { tea: 1 })
  await shop.db.transaction(tx =>
    tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', id).execute(),
  )
  const claimed = await shop.db.transaction(async tx => {
    await lock(tx, id)
    return shop.db.transaction(other => claimForPayment(other, { orderId: id }))
  })
  await shop.close()
  expect(claimed).toBe(true)
})

test('more than an order holds is never given back: somebody has those places', async () => {
  const shop = await createShop()
  try {
    const { id: orderId } = await shop.orderToken(2)
    const timeSpanId = shop.catalogue.spans[0]!
    const giveBack = (units: number) =>
      shop.db.transaction(tx => giveBackUnits(tx, { orderId, timeSpanId, units }))
    await expect(giveBack(3)).rejects.toThrow('no result')
    expect(await shop.takenOf(timeSpanId)).toBe(2)
    await giveBack(1)
    expect(await shop.takenOf(timeSpanId)).toBe(1)
  } finally {
    await shop.close()
  }
})

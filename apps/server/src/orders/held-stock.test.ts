import { expect, test } from 'vitest'

import { createOrdersApp } from '../../test/orders-app.ts'
import { lockSpans } from './batch-queries.ts'
import { lockTimeSpan } from './held-stock.ts'
import { claimForPayment } from './payment-steps.ts'

test.each([
  ['who gives stock back', lockTimeSpan],
  ['a batch of holds', (...[tx, id]: Parameters<typeof lockTimeSpan>) => lockSpans(tx, [id])],
])('%s never keeps a payment waiting, or the two could wait for each other', async (_, lock) => {
  const shop = await createOrdersApp()
  const { id } = await shop.orderToken(2)
  await shop.db.transaction(tx =>
    tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', id).execute(),
  )
  const claimed = await shop.db.transaction(async tx => {
    await lock(tx, shop.catalogue.spans[0]!)
    return shop.db.transaction(other => claimForPayment(other, { orderId: id }))
  })
  await shop.close()
  expect(claimed).toBe(true)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createScriptedAttempts, errorOf, type ScriptedAttempts } from '../../../test/scripted-attempts.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { lockOrder } from '../../orders/life/find-order.ts'
import { noteMailedLinks } from '../../orders/life/order-mail.ts'
import { decidePaid } from './decide-paid.ts'
import { orderAndPayments } from './paid-order.ts'
import { writePaymentStep } from './write-step.ts'

let scripted: ScriptedAttempts

beforeAll(async () => {
  scripted = await createScriptedAttempts()
})
afterAll(() => scripted.shop.close())

test('steps that complete and steps that return orders lock them in one order, so that no other statement waits in a circle', async () => {
  const { db, deps } = scripted.shop
  const opened = [await scripted.open({}, {}), await scripted.open({}, {})]
  const [first, second] = opened.toSorted((a, b) => (a.order.id < b.order.id ? -1 : 1))
  const previous = await scripted.read(first!)
  const paid = { previous: await scripted.read(second!), outcome: { kind: 'authorized', refs: {} } } as const
  const facts = await db.find(orderAndPayments, second!.order.id)
  const decision = decidePaid(deps, { ...paid, mayIssue: true }, facts)
  if (!('change' in decision)) throw new Error('nothing to write')
  const isLocked = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const held = db.transaction(async tx => {
    await lockOrder(tx, first!.order.id)
    isLocked.resolve()
    await mayEnd.promise
  })
  await isLocked.promise
  const notes = [first!, second!].map(({ order }) =>
    db.write(noteMailedLinks, { orderId: order.id, generation: 3 }),
  )
  while ((await countWaiting(db)) < 1);
  const change = { state: 'failed', operation: null, step: null, failure: errorOf('other') } as const
  const steps = [
    db.write(writePaymentStep, {
      previous,
      change: { ...change, checkInSeconds: null },
      returnsOrder: true,
    }),
    db.write(writePaymentStep, decision.change),
  ]
  while ((await countWaiting(db)) < 2);
  // Whoever has the second order now waits for the first with it in hand.
  const others = await db.read(read =>
    sql<{ id: string }>`
      select id from orders where id = ${second!.order.id}::uuid for no key update skip locked`.execute(read),
  )
  mayEnd.resolve()
  await Promise.all([held, ...notes, ...steps])
  expect(others.rows).toHaveLength(1)
})

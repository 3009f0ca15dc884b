import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { holdAttempt } from '../../../test/hold-attempt.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { readAttempt } from './attempt-queries.ts'
import { writePaymentStep } from '../saga/write-step.ts'
import type { Attempt } from './attempt.ts'
import { refsOfReturn, type Returned } from './returned.ts'

let shop: StripeShop
let ids: readonly [string, string]
/** Both with the visitor. */
let read: readonly Attempt[]

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  const open = async () => {
    const order = await shop.readyOrder(1)
    await shop.pay(order, '3220', 'stripe_secure')
    return (await shop.attemptsOf(order))[0]!.id
  }
  ids = [await open(), await open()]
})
afterAll(() => shop.close())
beforeEach(async () => {
  await setAttempts({ state: 'action_required', operation: null })
  read = await shop.db.read(tx => Promise.all(ids.map(id => readAttempt(tx, id))))
})

const setAttempts = (columns: { readonly state: string; readonly operation: string | null }) =>
  shop.db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({ ...columns, provider_refs: '{"return_hint": "success"}' })
      .execute(),
  )
const keep = (attemptId: string, returned: Returned) => {
  const previous = read.find(({ id }) => id === attemptId)!
  const change = { refs: refsOfReturn(returned), checkInSeconds: 60 }
  return shop.db.write(writePaymentStep, { previous, change })
}
const refsOf = async (id: string) => (await shop.db.read(tx => readAttempt(tx, id))).refs

const CANCELLED: Returned = { kept: { param: 'a' }, hint: 'cancel' }

describe('what a page says of its visitor’s return', () => {
  test('is kept while the visitor has something to do, and the newest word counts', async () => {
    const kept = await keep(ids[0], CANCELLED)
    expect(kept).toMatchObject({ id: ids[0], refs: { return_param: 'a', return_hint: 'cancel' } })
    const now = await shop.db.read(tx => readAttempt(tx, ids[0]))
    expect(kept).toEqual({ ...now, secondsLeft: expect.any(Number) })
    expect(await refsOf(ids[1])).toEqual({ return_hint: 'success' })
  })

  test.each(ATTEMPT_STATES.filter(state => state !== 'action_required'))(
    'changes nothing about a payment that is %s',
    async state => {
      await setAttempts({ state, operation: null })
      expect(await keep(ids[0], CANCELLED)).toBeUndefined()
      expect(await refsOf(ids[0])).toEqual({ return_hint: 'success' })
    },
  )

  test.each(['resume', 'void'])('changes nothing while %s is under way', async operation => {
    await setAttempts({ state: 'action_required', operation })
    expect(await keep(ids[0], CANCELLED)).toBeUndefined()
    expect(await refsOf(ids[0])).toEqual({ return_hint: 'success' })
  })

  test('is kept one after the other of each payment, and the last word counts', async () => {
    const named = (param: string): Returned => ({ kept: { param }, hint: 'success' })
    const [other, ...same] = await Promise.all([
      keep(ids[1], named('b')),
      keep(ids[0], named('a')),
      keep(ids[0], named('c')),
    ])
    expect(other?.refs['return_param']).toBe('b')
    expect(same.map(attempt => attempt?.refs['return_param'])).toEqual(['a', 'c'])
    expect((await refsOf(ids[0]))['return_param']).toBe('c')
  })
})

test('details of a payment that ends just then are not kept, and the answer is what became of it (S-1.14)', async () => {
  const order = await shop.readyOrder(1)
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  const [attempt] = await shop.attemptsOf(order)
  await using held = await holdAttempt(shop.db, attempt!.id)
  const answer = shop.call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: body['payment_number'],
    payment_method_type: 'stripe_secure',
    details: { status: 'cancel' },
  })
  await expect.poll(() => countWaiting(shop.db)).toBe(1)
  await held.end(tx =>
    sql`update payment_attempts set state = 'failed', check_at = null where id = ${attempt!.id}`.execute(tx),
  )
  expect((await answer).status).toBe(400)
  expect(await refsOf(attempt!.id)).not.toHaveProperty('return_hint')
})

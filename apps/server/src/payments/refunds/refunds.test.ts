import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Bought } from '../../../test/shop/stripe.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { joinPayments } from '../../../test/second-payment.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAttempt } from '../attempts/attempt-queries.ts'
import { writeRefundDone } from './finish-refund.ts'
import { lockRefund } from './refund-queries.ts'
import { requestDifference } from './request-difference.ts'
import { requestRefund } from './request-refund.ts'
import { requestVoid } from './request-void.ts'

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

const ask = (bought: Bought, tickets: 'all' | readonly number[]) =>
  requestRefund(shop.deps, {
    siteKey: 'demo',
    reservationNumber: bought.number,
    tickets,
    reason: 'the exhibition is closed that day',
  })

const difference = (bought: Bought, yen: number) =>
  requestDifference(shop.deps, {
    siteKey: 'demo',
    reservationNumber: bought.number,
    difference: yen,
    reason: 'moved to a cheaper day',
  })

async function statusesOf({ token }: Bought): Promise<string[]> {
  const { body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
  return Object.values(body).map(ticket => String((ticket as { status: string }).status))
}

const netOf = async ({ attemptId }: Bought) => (await shop.stripe.ledger())[attemptId]?.net

test('money goes back for chosen tickets, which admit nobody from then on; their places are for sale', async () => {
  const bought = await shop.buy(3)
  const takenBefore = await shop.takenOf(shop.catalogue.spans[0]!)
  expect(await ask(bought, [2])).toMatchObject({ kind: 'refund', amount: 3200, tickets: [2] })
  expect(await netOf(bought)).toBe(6400)
  expect(await statusesOf(bought)).toEqual(['available', 'invalid', 'available'])
  expect(await shop.takenOf(shop.catalogue.spans[0]!)).toBe(takenBefore - 1)
})

test('in parts up to the whole, and not a yen above it', async () => {
  const bought = await shop.buy(3)
  await ask(bought, [1])
  await ask(bought, [3])
  expect(await ask(bought, [1])).toEqual({ kind: 'refused', why: 'ticket is revoked already' })
  expect(await ask(bought, 'all')).toMatchObject({ amount: 3200, tickets: [2] })
  expect(await netOf(bought)).toBe(0)
  expect(await ask(bought, 'all')).toEqual({ kind: 'refused', why: 'no such ticket' })
  expect(await shop.attemptsOf({ id: bought.orderId })).toMatchObject([{ state: 'refunded' }])
})

test('a ticket that had cost nothing is revoked although all the money is back', async () => {
  const bought = await shop.buy(2)
  await shop.db.transaction(tx =>
    sql`
      update tickets t set price = case when t.id = 1 then 6400 else 0 end
      from reservations r where r.id = t.reservation_id and r.order_id = ${bought.orderId}`.execute(tx),
  )
  expect(await ask(bought, [1])).toMatchObject({ amount: 6400 })
  expect(await ask(bought, 'all')).toEqual({ kind: 'refund', amount: 0, tickets: [2], refundIds: [] })
  expect(await statusesOf(bought)).toEqual(['invalid', 'invalid'])
})

describe('a refund whose answer is lost', () => {
  test.each(['drop_before', 'drop_after'])('%s: it is given once', async mode => {
    const bought = await shop.buy(2)
    await shop.stripe.arm({ op: 'refund', mode, value: 2 })
    expect(await ask(bought, [1])).toMatchObject({ kind: 'refund', amount: 3200 })
    expect(await ask(bought, [2])).toEqual({ kind: 'refused', why: 'another refund is under way' })
    await reconcileRefunds()
    expect(await netOf(bought)).toBe(3200)
  })
})

test('two who ask at once: one is first, and the money goes back once', async () => {
  const bought = await shop.buy(2)
  const answers = await Promise.all([ask(bought, 'all'), ask(bought, 'all')])
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refund', 'refused'])
  expect(await netOf(bought)).toBe(0)
})

test('a refund that the provider refuses is for a person; its tickets stay revoked (S-7.15)', async () => {
  const bought = await shop.buy(1)
  await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
  shop.expectPerson({ id: bought.orderId })
  await ask(bought, 'all')
  const rows = await shop.db.read(tx =>
    tx
      .selectFrom('refunds')
      .select(['state', 'needs_person'])
      .where('order_id', '=', bought.orderId)
      .execute(),
  )
  expect(rows).toEqual([{ state: 'failed', needs_person: true }])
  expect(await statusesOf(bought)).toEqual(['invalid'])
  expect(await netOf(bought)).toBe(3200)
})

describe('a reservation that two payments paid for', () => {
  /** Two tickets of 6,400 yen each: 6,400 of both payments. */
  async function buyAndMove(): Promise<{ readonly first: Bought; readonly second: Bought }> {
    const first = await shop.buy(2)
    const second = await shop.buy(2)
    await joinPayments(shop.db, { orderId: first.orderId, changeId: second.orderId })
    return { first, second }
  }

  test('gives the newest money back first, and what is missing from the one before', async () => {
    const { first, second } = await buyAndMove()
    expect(await ask(first, [1])).toEqual({
      kind: 'refund',
      amount: 6400,
      tickets: [1],
      refundIds: [expect.any(String)],
    })
    expect([await netOf(first), await netOf(second)]).toEqual([6400, 0])
    expect(await ask(first, [2])).toMatchObject({ kind: 'refund', amount: 6400, tickets: [2] })
    expect([await netOf(first), await netOf(second)]).toEqual([0, 0])
    expect(await shop.unitsHeld({ id: second.orderId })).toBe(0)
  })

  test('one amount is spread over both', async () => {
    const { first, second } = await buyAndMove()
    expect(await difference(first, 2400)).toMatchObject({ kind: 'refund', amount: 2400, tickets: [] })
    expect([await netOf(first), await netOf(second)]).toEqual([6400, 4000])
    const answer = await ask(first, 'all')
    expect(answer).toMatchObject({ kind: 'refund', amount: 10_400, tickets: [1, 2] })
    expect(answer.kind === 'refund' && answer.refundIds).toHaveLength(2)
    expect([await netOf(first), await netOf(second)]).toEqual([0, 0])
  })

  test('a part whose answer is lost keeps the buyer waiting for the mail, until both are back', async () => {
    const { first } = await buyAndMove()
    await shop.stripe.arm({ op: 'refund', mode: 'drop_before', value: 2 })
    const mails = () => shop.jobs.filter(({ name }) => name === 'send-refund-mail').length
    const before = mails()
    expect(await ask(first, 'all')).toMatchObject({ amount: 12_800 })
    expect(mails()).toBe(before)
    await reconcileRefunds()
    expect(mails()).toBe(before + 1)
  })

  test('two parts that end at the same moment make one mail', async () => {
    const { first, second } = await buyAndMove()
    await shop.stripe.arm({ op: 'refund', mode: 'drop_before', value: 4 })
    const mails = () => shop.jobs.filter(({ name }) => name === 'send-refund-mail').length
    const before = mails()
    const answer = await ask(first, 'all')
    for (const { attemptId } of [first, second])
      await shop.stripe.asStaff('refunds', {
        payment_intent: await shop.findIntent(attemptId),
        amount: '6400',
      })
    const [newer, older] = answer.kind === 'refund' ? answer.refundIds : []
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const one = shop.db.transaction(async tx => {
      await writeDone(tx, { attemptId: second.attemptId, refundId: String(newer) })
      written.resolve()
      await mayEnd.promise
    })
    await written.promise
    let isOtherAtItsEnd = false
    const other = shop.db
      .transaction(tx => writeDone(tx, { attemptId: first.attemptId, refundId: String(older) }))
      .finally(() => (isOtherAtItsEnd = true))
    await expect.poll(async () => isOtherAtItsEnd || (await countWaiting(shop.db)) > 0).toBe(true)
    mayEnd.resolve()
    await Promise.all([one, other])
    expect(mails()).toBe(before + 1)
  })

  async function writeDone(
    tx: Tx,
    ids: { readonly attemptId: string; readonly refundId: string },
  ): Promise<void> {
    const attempt = await lockAttempt(tx, ids.attemptId)
    await writeRefundDone(tx, shop.deps, { attempt: attempt!, refund: await lockRefund(tx, ids.refundId) })
  }

  test('while one of its payments gives money back, a refund that needs it is refused and changes nothing', async () => {
    const { first } = await buyAndMove()
    await shop.stripe.arm({ op: 'refund', mode: 'drop_before', value: 2 })
    await difference(first, 400)
    expect(await ask(first, 'all')).toEqual({ kind: 'refused', why: 'another refund is under way' })
    expect(await statusesOf(first)).toEqual(['available', 'available'])
    await reconcileRefunds()
    expect(await ask(first, 'all')).toMatchObject({ amount: 12_400 })
  })

  test('two that are asked for at once give back no yen twice', async () => {
    const { first, second } = await buyAndMove()
    const answers = await Promise.all([ask(first, [1]), ask(first, [2]), ask(first, 'all')])
    const given = answers.flatMap(answer => (answer.kind === 'refund' ? [answer.amount] : []))
    const left = [await netOf(first), await netOf(second)]
    expect(given).not.toEqual([])
    expect(given.reduce((sum, yen) => sum + yen, 0)).toBe(12_800 - (left[0] ?? 0) - (left[1] ?? 0))
  })
})

describe('a difference', () => {
  test('goes back without a ticket; the tickets cost less from then on', async () => {
    const bought = await shop.buy(3)
    expect(await difference(bought, 1000)).toMatchObject({ kind: 'refund', amount: 1000, tickets: [] })
    expect(await netOf(bought)).toBe(8600)
    expect(await statusesOf(bought)).toEqual(['available', 'available', 'available'])
    expect(await ask(bought, [1])).toMatchObject({ amount: 2866 })
  })

  test.each([9600, 9601])('of all that the tickets cost, %d yen, is refused', async yen => {
    const bought = await shop.buy(3)
    expect(await difference(bought, yen)).toEqual({ kind: 'refused', why: 'more than the tickets cost' })
    expect(await netOf(bought)).toBe(9600)
  })
})

test('what is authorised and not captured is released as a whole', async () => {
  await shop.stripe.arm({ op: 'capture', mode: 'drop_before', value: 9 })
  const { orderId, number } = await shop.buy(2)
  const refused = await requestRefund(shop.deps, {
    siteKey: 'demo',
    reservationNumber: number,
    tickets: 'all',
    reason: 'r',
  })
  expect(refused).toEqual({ kind: 'refused', why: 'payment is not captured yet' })
  const voided = await requestVoid(shop.deps, { siteKey: 'demo', reservationNumber: number })
  expect(voided).toMatchObject({ kind: 'void', tickets: [1, 2] })
  await shop.reconcile()
  expect(await shop.attemptsOf({ id: orderId })).toMatchObject([{ state: 'voided' }])
  const again = await requestVoid(shop.deps, { siteKey: 'demo', reservationNumber: number })
  expect(again.kind).toBe('refused')
})

test('another site knows nothing of a reservation', async () => {
  const bought = await shop.buy(1)
  const asked = { siteKey: 'mori', reservationNumber: bought.number, tickets: 'all', reason: 'r' } as const
  expect(await requestRefund(shop.deps, asked)).toEqual({ kind: 'refused', why: 'no such reservation' })
})

async function reconcileRefunds(): Promise<void> {
  await shop.db.transaction(tx =>
    tx
      .updateTable('refunds')
      .set({ check_at: new Date(0) })
      .where('check_at', 'is not', null)
      .execute(),
  )
  await shop.reconcile()
}

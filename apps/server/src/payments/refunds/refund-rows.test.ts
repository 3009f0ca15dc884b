import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Bought } from '../../../test/shop/stripe.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { rowsOfOrder } from '../../../test/rows-of-order.ts'
import { joinPayments } from '../../../test/second-payment.ts'
import { requestDifference } from './request-difference.ts'
import { requestRefund } from './request-refund.ts'
import { requestVoid } from './request-void.ts'

let shop: StripeShop
/** Another visit: no refund may touch it. */
let other: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  other = await shop.buy(2)
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

const of = ({ number }: Bought) => ({ siteKey: 'demo', reservationNumber: number })
const ask = (bought: Bought, tickets: 'all' | readonly number[]) =>
  requestRefund(shop.deps, { ...of(bought), tickets, reason: 'closed' })
const difference = (bought: Bought, yen: number) =>
  requestDifference(shop.deps, { ...of(bought), difference: yen, reason: 'cheaper day' })

/** A visit whose payment was authorised and is not captured yet. */
async function buyUncaptured(quantity = 1): Promise<Bought> {
  await shop.stripe.arm({ op: 'capture', mode: 'drop_before', value: 2 })
  return shop.buy(quantity)
}

async function ticketsOf({ number }: Bought) {
  const { rows } = await shop.db.read(read =>
    sql<{ id: number; price: number; isValid: boolean; status: string }>`
      select t.id, price, revoked_at is null as "isValid", status
      from tickets t join reservations r on r.id = t.reservation_id where number = ${number} order by t.id`.execute(
      read,
    ),
  )
  return rows
}

const statusOf = async (bought: Bought) => (await ticketsOf(bought))[0]?.status
const pricesOf = async (bought: Bought) => (await ticketsOf(bought)).map(({ price }) => price)
const validOf = async (bought: Bought) =>
  (await ticketsOf(bought)).filter(({ isValid }) => isValid).map(({ id }) => id)

describe('nothing of another visit changes', () => {
  test.each([
    ['refund of a ticket', (mine: Bought) => ask(mine, [2])],
    ['refund of all', (mine: Bought) => ask(mine, 'all')],
    ['difference', (mine: Bought) => difference(mine, 100)],
  ])('by a %s', async (_name, act) => {
    const mine = await shop.buy(2)
    const before = await rowsOfOrder(shop.db, other.orderId)
    expect(await act(mine)).toMatchObject({ kind: 'refund' })
    await shop.reconcile()
    expect(await rowsOfOrder(shop.db, other.orderId)).toEqual(before)
  })

  test('by the release of a payment', async () => {
    const mine = await buyUncaptured()
    const before = await rowsOfOrder(shop.db, other.orderId)
    expect(await requestVoid(shop.deps, of(mine))).toMatchObject({ kind: 'void', attemptId: mine.attemptId })
    await shop.reconcile()
    expect(await rowsOfOrder(shop.db, other.orderId)).toEqual(before)
  })

  test('although another site sold a visit under the same number', async () => {
    const theirs = await shop.buy(1)
    const rename = (site: string, { orderId }: Bought, number: string) =>
      shop.db.transaction(tx =>
        tx
          .updateTable('reservations')
          .set({ site_key: site, number })
          .where('order_id', '=', orderId)
          .execute(),
      )
    const mine = await shop.buy(1)
    await rename('mori', theirs, mine.number)
    const before = await rowsOfOrder(shop.db, theirs.orderId)
    expect(await ask(mine, 'all')).toMatchObject({ kind: 'refund', amount: 3200 })
    expect(await rowsOfOrder(shop.db, theirs.orderId)).toEqual(before)
    await rename('demo', theirs, theirs.number)
  })

  test('by its refund that is on its way: this one goes back beside it', async () => {
    const [mine, theirs] = [await shop.buy(1), await shop.buy(1)]
    await shop.stripe.arm({ op: 'refund', mode: 'drop_before', value: 2 })
    expect(await ask(theirs, 'all')).toMatchObject({ kind: 'refund' })
    expect(await ask(mine, 'all')).toMatchObject({ kind: 'refund', amount: 3200 })
    await dueAll()
    await shop.reconcile()
  })
})

describe('what is written', () => {
  const requestsOf = ({ number }: Bought) =>
    shop.db.read(tx =>
      tx
        .selectFrom('refund_requests')
        .innerJoin('reservations', 'reservations.id', 'refund_requests.reservation_id')
        .select(['purpose', 'ticket_ids', 'amount', 'reason', 'refund_requests.site_key'])
        .where('number', '=', number)
        .orderBy('refund_requests.created_at')
        .execute(),
    )

  test('says for which tickets, how much and why', async () => {
    const mine = await shop.buy(3)
    await difference(mine, 300)
    await ask(mine, [3, 1])
    expect(await requestsOf(mine)).toEqual([
      { purpose: 'difference', ticket_ids: [], amount: 300, reason: 'cheaper day', site_key: 'demo' },
      { purpose: 'tickets', ticket_ids: [1, 3], amount: 6200, reason: 'closed', site_key: 'demo' },
    ])
  })

  test('is nothing at all when it is refused', async () => {
    const mine = await shop.buy(1)
    const before = await rowsOfOrder(shop.db, mine.orderId)
    expect(await ask(mine, [1, 2])).toEqual({ kind: 'refused', why: 'no such ticket' })
    expect(await ask(mine, [])).toEqual({ kind: 'refused', why: 'no such ticket' })
    expect(await difference(mine, 3200)).toEqual({ kind: 'refused', why: 'more than the tickets cost' })
    expect(await rowsOfOrder(shop.db, mine.orderId)).toEqual(before)
  })

  test('a ticket that was named twice goes back once', async () => {
    const mine = await shop.buy(2)
    expect(await ask(mine, [1, 1])).toMatchObject({ kind: 'refund', amount: 3200, tickets: [1] })
    expect(await validOf(mine)).toEqual([2])
  })
})

test.each([{ siteKey: 'demo', reservationNumber: 'ZZZZZZZZZZ' }, { siteKey: 'mori' }])(
  'nothing is given back or released of a visit that is not the site’s (%o)',
  async elsewhere => {
    const reason = 'closed'
    const asked = { ...of(other), ...elsewhere, reason }
    const refused = { kind: 'refused', why: 'no such reservation' }
    expect(await requestRefund(shop.deps, { ...asked, tickets: 'all' })).toEqual(refused)
    expect(await requestDifference(shop.deps, { ...asked, difference: 1 })).toEqual(refused)
    expect(await requestVoid(shop.deps, asked)).toEqual(refused)
  },
)

async function useFirst({ orderId }: { readonly orderId: string }): Promise<void> {
  await shop.db.transaction(tx =>
    sql`update tickets t set used_at = now() from reservations r
      where r.id = t.reservation_id and r.order_id = ${orderId} and t.id = 1`.execute(tx),
  )
}

test('a payment is not released once somebody was admitted for it', async () => {
  const mine = await buyUncaptured()
  await useFirst(mine)
  expect(await requestVoid(shop.deps, of(mine))).toEqual({ kind: 'refused', why: 'ticket was used' })
  expect(await validOf(mine)).toContain(1)
})

test('a ticket that admitted somebody is not given back', async () => {
  const mine = await shop.buy(2)
  await useFirst(mine)
  expect(await ask(mine, 'all')).toEqual({ kind: 'refused', why: 'ticket was used' })
  expect(await validOf(mine)).toEqual([1, 2])
  expect(await ask(mine, [2])).toMatchObject({ kind: 'refund', amount: 3200 })
})

test('a visit is cancelled when its last ticket goes back, not before', async () => {
  const mine = await shop.buy(2)
  await ask(mine, [1])
  expect(await statusOf(mine)).toBe('active')
  await ask(mine, [2])
  expect(await statusOf(mine)).toBe('cancelled')
})

test('each place goes back to the time span that it was held in', async () => {
  const [visit, tea] = [shop.catalogue.spans[0]!, shop.catalogue.tea.spans[0]!]
  const mine = await shop.buy(2, { tea: 2 })
  const [visits, teas] = [await shop.takenOf(visit), await shop.takenOf(tea)]
  expect(await ask(mine, [2, 3])).toMatchObject({ kind: 'refund', amount: 4000 })
  expect([await shop.takenOf(visit), await shop.takenOf(tea)]).toEqual([visits - 1, teas - 1])
  expect(await ask(mine, 'all')).toMatchObject({ kind: 'refund', amount: 4000 })
  expect([await shop.takenOf(visit), await shop.takenOf(tea)]).toEqual([visits - 2, teas - 2])
})

test('a difference lowers the prices of the tickets that are left, to the yen', async () => {
  const mine = await shop.buy(3)
  await ask(mine, [1])
  expect(await difference(mine, 1001)).toMatchObject({ kind: 'refund', amount: 1001 })
  const [revoked, ...left] = await pricesOf(mine)
  expect(revoked).toBe(3200)
  expect(left).toEqual([2699, 2700])
})

test('while the newer of two payments is only authorised, nothing is released or given back', async () => {
  const [mine, change] = [await shop.buy(1), await buyUncaptured()]
  await joinPayments(shop.db, { orderId: mine.orderId, changeId: change.orderId })
  expect(await requestVoid(shop.deps, of(mine))).toEqual({
    kind: 'refused',
    why: 'payment is captured already',
  })
  expect(await ask(mine, 'all')).toEqual({ kind: 'refused', why: 'payment is not captured yet' })
  await shop.reconcile()
  expect(await ask(mine, 'all')).toMatchObject({ kind: 'refund', amount: 6400 })
})

test('a payment of which all is back gives no yen more, and the one before pays', async () => {
  const [mine, change] = [await shop.buy(2), await shop.buy(2)]
  await joinPayments(shop.db, { orderId: mine.orderId, changeId: change.orderId })
  await ask(mine, [1])
  expect(await difference(mine, 100)).toMatchObject({ kind: 'refund', amount: 100 })
  const ledger = await shop.stripe.ledger()
  expect([ledger[change.attemptId]?.refunded, ledger[mine.attemptId]?.refunded]).toEqual([6400, 100])
})

async function dueAll(): Promise<void> {
  await shop.db.transaction(tx =>
    tx
      .updateTable('refunds')
      .set({ check_at: new Date(0) })
      .where('check_at', 'is not', null)
      .execute(),
  )
}

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { paidInFull } from '../../../test/paid-in-full.ts'
import { afterSeconds } from '../../platform/db/after-seconds.ts'
import type { Tx } from '../../platform/db/database.ts'
import { completeOrder } from '../../../test/complete-order.ts'
import { claimForPayment } from '../../../test/claim-order.ts'
import { abandonOrder, markThreeDSecure, returnToCheckout } from './payment-steps.ts'
import { releaseExpired } from './release-expired.ts'

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(() => shop.renew())

afterAll(() => shop.close())

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => shop.db.transaction(work)
const claim = (orderId: string) => inTransaction(tx => claimForPayment(tx, { orderId }))
const complete = (orderId: string) =>
  inTransaction(async tx => completeOrder(tx, { ...shop.deps, orderId, paid: await paidInFull(tx, orderId) }))
const abandon = (orderId: string, status: 'expired' | 'refunded' | 'refund_failed') =>
  inTransaction(tx => abandonOrder(tx, { orderId, status }))
const taken = () => shop.takenOf(shop.catalogue.spans[0]!)

const setStatus = (orderId: string, status: string) =>
  inTransaction(tx => tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute())

const stateOf = (orderId: string) =>
  shop.db.read(tx =>
    tx
      .selectFrom('orders')
      .leftJoin('holds', 'holds.order_id', 'orders.id')
      .select(['status', 'holds.expires_at as holdEndsAt', 'units'])
      .select(sql<boolean>`holds.expires_at is not distinct from orders.expires_at`.as('endTogether'))
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )

async function readyOrder(quantity = 2): Promise<string> {
  const { id } = await shop.orderToken(quantity)
  await setStatus(id, 'ready_checkout')
  return id
}

async function orderBeingPaid(quantity = 2): Promise<string> {
  const id = await readyOrder(quantity)
  await claim(id)
  return id
}

/** Has an order end so many seconds from now, by the clock of the database. */
const endIn = (orderId: string, seconds: number) =>
  inTransaction(tx =>
    tx
      .updateTable('orders')
      .set({ expires_at: afterSeconds(seconds) })
      .where('id', '=', orderId)
      .execute(),
  )

/** Until an order ends, by the clock of the database. */
async function minutesLeft(orderId: string): Promise<number> {
  const { minutes } = await shop.db.read(tx =>
    tx
      .selectFrom('orders')
      .select(sql<number>`extract(epoch from expires_at - now())::float / 60`.as('minutes'))
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
  )
  return minutes
}

describe('claiming an order for a payment', () => {
  test('S-1.04, S-2.05: the hold no longer ends, and the order lasts at least 15 minutes more', async () => {
    const id = await readyOrder()
    await endIn(id, 60)
    expect(await claim(id)).toBe(true)
    const state = await stateOf(id)
    expect(state).toMatchObject({ status: 'payment_pending', holdEndsAt: null })
    expect(await minutesLeft(id)).toBeGreaterThan(14)
  })

  test('S-1.15: of many who claim one order at once, one wins', async () => {
    const id = await readyOrder()
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(id)))
    expect(claims.filter(won => won)).toHaveLength(1)
  })

  test.each(['temporary', 'mail_sent', 'completed', 'cancelled', 'expired'])(
    'S-1.11: an order that is %s is not claimed',
    async status => {
      const id = await readyOrder()
      await setStatus(id, status)
      expect(await claim(id)).toBe(false)
      expect((await stateOf(id)).holdEndsAt).not.toBeNull()
    },
  )

  test('an order whose hold has ended is not claimed, also when a buyer has taken its places already', async () => {
    const ended = await readyOrder(5)
    await shop.endHold(ended)
    expect(await claim(ended)).toBe(false)
    await shop.orderToken(5)
    expect(await claim(ended)).toBe(false)
  })

  test('a claim and a giving back at once: one of them wins, and the stock is right', async () => {
    for (let round = 0; round < 5; round += 1) {
      await shop.renew()
      const { id, token } = await shop.orderToken(2)
      await setStatus(id, 'ready_checkout')
      const [won, { status }] = await Promise.all([claim(id), shop.call('DELETE', `/api/v1/orders/${token}`)])
      expect(status).toBe(won ? 400 : 204)
      expect(await taken()).toBe(won ? 2 : 0)
    }
  })

  test('S-1.05: 3-D Secure is marked on a claimed order alone', async () => {
    const id = await readyOrder()
    const mark = () =>
      inTransaction(tx => sql`with ${markThreeDSecure(sql`select ${id}::uuid`)} select 1`.execute(tx))
    await mark()
    expect((await stateOf(id)).status).toBe('ready_checkout')
    await claim(id)
    await mark()
    expect((await stateOf(id)).status).toBe('payment_3ds')
  })
})

describe('a payment that fails and may be tried again', () => {
  test('S-1.12: back to checkout with a hold of at least five minutes', async () => {
    const id = await orderBeingPaid()
    await endIn(id, -60)
    expect(await inTransaction(tx => returnToCheckout(tx, { orderId: id }))).toBe(true)
    const state = await stateOf(id)
    expect(state.status).toBe('ready_checkout')
    expect(await minutesLeft(id)).toBeGreaterThan(4)
    expect(state.endTogether).toBe(true)
    expect(await claim(id)).toBe(true)
  })

  test('an order that is not being paid does not return', async () => {
    const id = await readyOrder()
    expect(await inTransaction(tx => returnToCheckout(tx, { orderId: id }))).toBe(false)
  })
})

describe('completing an order', () => {
  test('S-1.06: reservation, a ticket a person and one mail, in one transaction', async () => {
    const id = await orderBeingPaid(3)
    const reservation = await complete(id)
    expect(reservation?.reservationNumber).toMatch(/^[A-HJ-NP-Z2-9]{10}$/)
    const tickets = await shop.db.read(tx =>
      tx
        .selectFrom('tickets')
        .select(['id', 'type', 'price'])
        .where('reservation_id', '=', reservation!.reservationId)
        .orderBy('id')
        .execute(),
    )
    expect(tickets).toEqual([1, 2, 3].map(number => ({ id: number, type: 'gate', price: 3200 })))
    expect(await stateOf(id)).toMatchObject({ status: 'completed', holdEndsAt: null, units: 3 })
    const mail = { name: 'send-completion-mail', reservationId: reservation!.reservationId }
    expect(await shop.queued()).toContainEqual(mail)
  })

  test('S-1.13: repeated, also at once, it answers with the same reservation and sends one mail', async () => {
    const id = await orderBeingPaid()
    const mailsBefore = (await shop.queued()).length
    const reservations = await Promise.all([complete(id), complete(id), complete(id)])
    expect(new Set(reservations.map(reservation => reservation?.reservationId)).size).toBe(1)
    expect(reservations[0]).toBeDefined()
    expect((await shop.queued()).length - mailsBefore).toBe(1)
  })

  test('what fails after it takes everything back', async () => {
    const id = await orderBeingPaid()
    const failing = inTransaction(async tx => {
      await completeOrder(tx, { ...shop.deps, orderId: id, paid: await paidInFull(tx, id) })
      throw new Error('the attempt could not be written')
    })
    await expect(failing).rejects.toThrow('could not be written')
    expect((await stateOf(id)).status).toBe('payment_pending')
    const { count } = await shop.db.read(tx =>
      tx
        .selectFrom('reservations')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('order_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    expect(count).toBe(0)
  })

  test('S-2.06: paid after the hold had ended: the stock is taken again if it is there', async () => {
    const id = await readyOrder(4)
    await shop.endHold(id)
    await releaseExpired(shop.deps)
    expect(await taken()).toBe(0)
    expect(await complete(id)).toBeDefined()
    expect(await taken()).toBe(4)
  })

  test('S-2.06: paid after the hold had ended and the places are sold: not completed, nothing changed', async () => {
    const id = await readyOrder(4)
    await shop.endHold(id)
    await releaseExpired(shop.deps)
    await shop.orderToken(5)
    expect(await complete(id)).toBeUndefined()
    expect((await stateOf(id)).status).toBe('expired')
    expect(await taken()).toBe(5)
    expect(await abandon(id, 'refunded')).toBe(true)
    expect((await stateOf(id)).status).toBe('refunded')
    expect(await taken()).toBe(5)
  })

  test('S-2.06: holds of others that have ended make room', async () => {
    const id = await readyOrder(4)
    await shop.endHold(id)
    await releaseExpired(shop.deps)
    const other = await shop.orderToken(5)
    await shop.endHold(other.id)
    expect(await complete(id)).toBeDefined()
    expect(await taken()).toBe(4)
  })

  describe('with a set product of which others have taken the places since', () => {
    const tea = () => shop.catalogue.tea.spans[0]!
    const holdsOf = (orderId: string) =>
      shop.db.read(tx =>
        tx
          .selectFrom('holds')
          .select(['time_span_id', 'units', 'expires_at'])
          .where('order_id', '=', orderId)
          .orderBy('time_span_id')
          .execute(),
      )

    /** It has ended, and who wanted the last tea has it; its places nobody wanted. */
    async function overtakenOrder(): Promise<{ readonly id: string; readonly otherToken: string }> {
      const { id } = await shop.orderToken(2, { tea: 5 })
      await setStatus(id, 'ready_checkout')
      await shop.endHold(id)
      const { token: otherToken } = await shop.orderToken(1, { tea: 5 })
      expect(await holdsOf(id)).toMatchObject([{ time_span_id: shop.catalogue.spans[0]!, units: 2 }])
      await setStatus(id, 'expired')
      return { id, otherToken }
    }

    test('S-2.02, S-2.06: it is not completed, and holds no more and no longer than before', async () => {
      const { id } = await overtakenOrder()
      const before = await holdsOf(id)
      expect(await complete(id)).toBeUndefined()
      expect(await holdsOf(id)).toEqual(before)
      expect([await taken(), await shop.takenOf(tea())]).toEqual([3, 5])
      expect(await abandon(id, 'refunded')).toBe(true)
      expect([await taken(), await shop.takenOf(tea())]).toEqual([1, 5])
    })

    test('S-2.06: once they are back it is completed, keeps what it had and takes the rest', async () => {
      const { id, otherToken } = await overtakenOrder()
      await shop.call('DELETE', `/api/v1/orders/${otherToken}`)
      expect(await complete(id)).toBeDefined()
      expect(await holdsOf(id)).toEqual([
        { time_span_id: shop.catalogue.spans[0]!, units: 2, expires_at: null },
        { time_span_id: tea(), units: 5, expires_at: null },
      ])
      expect([await taken(), await shop.takenOf(tea())]).toEqual([2, 5])
    })

    test('an order that lacks a part of what it held is not claimed for a payment', async () => {
      const { id } = await overtakenOrder()
      await setStatus(id, 'ready_checkout')
      await endIn(id, 60)
      const before = await holdsOf(id)
      expect(await claim(id)).toBe(false)
      expect(await holdsOf(id)).toEqual(before)
    })
  })

  test.each(['temporary', 'mail_sent', 'cancelled', 'refunded'])(
    'S-1.11: an order that is %s is not completed',
    async status => {
      const id = await readyOrder()
      await setStatus(id, status)
      expect(await complete(id)).toBeUndefined()
    },
  )
})

describe('abandoning an order', () => {
  test('a fenced attempt gives the stock back, once', async () => {
    const id = await orderBeingPaid()
    const ends = await Promise.all([abandon(id, 'expired'), abandon(id, 'expired')])
    expect(ends.toSorted()).toEqual([false, true])
    expect(await taken()).toBe(0)
  })

  test('an order that waits to be paid is not the payments to end', async () => {
    const id = await readyOrder()
    expect(await abandon(id, 'expired')).toBe(false)
    expect(await taken()).toBe(2)
  })

  test('completing and abandoning at once: one of them wins', async () => {
    const id = await orderBeingPaid()
    const [reservation, isAbandoned] = await Promise.all([complete(id), abandon(id, 'expired')])
    const { status } = await stateOf(id)
    // An expired order may still be completed (S-2.06): whoever came last, stock and state agree.
    expect(status).toBe(reservation === undefined ? 'expired' : 'completed')
    expect(isAbandoned || reservation !== undefined).toBe(true)
    expect(await taken()).toBe(reservation === undefined ? 0 : 2)
  })
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { newOrderOf } from '../../../test/new-order.ts'
import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { findWaitingRequests, giveBackOwed } from '../../payments/refunds/spread-request.ts'
import { requestDifference } from '../../payments/refunds/request-difference.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import { hashToken } from '../../platform/tokens.ts'
import { endOrder } from '../../orders/life/end-order.ts'
import { movableByToken } from './find-movable.ts'
import { insertChange, isOtherUnderWay, type NewChange } from './write-change.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(async () => {
  await shop.run(sql`delete from settings where site_key = 'demo' and key like 'Time\\_Change\\_%'`)
  await shop.compareBooks()
})

interface AtBank {
  readonly id: string
  readonly token: string
  readonly paymentNumber: unknown
  readonly url: string
}

/** A change to the dearer day whose visitor is at their bank. */
async function changeAtBank({ token: reservation }: Pick<Bought, 'token'>): Promise<AtBank> {
  const token = await shop.changeToken(reservation, shop.dear.span)
  const { body } = await shop.agree(token, '3220')
  const { id } = await shop.db.read(read =>
    read
      .selectFrom('orders')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  return { id, token, paymentNumber: body['payment_number'], url: String(body['redirect_url']) }
}

/** The bank lets the payment through, and the visitor comes back. */
async function payAtBank({ url, paymentNumber }: AtBank): Promise<void> {
  const back = await shop.stripe.answer(url, 'authenticate')
  await shop.app.inject({ url: `${back.pathname}${back.search}` })
  await shop.confirm(paymentNumber)
  await shop.reconcile()
}

/** Yen that the provider keeps of the payments of an order. */
async function netOf(order: { readonly id: string }): Promise<number> {
  const [attempts, ledger] = await Promise.all([shop.attemptsOf(order), shop.stripe.ledger()])
  return attempts.reduce((sum, { id }) => sum + (ledger[id]?.net ?? 0), 0)
}

interface Meeting<Result> {
  /** Waits for the lock. */
  readonly waits: () => Promise<Result>
  readonly meanwhile: () => Promise<unknown>
}

/** Something happens while somebody waits for a row that a statement locks. */
async function whileLocked<Result>(
  lock: ReturnType<typeof sql>,
  { waits, meanwhile }: Meeting<Result>,
): Promise<Result> {
  const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locked = shop.db.transaction(async tx => {
    await lock.execute(tx)
    isLocked.resolve()
    await mayEnd.promise
  })
  await isLocked.promise
  const waiting = waits()
  await expect.poll(() => countWaiting(shop.db)).toBeGreaterThan(0)
  await meanwhile()
  mayEnd.resolve()
  await locked
  return waiting
}

const statusOf = async (change: AtBank): Promise<string> => shop.statusOf(change)

/** What may happen to a reservation between the look at it and the statement that is decided by it. */
const MEANWHILE: ReadonlyArray<readonly [string, (id: string) => ReturnType<typeof sql>]> = [
  ['a ticket was used', id => sql`update tickets set used_at = now() where reservation_id = ${id}`],
  ['a ticket was handed on', id => sql`update tickets set handed_on_at = now() where reservation_id = ${id}`],
  [
    'a ticket got another code',
    id => sql`
    update tickets set code_version = code_version + 1 where reservation_id = ${id}`,
  ],
  [
    'a part of the price went back',
    id => sql`
    with back as (
      insert into refund_requests (id, site_key, reservation_id, purpose, ticket_ids, amount, reason, is_spread, created_at)
      values (gen_random_uuid(), 'demo', ${id}, 'difference', '{}', 100, 'it rains', false, now())
    )
    update tickets set price = price - 100 where reservation_id = ${id} and id = 1`,
  ],
  [
    'a ticket was given back',
    id => sql`
    with back as (
      insert into refund_requests (id, site_key, reservation_id, purpose, ticket_ids, amount, reason, is_spread, created_at)
      values (gen_random_uuid(), 'demo', ${id}, 'tickets', '{1}', 3200, 'it rains', false, now())
    ), freed as (
      update holds set units = units - 1 where order_id = (select order_id from reservations where id = ${id})
      returning time_span_id
    ), less as (
      update time_spans set taken = taken - 1 where id in (select time_span_id from freed)
    )
    update tickets set revoked_at = now() where reservation_id = ${id} and id = 1`,
  ],
]

describe('a change is written for a reservation that is as it was planned for', () => {
  const PRICE = { couponDiscounts: [] }

  /** A change of two tickets to the day of the same price, as it would be planned. */
  async function planned({ token }: Pick<Bought, 'token'>): Promise<NewChange> {
    const movable = await shop.db.find(movableByToken, { siteKey: 'demo', token })
    if (movable === undefined) throw new Error('no reservation')
    const change = {
      reservationId: movable.reservationId,
      movesFrom: movable.bought.order.id,
      credit: movable.paid,
      refundDue: 0,
      formerPrices: [movable.paid],
      couponDiscounts: [0],
    }
    const { span: timeSpanId, date: visitDate } = shop.same
    const order = newOrderOf(shop.catalogue, 2, { timeSpanId, visitDate, isReady: true })
    return { movable, plan: { order: { ...order, change, holdSeconds: 600 }, price: PRICE } }
  }

  test.each(MEANWHILE)('and not once %s', async (_, meanwhile) => {
    const bought = await shop.buy(2)
    const change = await planned(bought)
    await shop.run(meanwhile(bought.reservationId))
    expect(await shop.db.write(insertChange, change)).toBe('changed')
  })

  test('and not once its order or its state is another one', async () => {
    const bought = await shop.buy(2)
    const change = await planned(bought)
    await shop.run(sql`update orders set lang = 'en' where id = ${bought.orderId}`)
    expect(await shop.db.write(insertChange, change)).toBe('changed')
    const again = await planned(bought)
    await shop.run(sql`update reservations set status = 'cancelled' where id = ${bought.reservationId}`)
    expect(await shop.db.write(insertChange, again)).toBe('changed')
    await shop.run(sql`update reservations set status = 'active' where id = ${bought.reservationId}`)
    expect(await shop.db.write(insertChange, again)).toBeInstanceOf(Date)
  })

  test('one at a time: a second one is of no use to anybody', async () => {
    const bought = await shop.buy(2)
    const [first, second] = [await planned(bought), await planned(bought)]
    expect(await shop.db.write(insertChange, first)).toBeInstanceOf(Date)
    await expect(shop.db.write(insertChange, second)).rejects.toSatisfy(isOtherUnderWay)
  })

  test('of several all or none: who finds too little is told so, and nobody else is told that it has changed', async () => {
    const changes = [await planned(await shop.buy(2)), await planned(await shop.buy(2))]
    await shop.run(sql`update time_spans set capacity = taken + 3 where id = ${shop.same.span}`)
    const written = await Promise.all(changes.map(change => shop.db.write(insertChange, change)))
    expect(written).toEqual(['short', 'short'])
    await shop.run(sql`update time_spans set capacity = 1000 where id = ${shop.same.span}`)
  })
})

describe('a visit moves as it was read when its payment was judged', () => {
  const FAILPOINT = Symbol.for('kippu.failpoint')
  afterEach(() => void Reflect.deleteProperty(globalThis, FAILPOINT))

  /** Agrees to a change to the dearer day, while something happens to the reservation. */
  async function agreeWhile(
    { token, reservationId }: Bought,
    meanwhile: (id: string) => ReturnType<typeof sql> | Promise<unknown>,
  ): Promise<{ readonly id: string; readonly status: string }> {
    const change = await shop.changeToken(token, shop.dear.span)
    const happened: string[] = []
    Reflect.set(globalThis, FAILPOINT, async (name: string) => {
      if (name !== 'issue.committing' || happened.length > 0) return
      happened.push(name)
      const happening = meanwhile(reservationId)
      await (happening instanceof Promise ? happening : shop.run(happening))
    })
    await shop.agree(change, '1112')
    await shop.reconcile()
    expect(happened).toHaveLength(1)
    return shop.db.read(read =>
      read
        .selectFrom('orders')
        .select(['id', 'status'])
        .where('token_hash', '=', hashToken(change))
        .executeTakeFirstOrThrow(),
    )
  }

  test.each(MEANWHILE.filter(([what]) => what !== 'a ticket got another code'))(
    'and its money goes back once %s',
    async (_, meanwhile) => {
      const change = await agreeWhile(await shop.buy(2), meanwhile)
      expect(change.status).not.toBe('completed')
      expect(await netOf(change)).toBe(0)
    },
  )

  test('a receipt that came meanwhile is followed by one that names the visit as it is now', async () => {
    const bought = await shop.buy(2)
    const path = `/api/v1/receipts/${bought.token}`
    const { status } = await agreeWhile(bought, () => shop.call('POST', path, { addressee: '山田商店' }))
    expect(status).toBe('completed')
    const receipts = await shop.db.read(read =>
      read
        .selectFrom('receipts')
        .select(['former_id', sql<number>`document ->> 'total'`.as('total')])
        .where('reservation_id', '=', bought.reservationId)
        .orderBy('number')
        .execute(),
    )
    expect(receipts.map(({ total }) => Number(total))).toEqual([6400, 7000])
  })

  test('a code that came meanwhile is followed by the next one', async () => {
    const bought = await shop.buy(2)
    const { status } = await agreeWhile(
      bought,
      id => sql`update tickets set code_version = 7 where reservation_id = ${id}`,
    )
    expect(status).toBe('completed')
    const codes = await shop.db.read(read =>
      read
        .selectFrom('tickets')
        .select('code_version')
        .where('reservation_id', '=', bought.reservationId)
        .execute(),
    )
    expect(codes).toEqual([{ code_version: 8 }, { code_version: 8 }])
  })
})

describe('a payment of a change that can no longer be made goes back (S-11.05, S-7.15)', () => {
  test('because a ticket was used while it was paid', async () => {
    const bought = await shop.buy(1)
    const change = await changeAtBank(bought)
    await shop.run(sql`update tickets set used_at = now() where reservation_id = ${bought.reservationId}`)
    await payAtBank(change)
    expect(await statusOf(change)).not.toBe('completed')
    expect(await netOf(change)).toBe(0)
  })

  test('because a ticket was handed on while it was paid', async () => {
    const bought = await shop.buy(1)
    const change = await changeAtBank(bought)
    await shop.run(
      sql`update tickets set handed_on_at = now() where reservation_id = ${bought.reservationId}`,
    )
    await payAtBank(change)
    expect(await netOf(change)).toBe(0)
  })

  test('because another change was made since: it is of an order that the reservation has left', async () => {
    const bought = await shop.buy(1)
    const late = await changeAtBank(bought)
    await shop.db.transaction(tx => endOrder(tx, { orderId: late.id, to: 'expired' }))
    const moved = await shop.move(bought.token, shop.same.span)
    await payAtBank(late)
    expect(await statusOf(late)).not.toBe('completed')
    expect(await netOf(late)).toBe(0)
    expect((await shop.call('GET', `/api/v1/reservations/${moved}`)).body).toMatchObject({ price: 3200 })
  })

  test('because staff gave back a part of the price since: the difference is no longer the one that was paid', async () => {
    const bought = await shop.buy(2)
    const late = await changeAtBank(bought)
    await shop.db.transaction(tx => endOrder(tx, { orderId: late.id, to: 'expired' }))
    await requestDifference(shop.deps, {
      siteKey: 'demo',
      reservationNumber: bought.number,
      difference: 500,
      reason: 'the tea was cold',
    })
    await payAtBank(late)
    expect(await statusOf(late)).not.toBe('completed')
    expect(await netOf(late)).toBe(0)
    expect((await shop.call('GET', `/api/v1/reservations/${bought.token}`)).body).toMatchObject({
      price: 5900,
    })
  })
})

describe('D-41, S-8.07: whoever made a change learns no token once another change has moved the visit on', () => {
  /** Somebody who was sent the link moves the visit for nothing; then its buyer moves it on. */
  async function movedOn() {
    const { token } = await shop.buy(1)
    const change = await shop.changeToken(token, shop.same.span)
    const { body } = await shop.agree(change)
    const theirs = String(body['reservation_token'])
    const others = await shop.changeToken(theirs, shop.cheap.span)
    return { theirs, change, others, payment: body['payment_number'] }
  }

  test('from the change, complete or given up; a former token of the reservation says the same', async () => {
    const { theirs, change, others } = await movedOn()
    expect((await shop.read(change)).body).toMatchObject({ status: 'complete', reservation_token: theirs })
    expect((await shop.read(others)).body).toMatchObject({ status: 'pending', reservation_token: theirs })
    const newest = await shop.move(theirs, shop.dear.span)
    for (const path of [`timechanges/${change}`, `timechanges/${others}`, `reservations/${theirs}`]) {
      const answer = await shop.call('GET', `/api/v1/${path}`)
      expect(answer).toEqual({ status: 410, body: { error: 'reservation url changed' } })
    }
    expect((await shop.call('GET', `/api/v1/reservations/${newest}`)).status).toBe(200)
  })

  test('from its payment, which says that it is complete', async () => {
    const { theirs, payment } = await movedOn()
    expect((await shop.confirm(payment, 'free')).body).toMatchObject({ reservation_token: theirs })
    await shop.move(theirs, shop.dear.span)
    expect((await shop.confirm(payment, 'free')).body).toEqual({
      result: 'elsewhere',
      state: 'completed',
      payment_method_type: 'free',
      time_change: true,
    })
  })

  test('from a change that waited while another one was paid late', async () => {
    const bought = await shop.buy(1)
    const late = await changeAtBank(bought)
    await shop.db.transaction(tx => endOrder(tx, { orderId: late.id, to: 'expired' }))
    const newer = await shop.changeToken(bought.token, shop.cheap.span)
    await payAtBank(late)
    expect(await statusOf(late)).toBe('completed')
    expect(await shop.read(newer)).toEqual({ status: 410, body: { error: 'reservation url changed' } })
    expect((await shop.agree(newer)).body).toEqual({ error: 'time change status is not pending' })
  })
})

test('S-11.02: the database refuses a second live change of a reservation, whoever asks', async () => {
  const bought = await shop.buy(1)
  const first = await shop.changeToken(bought.token, shop.dear.span)
  await shop.changeToken(bought.token, shop.same.span)
  await expect(
    shop.run(sql`update orders set status = 'payment_pending' where token_hash = ${hashToken(first)}`),
  ).rejects.toThrow('orders_one_change')
})

/** A hundred yen are owed of what tickets have cost. */
const oweHundred = (reservationId: string) =>
  shop.db.transaction(async tx => {
    await sql`
      insert into refund_requests (id, site_key, reservation_id, purpose, ticket_ids, amount, reason, is_spread, created_at)
      values (gen_random_uuid(), 'demo', ${reservationId}, 'difference', '{}', 100, 'moved to a cheaper time', false, now())`.execute(
      tx,
    )
    await sql`update tickets set price = price - 100 where reservation_id = ${reservationId}`.execute(tx)
  })

test('S-11.11: what a change owes is spread once, however many ask at once', async () => {
  const { orderId, reservationId } = await shop.buy(1)
  await oweHundred(reservationId)
  const [owed] = await shop.db.read(read => findWaitingRequests(read, { limit: 1, after: new Date(0) }))
  await Promise.all([giveBackOwed(shop.deps, owed!), giveBackOwed(shop.deps, owed!)])
  await giveBackOwed(shop.deps, owed!)
  expect(await netOf({ id: orderId })).toBe(3100)
})

test('S-11.11: amounts that can’t be given back keep no other from being given back', async () => {
  const [stuck, next] = [await shop.buy(1), await shop.buy(1)]
  await shop.run(sql`
    insert into refund_requests (id, site_key, reservation_id, purpose, ticket_ids, amount, reason, is_spread, created_at)
    select gen_random_uuid(), 'demo', ${stuck.reservationId}, 'difference', '{}', 999999, 'more than was paid', false,
           now() - make_interval(secs => number)
      from generate_series(1, 100) as number`)
  await oweHundred(next.reservationId)
  await shop.reconcile()
  await shop.reconcile()
  expect(await netOf({ id: next.orderId })).toBe(3100)
  await shop.run(sql`delete from refund_requests where reservation_id = ${stuck.reservationId}`)
})

describe('a refund by staff (S-7.15)', () => {
  const refund = (bought: Bought, tickets: readonly number[]) =>
    requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: bought.number,
      tickets,
      reason: 'it rains',
    })

  test('ends a change that waits, whose lines are those of tickets that are gone', async () => {
    const bought = await shop.buy(2)
    const change = await shop.changeToken(bought.token, shop.dear.span)
    expect(await refund(bought, [1])).toMatchObject({ kind: 'refund', amount: 3200 })
    expect((await shop.read(change)).body).toMatchObject({ status: 'cancelled' })
  })

  test('that is refused leaves the change of the visitor as it is', async () => {
    const bought = await shop.buy(2)
    await shop.stripe.arm({ op: 'refund', mode: 'http_500', value: 2 })
    await refund(bought, [1])
    const change = await shop.changeToken(bought.token, shop.dear.span)
    expect(await refund(bought, [2])).toEqual({ kind: 'refused', why: 'another refund is under way' })
    expect((await shop.read(change)).body).toMatchObject({ status: 'pending' })
    await shop.run(sql`update refunds set check_at = now() where check_at is not null`)
    await shop.reconcile()
  })

  test('gives back the places of the time to which the visit moved while it waited', async () => {
    const bought = await shop.buy(2)
    const change = await shop.changeToken(bought.token, shop.same.span)
    const taken = await shop.takenOf(shop.same.span)
    const refunded = await whileLocked(
      sql`select from payment_attempts where id = ${bought.attemptId}::uuid for update`,
      {
        waits: () => refund(bought, [1, 2]),
        meanwhile: () => shop.agree(change),
      },
    )
    expect(refunded).toMatchObject({ kind: 'refund', amount: 6400 })
    expect(await shop.takenOf(shop.same.span)).toBe(taken - 2)
  })

  test('is refused while another time is paid', async () => {
    const bought = await shop.buy(2)
    const change = await changeAtBank(bought)
    expect(await refund(bought, [1])).toEqual({ kind: 'refused', why: 'another time is being paid for' })
    await payAtBank(change)
    expect(await statusOf(change)).toBe('completed')
  })
})

test('S-11.13: a change that waits for its places hears of a ticket that was used meanwhile', async () => {
  const bought = await shop.buy(1)
  const answer = await whileLocked(
    sql`select from time_spans where id = ${shop.same.span} for no key update`,
    {
      waits: () => shop.change(bought.token, shop.same.span),
      meanwhile: () =>
        shop.run(sql`update tickets set used_at = now() where reservation_id = ${bought.reservationId}`),
    },
  )
  expect(answer.body).toEqual({ error: 'cannot change ticket' })
})

test('S-11.03, D-05: the last places of a set product that a change holds are its own when another replaces it', async () => {
  await shop.set('Time_Change_Set_Product_Stock', 'false')
  const { token } = await shop.buy(1, { tea: 2 })
  const later = await shop.db.transaction(tx =>
    tx
      .insertInto('time_spans')
      .values({
        site_key: 'demo',
        product_id: shop.catalogue.productId,
        visit_date: shop.dear.date,
        starts_at: new Date(`${shop.dear.date}T10:05:00+09:00`),
        ends_at: new Date(`${shop.dear.date}T11:05:00+09:00`),
        capacity: 9,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await shop.run(sql`update time_spans set capacity = taken + 2 where id = ${shop.dear.tea}`)
  await shop.changeToken(token, shop.dear.span)
  // What visitors read of the stock is up to a second old.
  shop.clock.advance(1_001)
  expect((await shop.change(token, later.id)).body).toMatchObject({ status: 'pending' })
})

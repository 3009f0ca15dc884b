import { setImmediate } from 'node:timers/promises'

import { siteOf } from '@kippu/demo/demo-sites'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { brokenInvariants } from '../../../test/invariants.ts'
import { insertMember } from '../../../test/members.ts'
import { OWNER } from '../../../test/owner.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { dropStockCheck } from '../../../test/stock-check.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import { countedAddress } from '../../orders/address-proofs/counted-address.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'
import { isRefusal, refuse } from '../../platform/http/refusal.ts'
import { findOrderById } from '../../orders/life/find-order.ts'
import { giveUpPlaces } from '../../orders/life/give-up-places.ts'
import { proveOrders } from '../../orders/life/prove-orders.ts'
import { createPlacesAtProof } from '../../orders/life/take-places.ts'
import { lockSpans, selectSpans } from '../../stock/batch-queries.ts'
import { resumeSale, stopSale } from '../../stock/set-sale-state.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

/**
 * Ten units of a day of twenty may be held by one network, and six by one mail domain; twelve by all. Proved, and not paid,
 * a network may have sixteen and a domain ten.
 */
const SHARES = {
  day: { part: 0.6, least: 0 },
  network: { part: 0.5, least: 0 },
  mailDomain: { part: 0.3, least: 0 },
  unpaidNetwork: { part: 0.8, least: 0 },
  unpaidMailDomain: { part: 0.5, least: 0 },
  doorCode: { part: 0.5, least: 0 },
}

let shop: StripeShop
let member: string

beforeAll(async () => {
  const demo = siteOf('demo')
  const site = {
    ...demo,
    unprovenShares: SHARES,
    membership: { ...demo.membership, skipMailAuthentication: true },
  }
  shop = await createShop({
    payments: 'stripe',
    replace: ({ env }) => ({ sites: createSiteDirectory(env, [site]) }),
  })
  member = await insertMember(shop.db)
})

beforeEach(() => shop.renew({ capacities: [10, 10] }))
afterAll(() => shop.close())

const formWith = (email: string) => ({
  contents: [
    { key: 'email', value: email },
    { key: 'fullname', value: '𠮷田 太郎' },
  ],
})
const send = (token: string, email = 'hana@example.com') =>
  shop.call('POST', `/api/v1/ordermails/${token}`, formWith(email))
const follow = (id: string, generation = 1) =>
  shop.call('GET', `/api/v1/ordermails/${shop.deps.tokens.derive('mail', `${id}.${generation}`)}`)
const read = async (token: string) => (await shop.call('GET', `/api/v1/orders/${token}`)).body
const firstSpan = () => shop.catalogue.spans[0]!
const holdsOf = (orderId: string) =>
  shop.db.read(tx => tx.selectFrom('holds').selectAll().where('order_id', '=', orderId).execute())
/** A visitor whom no share bounds. */
const BY = {
  holder: { network: Buffer.alloc(16), mailDomain: null, shares: siteOf('demo').unprovenShares },
}
const setCapacity = (capacity: number) =>
  shop.db.transaction(tx =>
    tx.updateTable('time_spans').set({ capacity }).where('id', '=', firstSpan()).execute(),
  )
const minutesUntil = (expiresAt: unknown) => (Date.parse(String(expiresAt)) - Date.now()) / 60_000

/** All that one network may hold before a proof. */
async function fillNetwork(): Promise<void> {
  await shop.orderToken(5, { timeSpanId: shop.catalogue.spans[1]! })
  await shop.orderToken(5, { timeSpanId: shop.catalogue.spans[1]! })
}

/** An order that found the share full, with its form sent. */
async function waiting(quantity = 2): Promise<{ readonly id: string; readonly token: string }> {
  const order = await shop.orderToken(quantity)
  expect(await read(order.token)).toMatchObject({ places: 'at_proof' })
  expect(await send(order.token)).toMatchObject({
    status: 200,
    body: { mail_sent: true, places: 'at_proof' },
  })
  return order
}

describe('an order that finds a share full (D-18)', () => {
  test('is taken without places, and has them when its link is followed', async () => {
    await fillNetwork()
    expect((await shop.order(2)).body).toMatchObject({ places: 'at_proof' })
    const { id, token } = await waiting()
    expect(await holdsOf(id)).toEqual([])
    expect(await shop.takenOf(firstSpan())).toBe(0)
    expect(await follow(id)).toEqual({ status: 200, body: { order_token: token } })
    const order = await read(token)
    expect(order).toMatchObject({ status: 'ready_checkout', places: 'held' })
    expect(minutesUntil(order['expires_at'])).toBeGreaterThan(29)
    expect(await holdsOf(id)).toMatchObject([{ units: 2, is_proved: true, mail_domain: 'example.com' }])
    expect(await shop.takenOf(firstSpan())).toBe(2)
    expect(await follow(id)).toMatchObject({ status: 200 })
    expect((await shop.pay({ id, token }, '1112')).status).toBe(200)
    await shop.compareBooks()
  })

  test('is never paid before it has its places, whatever its state says', async () => {
    await fillNetwork()
    const { id, token } = await waiting()
    expect((await shop.pay({ id, token }, '1112')).status).toBe(400)
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', id).execute(),
    )
    await setCapacity(1)
    expect(await shop.pay({ id, token }, '1112')).toMatchObject({
      status: 400,
      body: { error: 'out of stock' },
    })
    expect(await holdsOf(id)).toEqual([])
    await setCapacity(10)
    expect((await shop.pay({ id, token }, '1112')).status).toBe(200)
    expect(await holdsOf(id)).toMatchObject([{ units: 2, network: null, expires_at: null }])
    await shop.compareBooks()
  })

  test('is refused in words when the places are gone by then, and stays open: they may come back', async () => {
    await fillNetwork()
    const { id, token } = await waiting(5)
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 4 }).where('id', '=', firstSpan()).execute(),
    )
    expect(await follow(id)).toEqual({ status: 400, body: { error: 'out of stock' } })
    expect(await read(token)).toMatchObject({ status: 'mail_sent', places: 'at_proof' })
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 5 }).where('id', '=', firstSpan()).execute(),
    )
    expect(await follow(id)).toMatchObject({ status: 200 })
  })

  test('gets none of a time whose sale was stopped meanwhile, and has them when it is sold again', async () => {
    await fillNetwork()
    const { id } = await waiting()
    const setState = (state: 'open' | 'stopped') =>
      (state === 'open' ? resumeSale : stopSale)(byStaff(OWNER, shop.deps), {
        siteKey: 'demo',
        productUuid: shop.catalogue.productUuid,
        from: '2026-12-01',
        to: '2026-12-01',
        time: '10:00',
        reason: 'typhoon',
      })
    await setState('stopped')
    expect(await follow(id)).toEqual({ status: 400, body: { error: 'out of stock' } })
    expect(await holdsOf(id)).toEqual([])
    await setState('open')
    expect(await follow(id)).toMatchObject({ status: 200 })
  })

  test('proves its mailbox with its link, once for many orders, and also when nothing is left', async () => {
    await fillNetwork()
    const orders = [await shop.orderToken(5), await shop.orderToken(4), await shop.orderToken(5)]
    for (const { token } of orders) {
      const sent = await send(token, 'hana@many.example')
      expect(sent.body).toMatchObject({ mail_sent: true, places: 'at_proof' })
    }
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 4 }).where('id', '=', firstSpan()).execute(),
    )
    const proved = () =>
      shop.db.read(tx => tx.selectFrom('proof_domains').select(['proved']).where('proved', '>', 0).execute())
    await shop.db.transaction(async tx => {
      await tx.deleteFrom('proof_recipients').execute()
      await tx.deleteFrom('proof_domains').execute()
    })
    const [first, ...others] = orders
    expect((await follow(first!.id)).status).toBe(400)
    expect(await proved()).toEqual([{ proved: 1 }])
    await shop.db.transaction(async tx => {
      await tx.deleteFrom('proof_recipients').execute()
      await tx.deleteFrom('proof_domains').execute()
    })
    const statuses = await Promise.all(others.map(async ({ id }) => (await follow(id)).status))
    expect(statuses).toEqual([200, 400])
    expect(await proved()).toEqual([{ proved: 1 }])
  })

  test('S-2.03: gets the places of holds that have ended, without a sweeper', async () => {
    const { id: ended } = await shop.orderToken(5)
    await shop.orderToken(5, { timeSpanId: shop.catalogue.spans[1]! })
    const { id } = await waiting(2)
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 5 }).where('id', '=', firstSpan()).execute(),
    )
    await shop.endHold(ended)
    expect(await follow(id)).toMatchObject({ status: 200 })
  })

  test('S-1.07: its link opens nothing once it has ended', async () => {
    await fillNetwork()
    const { id } = await waiting()
    await shop.endHold(id)
    expect(await follow(id)).toEqual({ status: 400, body: { error: 'session_timeout' } })
  })

  test('S-5.06: takes its places with the form of a member whose address is known', async () => {
    await fillNetwork()
    const { token, id } = await shop.orderToken(2)
    await shop.call('POST', `/api/v1/membership/login/${token}`, { email: member, password: 'correct horse' })
    expect(await send(token)).toEqual({
      status: 200,
      body: { mail_sent: false, places: 'held', order_token: token },
    })
    expect(await read(token)).toMatchObject({ status: 'ready_checkout', places: 'held' })
    expect(await holdsOf(id)).toMatchObject([{ is_proved: true }])
  })

  test('S-5.06: and says so where there are none, with the form kept', async () => {
    await fillNetwork()
    const { token } = await shop.orderToken(2)
    await shop.call('POST', `/api/v1/membership/login/${token}`, { email: member, password: 'correct horse' })
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 1 }).where('id', '=', firstSpan()).execute(),
    )
    expect(await send(token)).toEqual({ status: 400, body: { error: 'out of stock' } })
    expect(await read(token)).toMatchObject({ status: 'mail_sent', places: 'at_proof' })
  })

  test('twenty links at once for seven places: whole orders, and nothing above the capacity', async () => {
    await shop.renew({ capacities: [7, 100] })
    const orders = []
    for (let index = 0; index < 20; index += 1) {
      const order = await shop.orderToken(2)
      await shop.db.transaction(tx => giveUpPlaces(tx, order.id))
      expect(await send(order.token, `b${index}@d${index}.example`)).toMatchObject({ status: 200 })
      orders.push(order)
    }
    const answers = await Promise.all(orders.map(({ id }) => follow(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await shop.takenOf(firstSpan())).toBe(6)
    expect(await shop.db.read(brokenInvariants)).toEqual([])
  })
})

describe('exactly one way leads to the payment', () => {
  test('the proof alone moves no order without places', async () => {
    await fillNetwork()
    const { id } = await waiting()
    const order = (await shop.db.read(tx => findOrderById(tx, id)))!
    const proves = countedAddress(shop.deps.env, order.buyer.email ?? '')
    expect(await shop.db.write(proveOrders, { order, holdSeconds: 60, proves })).toBeUndefined()
    expect(await shop.db.read(tx => findOrderById(tx, id))).toEqual(order)
  })

  test('an order that has its places takes none', async () => {
    const { id, token } = await shop.orderToken(2)
    await send(token)
    const order = (await shop.db.read(tx => findOrderById(tx, id)))!
    expect(await shop.deps.placesAtProof.take(order, BY)).toBeUndefined()
    expect(await shop.takenOf(firstSpan())).toBe(2)
  })
})

describe('two servers take the last places for two proved orders', () => {
  test('with the lock of the time span one of them does', async () => {
    await dropStockCheck(shop.db)
    expect((await proveAtOnce(true)).toSorted()).toEqual(['out of stock', 'taken'])
  })

  test('with exactly that lock left out both do', async () => {
    await dropStockCheck(shop.db)
    expect(await proveAtOnce(false)).toEqual(['taken', 'taken'])
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 99 }).where('id', '=', firstSpan()).execute(),
    )
  })
})

async function proveAtOnce(isLocked: boolean): Promise<string[]> {
  await shop.renew({ capacities: [2, 20] })
  const orders = []
  for (const email of ['a@a.example', 'b@b.example']) {
    const order = await shop.orderToken(2)
    await shop.db.transaction(tx => giveUpPlaces(tx, order.id))
    await send(order.token, email)
    orders.push(await shop.db.read(tx => findOrderById(tx, order.id)))
  }
  const other = openDatabase(shop.databaseUrl, { poolSize: 2 })
  const firstHasRead = Promise.withResolvers<void>()
  let hasSecondRead = false
  const queueOn = (db: Database, whenRead: () => Promise<void>) =>
    createPlacesAtProof({
      db,
      holdSeconds: 60,
      readSpans: async (tx, ids) => {
        const spans = await (isLocked ? lockSpans(tx, ids) : selectSpans(tx, ids).execute())
        await whenRead()
        return spans
      },
    })
  const first = queueOn(shop.db, async () => {
    firstHasRead.resolve()
    await untilSomebodyWaits(shop.db, () => hasSecondRead)
  }).take(orders[0]!, BY)
  await firstHasRead.promise
  const second = queueOn(other, async () => {
    hasSecondRead = true
  }).take(orders[1]!, BY)
  const taken = await Promise.all([first, second])
  await other.close()
  return taken.map(one => (isRefusal(one) ? one.code : one === 'held' ? 'taken' : 'changed'))
}

type Take = Parameters<ReturnType<typeof createPlacesAtProof>['take']>

/** The answers of takes that share a group, in the order of their arrival: they wait behind another one of the same time. */
async function takenTogether(before: string, takesOf: () => Promise<readonly Take[]>): Promise<unknown[]> {
  const [hasBegun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reads: Array<Promise<unknown>> = []
  const places = createPlacesAtProof({
    db: {
      ...shop.db,
      read: work => {
        const read = shop.db.read(work)
        reads.push(read)
        return read
      },
    },
    holdSeconds: 60,
    readSpans: async (tx, ids) => {
      hasBegun.resolve()
      await gate.promise
      return lockSpans(tx, ids)
    },
  })
  const first = places.take(await orderOf(before), BY)
  await hasBegun.promise
  const takes: Array<Promise<unknown>> = []
  for (const take of await takesOf()) {
    takes.push(places.take(...take))
    // It has read what it wants, and waits behind the first before the next one comes: they share the next group, in this order.
    await Promise.all(reads)
    await setImmediate()
  }
  gate.resolve()
  expect(await first).toBe('held')
  return Promise.all(takes)
}

const orderOf = async (id: string) => (await shop.db.read(tx => findOrderById(tx, id)))!

/** Orders of so many places that wait for their proof. */
async function waitingOrders(...quantities: readonly number[]): Promise<string[]> {
  const ids: string[] = []
  for (const quantity of quantities) {
    const { id, token } = await shop.orderToken(quantity)
    await shop.db.transaction(tx => giveUpPlaces(tx, id))
    await send(token, `${id}@link.example`)
    ids.push(id)
  }
  return ids
}

test('a link that is followed twice at once takes the places once, and both are told so', async () => {
  const [first = '', twice = ''] = await waitingOrders(2, 2)
  const taken = await takenTogether(first, async () => {
    const order = await orderOf(twice)
    return [
      [order, BY],
      [order, BY],
    ]
  })
  expect(taken).toEqual(['held', 'held'])
  expect((await holdsOf(twice)).map(({ units }) => units)).toEqual([2])
})

test('of two that come together the first gets the last places, whether or not its link proves an address', async () => {
  const [before = '', linked = '', plain = ''] = await waitingOrders(2, 8, 8)
  const taken = await takenTogether(before, async () => [
    [await orderOf(linked), { ...BY, proves: countedAddress(shop.deps.env, `${linked}@link.example`) }],
    [await orderOf(plain), BY],
  ])
  expect(taken).toEqual(['held', refuse('out of stock')])
})

describe('what is proved and not paid (D-18)', () => {
  test('has a share by network: whoever proves beyond it goes on, and takes the places with the payment', async () => {
    const before = shop.deps.fullShares.counts().unpaidNetwork
    const bought = []
    for (const [index, span] of [0, 0, 1, 1].entries()) {
      const order = await shop.orderToken(4, { timeSpanId: shop.catalogue.spans[span]! })
      await send(order.token, `a${index}@d${index}.example`)
      expect(await follow(order.id)).toMatchObject({ status: 200 })
      bought.push(order)
    }
    const late = await shop.orderToken(1)
    expect(await read(late.token)).toMatchObject({ places: 'at_proof' })
    await send(late.token, 'late@d9.example')
    expect(await follow(late.id)).toEqual({ status: 200, body: { order_token: late.token } })
    expect(await follow(late.id)).toMatchObject({ status: 200 })
    expect(await read(late.token)).toMatchObject({ status: 'ready_checkout', places: 'at_payment' })
    expect((await send(late.token, 'late@d9.example')).body).toMatchObject({ places: 'at_payment' })
    expect(shop.deps.fullShares.counts().unpaidNetwork - before).toBe(2)
    expect(await shop.db.read(brokenInvariants)).toEqual([])
    expect((await shop.pay(late, '1112')).status).toBe(200)
    // A payment that has begun makes room, whatever becomes of it.
    expect((await shop.pay(bought[0]!, '1112')).status).toBe(200)
    expect((await shop.order(1)).body).toMatchObject({ places: 'held' })
    await shop.compareBooks()
  })

  test('has a share by mail domain, over all networks, which what is bought makes larger', async () => {
    await shop.renew({ capacities: [60] })
    const from = async (index: number, quantity: number) => {
      const order = await shop.orderToken(quantity)
      await shop.db.transaction(tx => giveUpPlaces(tx, order.id))
      await send(order.token, `a${index}@private.example`)
      const holder = { network: Buffer.from([index]), mailDomain: 'private.example', shares: SHARES }
      const taken = await shop.deps.placesAtProof.take(await orderOf(order.id), { holder })
      return { ...order, taken }
    }
    const [one, two, three] = [await from(1, 10), await from(2, 10), await from(3, 10)]
    expect([one.taken, two.taken, three.taken]).toEqual(['held', 'held', 'held'])
    expect((await from(4, 1)).taken).toBe('at_payment')
    for (const order of [one, two]) expect((await shop.pay(order, '1112')).status).toBe(200)
    for (const index of [5, 6]) expect((await from(index, 10)).taken).toBe('held')
    expect((await from(7, 1)).taken).toBe('held')
  })
})

describe('the share of a mail domain (D-18)', () => {
  test('when it is full, an order gives its places back with its form, and is told so', async () => {
    const held = await shop.orderToken(5)
    expect((await send(held.token, 'a@attack.example')).body).toMatchObject({ places: 'held' })
    const next = await shop.orderToken(2, { timeSpanId: shop.catalogue.spans[1]! })
    expect((await send(next.token, 'B@Attack.Example')).body).toEqual({ mail_sent: true, places: 'at_proof' })
    expect(await holdsOf(next.id)).toEqual([])
    expect(await shop.takenOf(shop.catalogue.spans[1]!)).toBe(0)
    // Another domain is not concerned, and what is proved of the domain makes room for it.
    const other = await shop.orderToken(2)
    expect((await send(other.token, 'a@honest.example')).body).toMatchObject({ places: 'held' })
    expect(await follow(held.id)).toMatchObject({ status: 200 })
    const third = await shop.orderToken(2)
    expect((await send(third.token, 'c@attack.example')).body).toMatchObject({ places: 'held' })
    expect(shop.deps.fullShares.counts().mailDomain).toBe(1)
  })

  test.each(['b@ａttack.example', 'b@attack.example ', 'B@ATTACK.EXAMPLE'])(
    'it is that of the address as it is stored, whatever a keyboard makes of it: %s',
    async typed => {
      expect((await send((await shop.orderToken(5)).token, 'a@attack.example')).body).toMatchObject({
        places: 'held',
      })
      expect((await send((await shop.orderToken(2)).token, typed)).body).toMatchObject({ places: 'at_proof' })
    },
  )

  test('strangers who have the same carrier take nothing from each other', async () => {
    for (const [index, units] of [5, 3, 2].entries()) {
      const { token } = await shop.orderToken(units)
      expect((await send(token, `a${index}@docomo.ne.jp`)).body).toMatchObject({ places: 'held' })
    }
  })
})

describe('how long an order is held (D-18)', () => {
  test('a quarter of an hour, again from the form on, and half an hour from the proof on', async () => {
    const { id, token } = await shop.orderToken(2)
    const endNow = async () => minutesUntil((await read(token))['expires_at'])
    expect(await endNow()).toBeGreaterThan(14)
    expect(await endNow()).toBeLessThanOrEqual(15)
    await passMinutes(id, 10)
    expect(await endNow()).toBeLessThanOrEqual(5)
    await send(token)
    expect(await endNow()).toBeGreaterThan(14)
    expect((await holdsOf(id)).map(({ network }) => network)).toEqual([expect.any(Buffer)])
    await passMinutes(id, 10)
    await follow(id)
    expect(await endNow()).toBeGreaterThan(29)
    expect(await holdsOf(id)).toMatchObject([{ network: expect.any(Buffer), is_proved: true }])
  })

  test('forms sent again and again hold it an hour at most', async () => {
    const { id, token } = await shop.orderToken(2)
    for (const [time, minutes] of [14, 14, 14, 14, 3].entries()) {
      await passMinutes(id, minutes)
      expect(await send(token, `a${time}@b${time}.example`)).toMatchObject({ status: 200 })
    }
    const { created_at, expires_at } = await shop.db.read(tx =>
      tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(expires_at.getTime() - created_at.getTime()).toBe(3_600_000)
  })

  test('the same answers sent again after the proof change no time', async () => {
    const { id, token } = await shop.orderToken(2)
    await send(token)
    await follow(id)
    await passMinutes(id, 5)
    const before = await read(token)
    expect((await send(token)).body).toMatchObject({ mail_sent: false })
    expect((await read(token))['expires_at']).toBe(before['expires_at'])
  })
})

/** Moves an order and its holds into the past. */
const passMinutes = (orderId: string, minutes: number) =>
  shop.db.transaction(async tx => {
    const by = sql`make_interval(mins => ${minutes})`
    await sql`update orders set created_at = created_at - ${by}, expires_at = expires_at - ${by} where id = ${orderId}`.execute(
      tx,
    )
    await sql`update holds set expires_at = expires_at - ${by} where order_id = ${orderId}`.execute(tx)
  })

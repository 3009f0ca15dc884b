import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { changeCoupon, insertCoupon, takenOfCoupon } from '../../../test/coupon-rows.ts'
import type { StoreAnswer } from '../../../test/shop/orders.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { findBrokenInvariants } from '../../../test/invariants.ts'
import { proveOrder } from '../../../test/prove-order.ts'
import { paidInFull } from '../../../test/paid-in-full.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { endOrder } from '../life/end-order.ts'
import { releaseExpired } from '../life/release-expired.ts'
import { type PriceChange, repriceOrders, repricing } from '../life/reprice-orders.ts'
import { addCoupon, decideAdding } from '../../sales/change-coupons/add-coupon.ts'
import { couponedOrder } from '../../sales/change-coupons/coupon-facts.ts'
import { decideRemoval } from '../../sales/change-coupons/remove-coupon.ts'
import { completeOrder } from '../../../test/complete-order.ts'
import { releaseCoupons, takeMissingUses } from './coupon-uses.ts'
import { writeCoupons } from './write-coupons.ts'

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(() => shop.renew({ capacities: [200] }))

afterAll(() => shop.close())

const add = (token: string, coupon: string): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon })
const remove = (token: string, coupon: string): Promise<StoreAnswer> =>
  shop.call('DELETE', `/api/v1/ordercoupons/${token}/${coupon}`)
const taken = (code: string): Promise<number> => takenOfCoupon(shop.db, code)
const USED_UP = { status: 400, body: { error: 'coupon limit reached' } }

describe('a limit counts what is used and what live orders have (S-3.11, R-8.43)', () => {
  test('limit 1: a second order has to wait until the first one ends (S-3.11)', async () => {
    await insertCoupon(shop.db, { code: 'ONE', usage_limit: 1 })
    const [first, second] = [await shop.orderToken(), await shop.orderToken()]
    expect((await add(first.token, 'ONE')).status).toBe(201)
    expect(await add(second.token, 'ONE')).toEqual(USED_UP)
    await shop.endHold(first.id)
    expect((await add(second.token, 'ONE')).status).toBe(201)
    expect(await taken('ONE')).toBe(1)
  })

  test('an order whose hold has ended gives its use back at once, not when the sweeper comes (S-3.11)', async () => {
    await insertCoupon(shop.db, { code: 'THREE', usage_limit: 3 })
    const first = [await shop.orderToken(), await shop.orderToken(), await shop.orderToken()]
    for (const { token } of first) expect((await add(token, 'THREE')).status).toBe(201)
    for (const { id } of first) await shop.endHold(id)
    for (const { token } of [await shop.orderToken(), await shop.orderToken(), await shop.orderToken()])
      expect((await add(token, 'THREE')).status).toBe(201)
    expect(await add((await shop.orderToken()).token, 'THREE')).toEqual(USED_UP)
    expect(await taken('THREE')).toBe(3)
  })

  test('limit 1: the use moves with its buyer to their newer order, never while the older one is paid', async () => {
    await insertCoupon(shop.db, { code: 'MINE', usage_limit: 1 })
    const [left, other, newer] = [await proved('a'), await proved('b'), await proved('a')]
    expect((await add(left.token, 'MINE')).status).toBe(201)
    expect(await add(other.token, 'MINE')).toEqual(USED_UP)
    await setStatus(left, 'payment_3ds')
    expect(await add(newer.token, 'MINE')).toEqual(USED_UP)
    await setStatus(left, 'ready_checkout')
    await setMails(left, 0)
    expect(await add(newer.token, 'MINE')).toEqual(USED_UP)
    await setMails(left, 1)
    expect((await add(newer.token, 'MINE')).status).toBe(201)
    expect(await read(newer)).toMatchObject({ price: 2700, coupons: [{ coupon_code: 'MINE' }] })
    expect(await read(left)).toMatchObject({ price: 3200, coupons: [] })
    expect(await add(left.token, 'MINE')).toEqual(USED_UP)
    expect(await taken('MINE')).toBe(1)
    expect((await findBrokenInvariants(shop.db)).filter(broken => broken.startsWith('I9'))).toEqual([])
  })

  test('limit 1: of several newer orders at once one has the use; an order that is claimed meanwhile keeps it', async () => {
    await insertCoupon(shop.db, { code: 'ONCE', usage_limit: 1 })
    const left = await proved('a')
    await add(left.token, 'ONCE')
    const newer = [await proved('a'), await proved('a'), await proved('a')]
    const strangers = [await proved('b'), await proved('c')]
    const added = await Promise.all([...newer, ...strangers].map(({ token }) => add(token, 'ONCE')))
    expect(added.slice(3)).toEqual([USED_UP, USED_UP])
    expect(new Set(added.slice(0, 3).map(({ status }) => status)).has(201)).toBe(true)
    expect(await taken('ONCE')).toBe(1)
    const have = await Promise.all([left, ...newer].map(async order => (await read(order))['coupons']))
    const [owner] = have.flatMap((coupons, index) => (JSON.stringify(coupons) === '[]' ? [] : [index]))
    const holder = [left, ...newer][owner ?? 0]!
    const last = await proved('a')
    const isClaiming = Promise.withResolvers<void>()
    const adding = isClaiming.promise.then(() => add(last.token, 'ONCE'))
    await shop.db.transaction(async tx => {
      await tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', holder.id).execute()
      isClaiming.resolve()
      await untilSomebodyWaits(shop.db)
    })
    expect(await adding).toEqual(USED_UP)
    expect(await taken('ONCE')).toBe(1)
  })

  /** An order whose buyer has proved an address. */
  async function proved(name: string): Promise<{ readonly token: string; readonly id: string }> {
    const order = await shop.orderToken()
    await shop.db.transaction(async tx => {
      const email = `${name}@example.com`
      const customer_info = JSON.stringify([{ key: 'email', value: email }])
      await tx
        .updateTable('orders')
        .set({ email, customer_info, mail_generation: 1 })
        .where('id', '=', order.id)
        .execute()
      await proveOrder(tx, order.id)
    })
    return order
  }

  const setStatus = ({ id }: { readonly id: string }, status: 'payment_3ds' | 'ready_checkout') =>
    shop.db.transaction(tx => tx.updateTable('orders').set({ status }).where('id', '=', id).execute())
  const setMails = ({ id }: { readonly id: string }, mail_generation: number) =>
    shop.db.transaction(tx =>
      tx.updateTable('orders').set({ mail_generation }).where('id', '=', id).execute(),
    )
  const read = async ({ token }: { readonly token: string }) =>
    (await shop.call('GET', `/api/v1/orders/${token}`)).body

  test.each(['cancelled by its buyer', 'expired', 'refunded', 'not refunded'])(
    'an order that is %s gives its use back, once',
    async end => {
      const code = `ENDS ${end}`
      await insertCoupon(shop.db, { code, usage_limit: 1 })
      const order = await shop.orderToken()
      await add(order.token, code)
      expect(await taken(code)).toBe(1)
      await endAs(end, order)
      expect(await taken(code)).toBe(0)
      await releaseExpired(shop.deps)
      expect(await taken(code)).toBe(0)
    },
  )

  test('a use that is not counted is not given back: those that are belong to other orders', async () => {
    await insertCoupon(shop.db, { code: 'TWO', usage_limit: 2 })
    const [first, other] = [await shop.orderToken(), await shop.orderToken()]
    for (const { token } of [first, other]) await add(token, 'TWO')
    for (const left of [1, 1]) {
      await shop.db.transaction(tx => releaseCoupons(tx, first.id))
      expect(await taken('TWO')).toBe(left)
    }
  })

  test('a use is given back whatever has become of the limit since', async () => {
    await insertCoupon(shop.db, { code: 'LOWERED', usage_limit: 3 })
    const orders = [await shop.orderToken(), await shop.orderToken()]
    for (const { token } of orders) await add(token, 'LOWERED')
    for (const [index, usage_limit] of [2, null].entries()) {
      await changeCoupon(shop.db, 'LOWERED', { usage_limit })
      await endAs('expired', orders[index]!)
      expect(await taken('LOWERED')).toBe(1 - index)
    }
  })

  test('a coupon that is removed gives its use back', async () => {
    await insertCoupon(shop.db, { code: 'BACK', usage_limit: 1 })
    const [first, second] = [await shop.orderToken(), await shop.orderToken()]
    await add(first.token, 'BACK')
    expect((await remove(first.token, 'BACK')).status).toBe(204)
    expect((await add(second.token, 'BACK')).status).toBe(201)
  })

  test('an invitation has a limit: the database takes none without', async () => {
    const endless = insertCoupon(shop.db, { code: 'ENDLESS', kind: 'invitation' })
    await expect(endless).rejects.toMatchObject({ code: '23514' })
  })

  test('a coupon without a limit is not counted: nobody waits for its row', async () => {
    await insertCoupon(shop.db, { code: 'FREELY' })
    const order = await shop.orderToken()
    // Somebody holds the row, as one who counts would.
    const [isHeld, isAdded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = shop.db.transaction(async tx => {
      await tx.selectFrom('coupons').select('id').where('code', '=', 'FREELY').forNoKeyUpdate().execute()
      isHeld.resolve()
      await isAdded.promise
    })
    await isHeld.promise
    const added = await add(order.token, 'FREELY')
    isAdded.resolve()
    await holding
    expect(added.status).toBe(201)
    expect(await taken('FREELY')).toBe(0)
    expect((await remove(order.token, 'FREELY')).status).toBe(204)
  })

  test('a late payment takes the use again if there is one, and is never refused for it', async () => {
    await insertCoupon(shop.db, { code: 'LATE', usage_limit: 1 })
    const [early, other] = [await shop.orderToken(), await shop.orderToken()]
    await add(early.token, 'LATE')
    await endAs('expired', early)
    await shop.db.transaction(tx => takeMissingUses(tx, early.id))
    expect(await taken('LATE')).toBe(1)
    await endAs('expired', early)
    expect((await add(other.token, 'LATE')).status).toBe(201)
    await shop.db.transaction(tx => takeMissingUses(tx, early.id))
    expect(await taken('LATE')).toBe(1)
  })

  test('completing takes the uses again of an order that had expired, and of no other', async () => {
    await insertCoupon(shop.db, { code: 'AGAIN', usage_limit: 3 })
    const [late, live] = [await shop.orderToken(), await shop.orderToken()]
    for (const { token } of [late, live]) await add(token, 'AGAIN')
    await endAs('expired', late)
    expect(await taken('AGAIN')).toBe(1)
    const complete = ({ id: orderId }: { readonly id: string }) =>
      shop.db.transaction(async tx => {
        const paid = await paidInFull(tx, orderId)
        return completeOrder(tx, { ...shop.deps, orderId, paid })
      })
    expect(await complete(late)).toBeDefined()
    expect(await taken('AGAIN')).toBe(2)
    // A use that was not to be had when the payment began is not taken behind the buyer's back.
    await shop.db.transaction(async tx => {
      await tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', live.id).execute()
      await releaseCoupons(tx, live.id)
    })
    expect(await complete(live)).toBeDefined()
    expect(await taken('AGAIN')).toBe(1)
  })

  test('whether all uses were to be had is told', async () => {
    await insertCoupon(shop.db, { code: 'WHOLE', usage_limit: 1 })
    const [first, other] = [await shop.orderToken(), await shop.orderToken()]
    await add(first.token, 'WHOLE')
    const takeAgain = () => shop.db.transaction(tx => takeMissingUses(tx, first.id))
    expect(await takeAgain()).toBe(true)
    await shop.db.transaction(tx => releaseCoupons(tx, first.id))
    expect(await takeAgain()).toBe(true)
    await shop.db.transaction(tx => releaseCoupons(tx, first.id))
    await add(other.token, 'WHOLE')
    expect(await takeAgain()).toBe(false)
  })

  async function endAs(end: string, { token, id }: { token: string; id: string }): Promise<void> {
    if (end === 'cancelled by its buyer') {
      await shop.call('DELETE', `/api/v1/orders/${token}`)
      return
    }
    const to = end === 'expired' ? 'expired' : end === 'refunded' ? 'refunded' : 'refund_failed'
    await shop.db.transaction(async tx => {
      await tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', id).execute()
      expect(await endOrder(tx, { orderId: id, to })).toBe(true)
    })
  }
})

/** Writes prices without asking whether a use is left. */
const UNGUARDED = repricing(sql<boolean>`true`)

describe('50 visitors at once, through two servers', () => {
  const LIMIT = 7
  let other: Database

  beforeAll(() => {
    other = openDatabase(shop.databaseUrl, { poolSize: 8 })
  })

  afterAll(() => other.close())

  test(
    'a coupon with limit 7 is used exactly seven times, again and again (S-3.11)',
    { timeout: 60_000 },
    async () => {
      for (const code of ['RACE1', 'RACE2', 'RACE3']) {
        await insertCoupon(shop.db, { code, usage_limit: LIMIT })
        expect(await useAtOnce(code)).toBe(LIMIT)
        expect(await taken(code)).toBe(LIMIT)
      }
    },
  )

  test(
    'several invitations in any order never wait for each other in a circle',
    { timeout: 60_000 },
    async () => {
      const codes = ['RING1', 'RING2', 'RING3']
      for (const code of codes) await insertCoupon(shop.db, { code, kind: 'invitation', usage_limit: 100 })
      const orders = await Promise.all(Array.from({ length: 20 }, () => shop.orderToken(3)))
      await Promise.all(
        orders.map(async ({ token, id }, index) => {
          const own = index % 2 === 0 ? codes : codes.toReversed()
          for (const code of own) expect((await add(token, code)).status).toBe(201)
          await shop.endHold(id)
        }),
      )
      await Promise.all([releaseExpired(shop.deps), releaseExpired({ ...shop.deps, db: other })])
      expect(await Promise.all(codes.map(taken))).toEqual([0, 0, 0])
    },
  )

  test(
    'of 50 that have all read that uses are left, seven get one and the others change nothing',
    { timeout: 60_000 },
    async () => {
      await insertCoupon(shop.db, { code: 'DECIDED', usage_limit: LIMIT })
      expect(await writeDecided('DECIDED', repriceOrders)).toBe(LIMIT)
      expect(await taken('DECIDED')).toBe(LIMIT)
      expect((await findBrokenInvariants(shop.db)).filter(broken => broken.startsWith('I9'))).toEqual([])
    },
  )

  test('were the guard to fail, the database itself refuses a use too many, and nothing of it stays', async () => {
    await insertCoupon(shop.db, { code: 'FULL', usage_limit: 1 })
    const decided = [await decide('FULL'), await decide('FULL')]
    const ends = await Promise.allSettled(decided.map(({ change }) => shop.db.write(UNGUARDED, change)))
    const refused = ends.flatMap((end, index) =>
      end.status === 'rejected' ? [{ reason: end.reason as unknown, token: decided[index]!.token }] : [],
    )
    expect(refused).toMatchObject([{ reason: { code: '23514' } }])
    expect(await taken('FULL')).toBe(1)
    expect((await shop.call('GET', `/api/v1/orders/${refused[0]!.token}`)).body).toMatchObject({
      price: 3200,
      coupons: [],
    })
  })

  test(
    'the guard needs no check; switched off, the same visitors use it too often',
    { timeout: 60_000 },
    async () => {
      await dropLimitCheck()
      await insertCoupon(shop.db, { code: 'UNCHECKED', usage_limit: LIMIT })
      expect(await writeDecided('UNCHECKED', repriceOrders)).toBe(LIMIT)
      await insertCoupon(shop.db, { code: 'OPEN', usage_limit: LIMIT })
      expect(await writeDecided('OPEN', UNGUARDED)).toBeGreaterThan(LIMIT)
    },
  )

  /** How many of 50 orders got the coupon, all decided before the first is written, half of them through each server. */
  async function writeDecided(code: string, write: typeof repriceOrders): Promise<number> {
    const decided = await Promise.all(Array.from({ length: 50 }, () => decide(code)))
    const written = await Promise.all(
      decided.map(({ change }, index) => (index % 2 === 0 ? shop.db : other).write(write, change)),
    )
    return written.filter(isWritten => isWritten === true).length
  }

  /** How many of 50 orders got the coupon, half of them through each server. */
  async function useAtOnce(code: string): Promise<number> {
    const orders = await Promise.all(Array.from({ length: 50 }, () => shop.orderToken()))
    const added = await Promise.all(
      orders.map(({ token }, index) =>
        addCoupon(
          { ...shop.deps, db: index % 2 === 0 ? shop.db : other },
          { siteKey: 'demo', token, typed: code },
        ),
      ),
    )
    const codes = added.map(answer => (isRefusal(answer) ? answer.code : 'added'))
    expect(new Set(codes)).toEqual(new Set(['added', 'coupon limit reached']))
    return codes.filter(code => code === 'added').length
  }

  async function dropLimitCheck(): Promise<void> {
    await shop.db.transaction(async tx => {
      const { rows } = await sql<{ conname: string }>`
        select conname from pg_constraint
        where conrelid = 'coupons'::regclass and pg_get_constraintdef(oid) like '%taken%'`.execute(tx)
      for (const { conname } of rows)
        await sql`alter table coupons drop constraint ${sql.id(conname)}`.execute(tx)
    })
  }
})

test('a use that is counted after an order was read is given back with the coupon', async () => {
  await insertCoupon(shop.db, { code: 'LIMITED LATER' })
  const { token, id } = await shop.orderToken()
  await add(token, 'LIMITED LATER')
  await changeCoupon(shop.db, 'LIMITED LATER', { usage_limit: 1 })
  const found = await shop.db.find(couponedOrder, { siteKey: 'demo', token, code: 'LIMITED LATER' })
  const decision = decideRemoval(found)
  await shop.db.transaction(tx => takeMissingUses(tx, id))
  expect('change' in decision && (await shop.db.write(repriceOrders, decision.change))).toBe(undefined)
  expect((await remove(token, 'LIMITED LATER')).status).toBe(204)
  expect(await taken('LIMITED LATER')).toBe(0)
})

describe('a coupon that its venue changes while an order waits for its row', () => {
  test.each([
    [0, undefined, 0],
    [5, true, 1],
  ])('with a limit of %i then', async (limit, isWritten, uses) => {
    const code = `CHANGED TO ${limit}`
    await insertCoupon(shop.db, { code, usage_limit: 1 })
    const { change } = await decide(code)
    expect(await changedMeanwhile(code, limit, () => shop.db.write(repriceOrders, change))).toBe(isWritten)
    expect(await taken(code)).toBe(uses)
  })

  test('gets its use back once, and gives it once', async () => {
    await insertCoupon(shop.db, { code: 'CHANGED', usage_limit: 3 })
    const { token, id } = await shop.orderToken()
    await add(token, 'CHANGED')
    await changedMeanwhile('CHANGED', 4, () => shop.db.transaction(tx => releaseCoupons(tx, id)))
    expect(await taken('CHANGED')).toBe(0)
    const taking = () => shop.db.transaction(tx => takeMissingUses(tx, id))
    expect(await changedMeanwhile('CHANGED', 5, taking)).toBe(true)
    expect(await taken('CHANGED')).toBe(1)
    await shop.db.transaction(tx => releaseCoupons(tx, id))
    expect(await changedMeanwhile('CHANGED', 0, taking)).toBe(false)
    expect(await taken('CHANGED')).toBe(0)
  })

  /** What work comes to that waits for a coupon while its limit changes. */
  async function changedMeanwhile<T>(code: string, limit: number, work: () => Promise<T>): Promise<T> {
    const isChanging = Promise.withResolvers<void>()
    const waiting = isChanging.promise.then(work)
    await shop.db.transaction(async tx => {
      await tx.updateTable('coupons').set({ usage_limit: limit }).where('code', '=', code).execute()
      isChanging.resolve()
      await untilSomebodyWaits(shop.db)
    })
    return waiting
  }
})

/** An order, and what adding a coupon to it comes to. */
async function decide(code: string): Promise<{ readonly token: string; readonly change: PriceChange }> {
  const { token } = await shop.orderToken()
  const found = await shop.db.find(couponedOrder, { siteKey: 'demo', token, code })
  const decision = decideAdding(shop.deps, found)
  if ('answer' in decision) throw new Error('the coupon is refused')
  return { token, change: decision.change }
}

test('a thousand coupons of all the products of a site are written at once', async () => {
  const { productId } = shop.catalogue
  await shop.db.transaction(async tx => {
    const { rows } = await sql<{ id: number }>`
      insert into products overriding system value
      select (jsonb_populate_record(p, jsonb_build_object('id', 70000 + n, 'uuid', gen_random_uuid(), 'code', 'P' || n))).*
        from products p, generate_series(1, 33) n where p.id = ${productId} returning id`.execute(tx)
    const coupon = {
      site_key: 'demo',
      kind: 'flat_rate',
      discount_type: 'fixed',
      discount_amount: 100,
      should_apply_per_ticket: false,
      channels: [],
      names: [],
      productIds: rows.map(({ id }) => id),
    }
    await writeCoupons(
      tx,
      Array.from({ length: 1_000 }, (_, place) => ({ ...coupon, code: `ALL${place}` })),
    )
    const { count } = await tx
      .selectFrom('coupon_products')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThanOrEqual(33_000)
  })
})

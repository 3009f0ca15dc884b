import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { sql } from 'kysely'
import * as v from 'valibot'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { type Reconciler, startReconciler } from '../../src/payments/reconcile/reconcile.ts'
import { requestDifference } from '../../src/payments/refunds/request-difference.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { newReservationToken } from '../../src/tickets/reservation-token.ts'
import { hashToken } from '../../src/platform/tokens.ts'
import { insertCoupon } from '../coupon-rows.ts'
import { findWrongs } from '../find-wrongs.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { createShop, type Shop } from '../shop/shop.ts'
import type { Conduct, MethodDriver } from '../payment-methods/method-driver.ts'
import { type Providers, startProviders } from '../payment-methods/simulators.ts'
import { createVisitor, type Visitor } from '../payment-methods/visitor.ts'
import { reservationNumberOf } from '../reservation-number.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'
import {
  createPassingTime,
  findOpen,
  look,
  type PassingTime,
  partsWithClock,
  type SettleResult,
  settleByTime,
} from './passing-time.ts'
import {
  type HookOrder,
  type ServerProcess,
  serverVariables,
  spawnServer,
  startServer,
} from './server-process.ts'
import { shopOverHttp } from './shop-over-http.ts'
import { orderRequest } from '@kippu/contract/orders'
import { BROWSER_CHANNELS } from '@kippu/domain/states/ticket'
import { isRefusal } from '../../src/platform/http/refusal.ts'
import { createCatalogueCache } from '../../src/sales/take-order/catalogue-cache.ts'
import { takeOrder } from '../../src/sales/take-order/take-order.ts'
import { proveOrder } from '../prove-order.ts'
import { takePriceOff } from '../take-price-off.ts'
import { orderIdOf } from '../order-id.ts'

/**
 * Every paid order has this coupon: its uses are counted, and the discounts of coupon and method are in every amount.
 */
const COUPON = 'CRASH'
/** Yen. */
export const METHOD_DISCOUNT = 100

export interface RigOrder {
  readonly id: string
  readonly token: string
  readonly yen: number
  /** Ids of all orders of its reservation. */
  readonly family: Set<string>
  /** It moves a visit to another time. */
  readonly isChange: boolean
  /** It was made at the door. */
  readonly isSpot?: true
}

/** A day that a visit may move to: its price differs by {@link DIFFERENCE}, or not at all. */
export type OtherDay = 'dear' | 'same' | 'cheap'

/** Yen of two tickets. */
const DIFFERENCE = 600

/**
 * One database, all providers, and servers that come and go: the killed ones are processes of their own, and the saga
 * in the test's own process takes up what they leave, because the test can see its waiting times.
 */
export interface MethodRig extends Pick<Shop, 'db' | 'deps'> {
  readonly providers: Providers
  readonly time: PassingTime
  /** A browser; its requests go to the living web server. */
  readonly visitor: Visitor
  /** The living server for visitors and webhook events, without a reconciler; starts one if there is none. */
  web(): Promise<ServerProcess>
  /** A server that only ends open payments. */
  startWorker(orders: readonly HookOrder[]): ServerProcess
  /** An order that may be paid: two tickets with what goes with them, in a time span of its own. */
  newOrder(driver: MethodDriver): Promise<RigOrder>
  /** As `newOrder`, as the door makes it: ready to be paid at once, by somebody who has said nothing. */
  newDoorOrder(driver: MethodDriver): Promise<RigOrder>
  /** A change of a bought visit to another day, in a time span of its own, with a place for its set product. */
  newChange(visit: RigOrder, day: OtherDay): Promise<RigOrder>
  /** Somebody comes in with the tickets. */
  use(order: RigOrder): Promise<void>
  checkout(driver: MethodDriver, order: RigOrder, conduct: Conduct): Promise<StoreAnswer>
  /** Staff refund some tickets, or all. */
  refund(order: RigOrder, tickets: 'all' | readonly number[]): Promise<void>
  /** Staff refund this many yen of the tickets' price. */
  refundDifference(order: RigOrder, yen: number): Promise<void>
  /** The reconciler looks once for what is due next, if anything is open. */
  look(): Promise<void>
  /** The next server ends what is open. */
  recover(): Promise<SettleResult>
  /** From now on a refund of this order waits for a person; for any other order that is wrong. */
  expectPerson(order: RigOrder): void
  findWrongs(): Promise<string[]>
  close(): Promise<void>
}

export interface MethodRigOptions {
  /** The number of orders that it has room for. */
  readonly orders: number
  /** Whether the test's own process serves visitors as well: for tests without kills. */
  readonly isServing?: boolean
  /** There are other days to move to, and no method takes anything off: such a visit does not move (S-4.05). */
  readonly hasOtherDays?: boolean
}

export async function createMethodRig({
  orders,
  isServing = false,
  hasOtherDays = false,
}: MethodRigOptions): Promise<MethodRig> {
  const port = await claimPort()
  const origin = `http://localhost:${port}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-kill-'))
  const providers = await startProviders({ storeUrl: origin })
  const variables = {
    ...providers.variables,
    PORT: String(port),
    DB_POOL_SIZE: '12',
    TRUST_PROXY: 'loopback',
  }
  const started: ServerProcess[] = []
  const alive = (): readonly ServerProcess[] => started.filter(server => server.isRunning())
  const time = createPassingTime(() => test.db, {
    setClockAhead: async aheadSeconds => {
      await providers.setClockAhead(aheadSeconds)
      await Promise.all(alive().map(server => server.tell({ do: 'clock', aheadSeconds })))
    },
  })
  const test = await createShop({
    variables,
    replace: partsWithClock(time.clock),
  })
  const { db, deps } = test
  if (isServing) await test.app.listen({ port, host: '127.0.0.1' })
  const methodDiscount = hasOtherDays ? 0 : METHOD_DISCOUNT
  await listAllMethods(test, methodDiscount)
  const visitDate = addDays(jstDateOf(time.clock.now()), 20)
  const capacities = Array.from({ length: orders }, () => 2)
  const catalogue = await insertSmallCatalogue(db, { capacities, setCapacities: capacities, visitDate })
  const days = hasOtherDays ? await insertOtherDays(test, { catalogue, capacities, visitDate }) : undefined
  await insertCoupon(db, { code: COUPON, usage_limit: orders })
  const indexes = catalogue.spans.keys()
  const nextIndex = (): number => {
    const index = indexes.next().value
    if (index === undefined) throw new Error('the rig has no time span left')
    return index
  }
  const indexOf = new Map<string, number>()
  const reconciler: Reconciler = startReconciler(deps, { intervalMs: 3_600_000 })
  const shop = shopOverHttp(origin)
  const forPersons = new Set<string>()
  const processVariables = {
    ...variables,
    ...serverVariables({ databaseUrl: test.databaseUrl, dataDir }),
  }

  let current: ServerProcess | undefined
  const web = async (): Promise<ServerProcess> => {
    if (current?.isRunning() === true) return current
    // Payments that are held while they commit keep a connection each.
    current = await startServer(port, { ...processVariables, ROLE: 'web', DB_POOL_SIZE: '30' })
    started.push(current)
    await current.tell({ do: 'clock', aheadSeconds: time.aheadSeconds() })
    return current
  }

  return {
    db,
    deps,
    providers,
    time,
    visitor: createVisitor(shop, origin),
    web,
    startWorker: hookOrders => {
      const clock = { do: 'clock', aheadSeconds: time.aheadSeconds() } as const
      const worker = spawnServer({ ...processVariables, ROLE: 'worker' }, [clock, ...hookOrders])
      started.push(worker)
      return worker
    },
    newOrder: async driver => {
      const index = nextIndex()
      const order = await newOrder(test, driver, { catalogue, index, methodDiscount })
      indexOf.set(order.id, index)
      return order
    },
    newDoorOrder: driver => newDoorOrder(test, driver, { catalogue, index: nextIndex(), methodDiscount }),
    newChange: async (visit, day) => {
      const span = days?.[day][indexOf.get(visit.id) ?? -1]
      if (span === undefined) throw new Error('the rig has no such day')
      return newChange(test, visit, span)
    },
    use: async ({ family }) => {
      await db.transaction(tx =>
        sql`
          update tickets t set used_at = now() from reservations r
           where r.id = t.reservation_id and r.order_id = any(${[...family]}::uuid[])`.execute(tx),
      )
    },
    checkout: async (driver, { token, yen, ...kind }, conduct) =>
      shop.call('POST', `/api/v1/${pathOf(kind)}/checkout/${token}`, {
        payment_method_type: driver.method,
        ...(await driver.data(providers, conduct, yen)),
      }),
    refund: async (order, tickets) => {
      const reservationNumber = await reservationNumberOf(db, order)
      const answer = await requestRefund(deps, {
        siteKey: 'demo',
        reservationNumber,
        tickets,
        reason: 'it rains',
      })
      if (answer.kind === 'refused') throw new Error(`the refund was refused: ${answer.why}`)
    },
    refundDifference: async (order, difference) => {
      const reservationNumber = await reservationNumberOf(db, order)
      const asked = { siteKey: 'demo', reservationNumber, difference, reason: 'a cheaper day' }
      const answer = await requestDifference(deps, asked)
      if (answer.kind === 'refused') throw new Error(`the refund was refused: ${answer.why}`)
    },
    look: async () => {
      const open = await findOpen(db)
      if (open.length > 0) await look({ db, providers, time, reconciler }, open)
    },
    recover: async () => {
      if (!isServing) await web()
      return settleByTime({ db, providers, time, reconciler })
    },
    expectPerson: ({ id }) => void forPersons.add(id),
    findWrongs: () => findWrongs({ db, providers, forPersons }),
    close: async () => {
      await Promise.all(alive().map(server => server.kill()))
      await reconciler.stop()
      await test.close()
      await providers.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface OrderOptions {
  readonly catalogue: SmallCatalogue
  /**
   * The index of the time span of its visit and of its set product, so that an order that loses its stock does not
   * affect the others.
   */
  readonly index: number
  /** Yen that every method but `free` takes off. */
  readonly methodDiscount: number
}

/**
 * Two tickets, an audio guide and two cups of tea with a coupon: the end of a payment releases, or keeps, all of it.
 */
async function newOrder(
  shop: Shop,
  { method }: MethodDriver,
  { catalogue: { productUuid, spans, adult, guide, tea }, index, methodDiscount }: OrderOptions,
): Promise<RigOrder> {
  const isFree = method === 'free'
  const extras = [{ option_value_id: guide, quantity: 1 }]
  const sets = [{ uuid: tea.productUuid, time_span_id: tea.spans[index], quantity: 2 }]
  const created = await shop.call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[index],
    quantity: 2,
    option_values: [{ option_value_id: adult, quantity: 2 }, ...(isFree ? [] : extras)],
    ...(!isFree && { set_products: sets }),
  })
  if (created.status !== 201) throw new Error(`the order was not created: ${JSON.stringify(created)}`)
  const token = String(created.body['order_token'])
  if (!isFree) {
    const { status, body } = await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: COUPON })
    if (status !== 201) throw new Error(`the coupon was not taken: ${status} ${JSON.stringify(body)}`)
  }
  return shop.db.transaction(async tx => {
    const id = await orderIdOf(tx, token)
    await proveOrder(tx, id)
    const { price } = await tx
      .updateTable('orders')
      .set(eb => (isFree ? { price: 0, subtotal: 0 } : { price: eb.ref('price') }))
      .where('id', '=', id)
      .returning('price')
      .executeTakeFirstOrThrow()
    if (isFree)
      await tx.updateTable('order_items').set({ unit_price: 0 }).where('order_id', '=', id).execute()
    return {
      id,
      token,
      yen: isFree ? 0 : price - methodDiscount,
      family: new Set([id]),
      isChange: false,
    }
  })
}

/** Two tickets and two cups of tea. The day of the rig is another one than today, which alone the call of the door would sell. */
async function newDoorOrder(
  { db, deps, clock }: Shop,
  { method }: MethodDriver,
  { catalogue: { productUuid, spans, adult, tea }, index, methodDiscount }: OrderOptions,
): Promise<RigOrder> {
  const [visit, cups] = [spans[index], tea.spans[index]]
  if (visit === undefined || cups === undefined) throw new Error('the rig has no such time span')
  const isFree = method === 'free'
  const request = {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: visit,
    quantity: 2,
    option_values: [{ option_value_id: adult, quantity: 2 }],
    set_products: isFree ? [] : [{ uuid: tea.productUuid, time_span_id: cups, quantity: 2 }],
  } as const
  const parts = { ...deps, clock, catalogue: createCatalogueCache(deps) }
  const terms = { channel: 'spot', holder: null, isReady: true, holdSeconds: 900 } as const
  const taken = await takeOrder(parts, 'demo', v.parse(orderRequest, request), terms)
  if (isRefusal(taken)) throw new Error(`no order at the door: ${taken.code}`)
  const { token, price } = taken
  const id = await db.read(read => orderIdOf(read, token))
  if (isFree) await db.transaction(tx => takePriceOff(tx, id))
  const yen = isFree ? 0 : price - methodDiscount
  return { id, token, yen, family: new Set([id]), isChange: false, isSpot: true }
}

function pathOf({ isChange, isSpot }: Pick<RigOrder, 'isChange' | 'isSpot'>): string {
  if (isChange) return 'timechanges'
  return isSpot === true ? 'spot/orders' : 'orders'
}

/** Asks for the change as the visitor's page does, of the server in the test's own process. */
async function newChange({ app, db, deps }: Shop, visit: RigOrder, timeSpanId: number): Promise<RigOrder> {
  const { id: reservationId } = await db.read(tx =>
    tx.selectFrom('reservations').select('id').where('order_id', '=', visit.id).executeTakeFirstOrThrow(),
  )
  const made = await app.inject({
    method: 'POST',
    url: '/api/v1/timechanges',
    payload: {
      reservation_token: newReservationToken(deps.tokens, { id: reservationId, tokenGeneration: 0 }),
      time_span_id: timeSpanId,
      lang: 'ja',
    },
  })
  if (made.statusCode !== 201) throw new Error(`no change was made: ${made.body}`)
  const { timechange_token: token } = v.parse(v.object({ timechange_token: v.string() }), made.json())
  const { id, price, credit } = await db.read(tx =>
    tx
      .selectFrom('orders')
      .select(['id', 'price', 'credit'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  const { family } = visit
  family.add(id)
  return { id, token, yen: Math.max(0, price - credit), family, isChange: true }
}

interface FirstDay {
  readonly catalogue: SmallCatalogue
  readonly capacities: readonly number[]
  readonly visitDate: string
}

/**
 * Other days, of as many times as the first one, a minute each: the spans of the visit, by its index. Set products need their
 * place (D-05).
 */
async function insertOtherDays(
  { db }: Pick<Shop, 'db'>,
  { catalogue: { productId, tea }, capacities, visitDate }: FirstDay,
): Promise<Readonly<Record<OtherDay, readonly number[]>>> {
  return db.transaction(async tx => {
    const setting = { site_key: 'demo', key: 'Time_Change_Set_Product_Stock', value: 'false' }
    await tx.insertInto('settings').values(setting).execute()
    const insert = async (visit_date: string, base_price: number): Promise<number[]> => {
      const begin = Date.parse(`${visit_date}T10:00:00+09:00`)
      const [, spans] = await Promise.all(
        [
          { product_id: tea.productId, base_price: 800 },
          { product_id: productId, base_price },
        ].map(async day => {
          await tx
            .insertInto('product_days')
            .values({ ...day, visit_date })
            .execute()
          const rows = capacities.map((capacity, index) => ({
            site_key: 'demo',
            product_id: day.product_id,
            visit_date,
            starts_at: new Date(begin + index * 60_000),
            ends_at: new Date(begin + index * 60_000 + 3_600_000),
            capacity,
          }))
          return tx.insertInto('time_spans').values(rows).returning('id').execute()
        }),
      )
      return (spans ?? []).map(({ id }) => id)
    }
    return {
      dear: await insert(addDays(visitDate, 5), 3200 + DIFFERENCE / 2),
      same: await insert(addDays(visitDate, 10), 3200),
      cheap: await insert(addDays(visitDate, 15), 3200 - DIFFERENCE / 2),
    }
  })
}

export async function listAllMethods(
  { db }: Pick<Shop, 'db'>,
  methodDiscount = METHOD_DISCOUNT,
): Promise<void> {
  const rows = BROWSER_CHANNELS.flatMap(channel =>
    PAYMENT_METHODS.map((method: PaymentMethod, position: number) => ({
      site_key: 'demo',
      channel,
      method,
      position,
      ...(method === 'free'
        ? { discount_type: null, discount_amount: 0 }
        : { discount_type: 'fixed', discount_amount: methodDiscount }),
    })),
  )
  await db.transaction(tx =>
    tx
      .insertInto('payment_methods')
      .values(rows)
      .onConflict(conflict =>
        conflict.columns(['site_key', 'channel', 'method']).doUpdateSet(eb => ({
          discount_type: eb.ref('excluded.discount_type'),
          discount_amount: eb.ref('excluded.discount_amount'),
        })),
      )
      .execute(),
  )
}

import type { MethodDiscount } from '@kippu/domain/method-discount'
import { BROWSER_CHANNELS } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import { releaseCoupons } from '../src/orders/coupons/coupon-uses.ts'
import { startReconciler } from '../src/payments/reconcile/reconcile.ts'
import type { TestAppOptions } from './app.ts'
import { findWrongs } from './find-wrongs.ts'
import { type StoreAnswer, createOrdersApp, type OrderExtras, type OrdersApp } from './orders-app.ts'
import { startStripeSimulator, type StripeSimulator } from './stripe-simulator.ts'
import { proveOrder } from './prove-order.ts'
import { orderIdOf } from './order-id.ts'

export interface ReadyOrder {
  readonly token: string
  readonly id: string
}

export interface Bought {
  readonly orderId: string
  readonly attemptId: string
  readonly reservationId: string
  /** Of the reservation, as is its token. */
  readonly number: string
  readonly token: string
}

export interface PaymentsApp extends OrdersApp {
  readonly stripe: StripeSimulator
  /** Makes an order ready to be paid. */
  ready(token: string): Promise<ReadyOrder>
  /** An order that its buyer may pay: 3,200 yen a ticket. */
  readyOrder(quantity?: number, extras?: OrderExtras): Promise<ReadyOrder>
  /** Like `readyOrder`, and pays at once. */
  buy(quantity?: number, extras?: OrderExtras): Promise<Bought>
  pay(order: ReadyOrder, last4: string, method?: 'stripe' | 'stripe_secure'): Promise<StoreAnswer>
  confirm(paymentNumber: unknown, method?: string): Promise<StoreAnswer>
  /** Lets all waiting times pass, then lets the reconciler look once. */
  reconcile(): Promise<void>
  /** Lets the time to pay expire. */
  passDeadline(): Promise<void>
  statusOf(order: ReadyOrder): Promise<string>
  /** States of the attempts of an order, the oldest first. */
  attemptsOf(
    order: Pick<ReadyOrder, 'id'>,
  ): Promise<ReadonlyArray<{ readonly id: string; readonly state: string }>>
  unitsHeld(order: Pick<ReadyOrder, 'id'>): Promise<number>
  secondsLeft(order: ReadyOrder): Promise<number>
  /** Makes the hold of an order end in this many seconds. */
  shortenHold(order: ReadyOrder, seconds: number): Promise<void>
  /** Like `shortenHold`, for the order only: its hold is unchanged. */
  shortenHoldOfOrder(order: ReadyOrder, seconds: number): Promise<void>
  /** The intent that an order's attempt knows. */
  intentOf(order: ReadyOrder): Promise<string>
  /** The intent that the provider has for an attempt. */
  findIntent(attemptId: string): Promise<string>
  /** Waits until the provider has charged for an order, and returns the attempt's id. */
  untilCharged(order: ReadyOrder): Promise<string>
  /** The stored returns and webhook events of an order. */
  eventsOf(order: ReadyOrder): Promise<unknown[]>
  setPrice(order: ReadyOrder, price: number): Promise<void>
  /** Takes the order's hold away and gives it to others: only a fault can do that to an order that is being paid. */
  stealStock(order: ReadyOrder): Promise<void>
  /** Lists a method on the site, at home and at the door, with this discount or none. */
  list(method: string, discount?: MethodDiscount): Promise<void>
  unlist(method: string): Promise<void>
  /** Makes room for more orders. */
  resetStock(): Promise<void>
  /** From now on the payment of this order, or a refund of it, waits for a person; for any other order that is wrong. */
  expectPerson(order: Pick<ReadyOrder, 'id'>): void
  /** @throws when an invariant is broken, tickets and refunds do not explain the ledger, or a person is called unexpectedly. */
  compareBooks(): Promise<void>
}

/** The whole server with the real Stripe adapter against the real simulator. Five places at 3,200 yen. */
export async function createPaymentsApp(options: TestAppOptions = {}): Promise<PaymentsApp> {
  const stripe = await startStripeSimulator()
  const test = await createOrdersApp({
    ...options,
    variables: { ...stripe.variables, ...options.variables },
  })
  const { db, deps } = test
  for (const method of ['stripe', 'stripe_secure']) await list(test, method)
  const reconciler = startReconciler(deps, { intervalMs: 3_600_000 })
  const forPersons = new Set<string>()
  const readyOrder: PaymentsApp['readyOrder'] = async (quantity, extras) =>
    ready(test, (await test.orderToken(quantity, extras)).token)
  const pay: PaymentsApp['pay'] = async ({ token }, last4, method = 'stripe') =>
    test.call('POST', `/api/v1/orders/checkout/${token}`, {
      payment_method_type: method,
      payment_method: await stripe.card(last4),
    })

  return {
    ...test,
    get catalogue() {
      return test.catalogue
    },
    stripe,
    ready: token => ready(test, token),
    readyOrder,
    buy: async (quantity, extras) => {
      const order = await readyOrder(quantity, extras)
      const { reservation_number: number, reservation_token: token } = (await pay(order, '1112')).body
      return { ...(await boughtRows(test, order)), number: String(number), token: String(token) }
    },
    pay,
    confirm: (paymentNumber, method = 'stripe_secure') =>
      test.call('POST', '/api/v1/orders/confirmcheckout', {
        payment_number: paymentNumber,
        payment_method_type: method,
      }),
    reconcile: async () => {
      await db.transaction(tx =>
        tx
          .updateTable('payment_attempts')
          .set({ check_at: sql<Date>`now()` })
          .where('check_at', 'is not', null)
          .execute(),
      )
      await reconciler.runOnce()
    },
    passDeadline: () =>
      db.transaction(async tx => {
        await tx
          .updateTable('payment_attempts')
          .set({ deadline: sql<Date>`now()` })
          .execute()
      }),
    statusOf: async ({ id }) => {
      const query = db.read(tx =>
        tx.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
      )
      return (await query).status
    },
    attemptsOf: ({ id }) =>
      db.read(tx =>
        tx
          .selectFrom('payment_attempts')
          .select(['id', 'state'])
          .where('order_id', '=', id)
          .orderBy('created_at')
          .execute(),
      ),
    unitsHeld: async ({ id }) => {
      const holds = await db.read(tx =>
        tx.selectFrom('holds').select('units').where('order_id', '=', id).execute(),
      )
      return holds.reduce((sum, { units }) => sum + units, 0)
    },
    secondsLeft: async ({ id }) => {
      const seconds = sql<number>`extract(epoch from expires_at - now())::float`.as('seconds')
      const query = db.read(tx =>
        tx.selectFrom('orders').select(seconds).where('id', '=', id).executeTakeFirstOrThrow(),
      )
      return (await query).seconds
    },
    shortenHold: ({ id }, seconds) =>
      db.transaction(async tx => {
        const ends = { expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` }
        await tx.updateTable('orders').set(ends).where('id', '=', id).execute()
        await tx.updateTable('holds').set(ends).where('order_id', '=', id).execute()
      }),
    shortenHoldOfOrder: ({ id }, seconds) =>
      db.transaction(async tx => {
        const ends = { expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` }
        await tx.updateTable('orders').set(ends).where('id', '=', id).execute()
      }),
    intentOf: async ({ id }) => {
      const intent = sql<string>`provider_refs ->> 'intent'`.as('intent')
      const query = db.read(tx =>
        tx.selectFrom('payment_attempts').select(intent).where('order_id', '=', id).executeTakeFirstOrThrow(),
      )
      return (await query).intent
    },
    findIntent: attemptId => findIntent(stripe, attemptId),
    untilCharged: order => untilCharged(test, stripe, order),
    eventsOf: async ({ id }) => {
      const rows = await db.read(tx =>
        tx
          .selectFrom('provider_events')
          .innerJoin('payment_attempts', 'payment_attempts.id', 'provider_events.attempt_id')
          .select('payload')
          .where('payment_attempts.order_id', '=', id)
          .execute(),
      )
      return rows.map(row => row.payload)
    },
    setPrice: ({ id }, price) =>
      db.transaction(async tx => {
        await tx.updateTable('orders').set({ price, subtotal: price }).where('id', '=', id).execute()
        await tx.updateTable('order_items').set({ unit_price: price }).where('order_id', '=', id).execute()
      }),
    stealStock: order => stealStock(test, order),
    list: (method, discount) => list(test, method, discount),
    unlist: async method => {
      await db.transaction(tx => tx.deleteFrom('payment_methods').where('method', '=', method).execute())
    },
    resetStock: async () => {
      await db.transaction(tx =>
        tx
          .updateTable('time_spans')
          .set(eb => ({ capacity: eb('taken', '+', 5) }))
          .where('id', 'in', [...test.catalogue.spans, ...test.catalogue.tea.spans])
          .execute(),
      )
    },
    expectPerson: ({ id }) => void forPersons.add(id),
    compareBooks: async () => {
      const wrongs = await findWrongs({ db, providers: stripe, forPersons })
      if (wrongs.length > 0) throw new Error(wrongs.join('\n'))
    },
    close: async () => {
      await reconciler.stop()
      await test.close()
      await stripe.close()
    },
  }
}

async function ready({ db }: OrdersApp, token: string): Promise<ReadyOrder> {
  return db.transaction(async tx => {
    const id = await orderIdOf(tx, token)
    await proveOrder(tx, id)
    return { id, token }
  })
}

/** The rows of an order that one attempt has paid. */
async function boughtRows({ db }: OrdersApp, { id }: ReadyOrder): Promise<Omit<Bought, 'number' | 'token'>> {
  return db.read(tx =>
    tx
      .selectFrom('reservations as r')
      .innerJoin('payment_attempts as a', 'a.order_id', 'r.order_id')
      .select(['r.order_id as orderId', 'a.id as attemptId', 'r.id as reservationId'])
      .where('r.order_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

async function list({ db }: OrdersApp, method: string, discount?: MethodDiscount): Promise<void> {
  const terms = { discount_type: discount?.type ?? null, discount_amount: discount?.amount ?? 0 }
  const rows = BROWSER_CHANNELS.map(channel => ({
    site_key: 'demo',
    channel,
    method,
    position: 1,
    ...terms,
  }))
  await db.transaction(tx =>
    tx
      .insertInto('payment_methods')
      .values(rows)
      .onConflict(conflict => conflict.columns(['site_key', 'channel', 'method']).doUpdateSet(terms))
      .execute(),
  )
}

/** The intent that the provider has for an attempt. */
export async function findIntent(stripe: StripeSimulator, attemptId: string): Promise<string> {
  const query = new URLSearchParams({ query: `metadata['attempt_id']:'${attemptId}'` })
  const found = await stripe.asStaff(`payment_intents/search?${query.toString()}`)
  const [intent] = v.parse(v.object({ data: v.array(v.object({ id: v.string() })) }), found).data
  if (intent === undefined) throw new Error(`no intent for attempt ${attemptId}`)
  return intent.id
}

async function untilCharged({ db }: OrdersApp, stripe: StripeSimulator, { id }: ReadyOrder): Promise<string> {
  for (;;) {
    const attempt = await db.read(tx =>
      tx.selectFrom('payment_attempts').select('id').where('order_id', '=', id).executeTakeFirst(),
    )
    if (attempt !== undefined && (await stripe.ledger())[attempt.id] !== undefined) return attempt.id
  }
}

/** Ends an order that is being paid and sells its places to others, which no code of ours does. */
export async function stealStock({ db }: Pick<OrdersApp, 'db'>, { id }: ReadyOrder): Promise<void> {
  await db.transaction(async tx => {
    await tx.updateTable('orders').set({ status: 'expired' }).where('id', '=', id).execute()
    await releaseCoupons(tx, id)
    const gone = await tx
      .deleteFrom('holds')
      .where('order_id', '=', id)
      .returning(['time_span_id', 'units'])
      .execute()
    for (const { time_span_id, units } of gone)
      await tx
        .updateTable('time_spans')
        .set(eb => ({ taken: eb('taken', '-', units), capacity: eb('taken', '-', units) }))
        .where('id', '=', time_span_id)
        .execute()
  })
}

import type { MethodDiscount } from '@kippu/domain/method-discount'
import { sql } from 'kysely'
import * as v from 'valibot'

import { startReconciler } from '../../src/payments/reconcile/reconcile.ts'
import { findWrongs } from '../find-wrongs.ts'
import { listMethods } from './list-methods.ts'
import { type OrderStates, orderStates, stealStock } from './order-states.ts'
import type { OrderExtras, Shop, StoreAnswer } from './orders.ts'
import type { StripeSimulator } from '../stripe-simulator.ts'
import { proveOrder } from '../prove-order.ts'
import { orderIdOf } from '../order-id.ts'

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

export interface StripeShop extends Shop, OrderStates {
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

/** The shop with the real Stripe adapter against the real simulator. Five places at 3,200 yen. */
export async function withStripe(test: Shop, stripe: StripeSimulator): Promise<StripeShop> {
  const { db, deps } = test
  await listMethods(test, ['stripe', 'stripe_secure'])
  const reconciler = startReconciler(deps, { intervalMs: 3_600_000 })
  const forPersons = new Set<string>()
  const readyOrder: StripeShop['readyOrder'] = async (quantity, extras) =>
    ready(test, (await test.orderToken(quantity, extras)).token)
  const pay: StripeShop['pay'] = async ({ token }, last4, method = 'stripe') =>
    test.call('POST', `/api/v1/orders/checkout/${token}`, {
      payment_method_type: method,
      payment_method: await stripe.card(last4),
    })

  return {
    ...test,
    ...orderStates(test),
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
    setPrice: ({ id }, price) =>
      db.transaction(async tx => {
        await tx.updateTable('orders').set({ price, subtotal: price }).where('id', '=', id).execute()
        await tx.updateTable('order_items').set({ unit_price: price }).where('order_id', '=', id).execute()
      }),
    stealStock: order => stealStock(test, order),
    list: (method, discount) => listMethods(test, [method], discount),
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

async function ready({ db }: Shop, token: string): Promise<ReadyOrder> {
  return db.transaction(async tx => {
    const id = await orderIdOf(tx, token)
    await proveOrder(tx, id)
    return { id, token }
  })
}

/** The rows of an order that one attempt has paid. */
async function boughtRows({ db }: Shop, { id }: ReadyOrder): Promise<Omit<Bought, 'number' | 'token'>> {
  return db.read(tx =>
    tx
      .selectFrom('reservations as r')
      .innerJoin('payment_attempts as a', 'a.order_id', 'r.order_id')
      .select(['r.order_id as orderId', 'a.id as attemptId', 'r.id as reservationId'])
      .where('r.order_id', '=', id)
      .executeTakeFirstOrThrow(),
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

async function untilCharged({ db }: Shop, stripe: StripeSimulator, { id }: ReadyOrder): Promise<string> {
  for (;;) {
    const attempt = await db.read(tx =>
      tx.selectFrom('payment_attempts').select('id').where('order_id', '=', id).executeTakeFirst(),
    )
    if (attempt !== undefined && (await stripe.ledger())[attempt.id] !== undefined) return attempt.id
  }
}

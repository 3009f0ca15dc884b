import { jstIso } from '@kippu/domain/jst-date'
import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { sql } from 'kysely'

import { startReconciler } from '../../src/payments/reconcile/reconcile.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { requestVoid, type VoidedPayment } from '../../src/payments/refunds/request-void.ts'
import { type Refused } from '../../src/payments/refunds/sold-visit.ts'
import { type RequestedRefund } from '../../src/payments/refunds/written-refund.ts'
import { issueQrToken } from '../../src/door/qr-token.ts'
import { hashToken } from '../../src/platform/tokens.ts'
import { findWrongs } from '../find-wrongs.ts'
import { listMethods } from './list-methods.ts'
import { type OrderStates, orderStates, stealStock } from './order-states.ts'
import type { Shop, StoreAnswer } from './orders.ts'
import { insertOtherDays, type OtherDays } from './other-days.ts'
import { reservationNumberOf } from '../reservation-number.ts'
import type { Act, Conduct, MethodDriver } from '../payment-methods/method-driver.ts'
import { type Money, type Providers } from '../payment-methods/simulators.ts'
import { createVisitor, isStep, type Visitor } from '../payment-methods/visitor.ts'
import { proveOrder } from '../prove-order.ts'
import { takePriceOff } from '../take-price-off.ts'
import { orderIdOf } from '../order-id.ts'

export interface BuyerOrder {
  readonly token: string
  readonly id: string
  /** It moves a visit that is bought, to another time. */
  readonly isChange?: true
  /** It was made at the door. */
  readonly isSpot?: true
}

/** A change of a bought visit, which may be paid. */
export interface BuyerChange extends BuyerOrder {
  readonly isChange: true
  /** The order of the visit. */
  readonly visit: BuyerOrder
  /** Of the reservation, before it moves. */
  readonly reservationToken: string
  readonly reservationNumber: string
}

/** The visitor's card, and what they do on the pages of others. */
export interface Behaviour {
  readonly conduct?: Conduct
  readonly act?: Act
}

export interface MethodsShop extends Shop, OrderStates, Visitor {
  readonly providers: Providers
  /** Origin to which webhook events are sent. */
  readonly origin: string
  /** An order that may be paid: 3,200 yen a ticket; `free` gets one of 0 yen. */
  orderFor(driver: MethodDriver, quantity?: number): Promise<BuyerOrder>
  /** As `orderFor`, at the door: nobody has said who they are. */
  doorOrderFor(driver: MethodDriver): Promise<BuyerOrder>
  /** A visit of two, bought by a method, that is to move to a day at 3,500, 3,200 or 3,000 yen a ticket. */
  changeFor(driver: MethodDriver, day: 'dear' | 'same' | 'cheap'): Promise<BuyerChange>
  /** Presses the pay button. */
  checkout(driver: MethodDriver, order: BuyerOrder, conduct?: Conduct): Promise<StoreAnswer>
  /** From the pay button to the end that the visitor's actions lead to; returns the last answer. */
  buy(driver: MethodDriver, order: BuyerOrder, how?: Behaviour): Promise<StoreAnswer>
  /** Like `buy`, starting from an answer. */
  goOn(
    driver: MethodDriver,
    order: BuyerOrder,
    from: Behaviour & { answer: StoreAnswer },
  ): Promise<StoreAnswer>
  confirm(driver: MethodDriver, paymentNumber: unknown, details?: object): Promise<StoreAnswer>
  /** Waits for the webhook events that are on their way, lets all waiting times pass, then lets the reconciler look. */
  reconcile(): Promise<void>
  /** Like `reconcile`, until nothing is open or a person is needed. */
  settle(): Promise<void>
  /** Lets the time to pay expire, here and at the providers, and an hour more. */
  passDeadline(): Promise<void>
  /** Resets faults, clocks and stock; what earlier cases left to a person is ignored from now on. */
  reset(): Promise<void>
  refund(order: BuyerOrder, tickets: 'all' | readonly number[]): Promise<RequestedRefund | Refused>
  void(order: BuyerOrder): Promise<VoidedPayment | Refused>
  refundsOf(
    order: BuyerOrder,
  ): Promise<ReadonlyArray<{ readonly state: string; readonly needsPerson: boolean }>>
  /** Over all attempts of an order, in yen. */
  moneyOf(order: BuyerOrder): Promise<Money>
  /** Ends an order that is being paid and sells its places to others: only a fault can do that. */
  stealStock(order: BuyerOrder): Promise<void>
  /** From now on the payment of this order, or a refund of it, waits for a person; for any other order that is wrong. */
  expectPerson(order: BuyerOrder): void
  /** @throws with every line that has become wrong in our ledger, between it and the providers', or with persons. */
  compareBooks(): Promise<void>
}

/** Long enough that no page of a provider can be paid. */
const LONG_AFTER_SECONDS = 3600
const DEADLINE_SECONDS = 840
const MOST_STEPS = 5
const MOST_ROUNDS = 12

/** What the providers and this test have in common. */
export interface AllProviders {
  readonly providers: Providers
  readonly origin: string
  /** Sets the clock of the adapters ahead, in seconds. */
  setAhead(seconds: number): void
}

/** The shop with all adapters against all simulators, each over HTTP. */
export async function withAllMethods(
  test: Shop,
  { providers, origin, ...clock }: AllProviders,
): Promise<MethodsShop> {
  await listMethods(test, PAYMENT_METHODS)
  const { db, deps } = test
  const reconciler = startReconciler(deps, { intervalMs: 3_600_000 })
  const visitor = createVisitor(test, origin)
  const states = orderStates(test)
  const known = new Set<string>()
  let otherDays: OtherDays | undefined
  const forPersons = new Set<string>()

  const setAhead = async (seconds: number): Promise<void> => {
    clock.setAhead(seconds)
    await providers.setClockAhead(seconds)
  }
  const checkout: MethodsShop['checkout'] = async (driver, { token, ...kind }, conduct = 'paid') =>
    test.call('POST', `/api/v1/${pathOf(kind)}/checkout/${token}`, {
      payment_method_type: driver.method,
      ...(await driver.data(providers, conduct, await priceOf(test, token))),
    })
  const goOn: MethodsShop['goOn'] = async (driver, order, { answer: first, act = 'pay' }) => {
    let answer = first
    for (let steps = 0; steps < MOST_STEPS && isStep(answer); steps += 1) {
      const back = await visitor.leave(driver, order.token, { answer, act })
      if (back === undefined) return answer
      ;({ answer } = await visitor.comeBack(driver, back))
    }
    return answer
  }
  const reconcile = async (): Promise<void> => {
    await providers.untilHeard()
    await db.transaction(async tx => {
      const now = { check_at: sql<Date>`now()` }
      await tx.updateTable('payment_attempts').set(now).where('check_at', 'is not', null).execute()
      await tx.updateTable('refunds').set(now).where('check_at', 'is not', null).execute()
    })
    await reconciler.runOnce()
  }

  const settle = async (): Promise<void> => {
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      await reconcile()
      if ((await countOpen(test)) === 0) return
    }
  }
  const confirm: MethodsShop['confirm'] = (driver, paymentNumber, details) =>
    test.call('POST', '/api/v1/orders/confirmcheckout', {
      payment_number: paymentNumber,
      payment_method_type: driver.method,
      ...(details && { details }),
    })
  const buy: MethodsShop['buy'] = async (driver, order, { conduct, ...how } = {}) =>
    goOn(driver, order, { ...how, answer: await checkout(driver, order, conduct) })

  return {
    ...test,
    ...visitor,
    ...states,
    refundsOf: ({ id }) =>
      db.read(tx =>
        tx
          .selectFrom('refunds')
          .select(['state', 'needs_person as needsPerson'])
          .where('order_id', '=', id)
          .orderBy('created_at')
          .execute(),
      ),
    moneyOf: async order => {
      const [attempts, ledger] = await Promise.all([states.attemptsOf(order), providers.ledger()])
      return sumMoney(attempts.map(({ id }) => ledger[id]))
    },
    providers,
    origin,
    orderFor: (driver, quantity) => orderFor(test, driver, quantity),
    doorOrderFor: driver => doorOrderFor(test, driver),
    checkout,
    goOn,
    buy,
    changeFor: async (driver, day) => {
      /** Some wallets tell of a payment by a webhook event alone. */
      const boughtInTheEnd = async (answer: StoreAnswer): Promise<StoreAnswer> => {
        if (answer.body['result'] === 'completed') return answer
        await settle()
        return confirm(driver, answer.body['payment_number'])
      }
      otherDays ??= await insertOtherDays(test)
      const visit = await orderFor(test, driver, 2)
      const { body } = await boughtInTheEnd(await buy(driver, visit))
      const made = await test.call('POST', '/api/v1/timechanges', {
        reservation_token: body['reservation_token'],
        time_span_id: otherDays[day].span,
        lang: 'ja',
      })
      if (made.status !== 201) throw new Error(`no change: ${JSON.stringify(body)} ${JSON.stringify(made)}`)
      const token = String(made.body['timechange_token'])
      const id = await db.read(read => orderIdOf(read, token))
      const reservationToken = String(body['reservation_token'])
      const reservationNumber = String(body['reservation_number'])
      return { id, token, isChange: true, visit, reservationToken, reservationNumber }
    },
    confirm,
    reconcile,
    settle,
    passDeadline: async () => {
      const deadline = sql<Date>`now() - make_interval(secs => ${LONG_AFTER_SECONDS})`
      await db.transaction(async tx => {
        await tx.updateTable('payment_attempts').set({ deadline }).execute()
      })
      await setAhead(DEADLINE_SECONDS + LONG_AFTER_SECONDS)
    },
    reset: async () => {
      await providers.disarm()
      await setAhead(0)
      await db.transaction(async tx => {
        const isLeft = sql<boolean>`needs_person or state in ('failed', 'expired')`
        await tx.updateTable('payment_attempts').set({ check_at: null }).where(isLeft).execute()
        await tx.updateTable('refunds').set({ check_at: null }).where('needs_person', '=', true).execute()
        // Those of the cases alone: the demo around them has fifteen thousand.
        await tx
          .updateTable('time_spans')
          .set(eb => ({ capacity: eb('taken', '+', 20) }))
          .where('id', 'in', [...test.catalogue.spans, ...test.catalogue.tea.spans])
          .execute()
      })
    },
    refund: async (order, tickets) => {
      const reservationNumber = await reservationNumberOf(db, order)
      return requestRefund(deps, { siteKey: 'demo', reservationNumber, tickets, reason: 'it rains' })
    },
    void: async order =>
      requestVoid(deps, { siteKey: 'demo', reservationNumber: await reservationNumberOf(db, order) }),
    stealStock: order => stealStock(test, order),
    expectPerson: ({ id }) => void forPersons.add(id),
    compareBooks: async () => {
      const wrongs = await findWrongs({ db, providers, forPersons })
      const fresh = wrongs.filter(wrong => !known.has(wrong))
      for (const wrong of fresh) known.add(wrong)
      if (fresh.length > 0) throw new Error(fresh.join('\n'))
    },
    close: async () => {
      await reconciler.stop()
      await test.close()
      await providers.close()
    },
  }
}

const NO_MONEY: Money = { captured: 0, refunded: 0, authorized: 0, voided: 0, authorizations: 0, net: 0 }

function sumMoney(all: readonly (Money | undefined)[]): Money {
  return all.reduce<Money>(
    (sum, one = NO_MONEY) => ({
      captured: sum.captured + one.captured,
      refunded: sum.refunded + one.refunded,
      authorized: sum.authorized + one.authorized,
      voided: sum.voided + one.voided,
      authorizations: sum.authorizations + one.authorizations,
      net: sum.net + one.net,
    }),
    NO_MONEY,
  )
}

function pathOf({ isChange, isSpot }: Pick<BuyerOrder, 'isChange' | 'isSpot'>): string {
  if (isChange === true) return 'timechanges'
  return isSpot === true ? 'spot/orders' : 'orders'
}

async function orderFor(test: Shop, { method }: MethodDriver, quantity = 1): Promise<BuyerOrder> {
  const order = await test.orderToken(quantity)
  await test.db.transaction(async tx => {
    await proveOrder(tx, order.id)
    if (method === 'free') await takePriceOff(tx, order.id)
  })
  return order
}

/** On the day of the visit, by a code of its product. */
async function doorOrderFor(test: Shop, { method }: MethodDriver): Promise<BuyerOrder> {
  const { clock, catalogue, db, deps } = test
  const before = jstIso(clock.now())
  clock.set('2026-12-01T09:30:00+09:00')
  const sold = { siteKey: 'demo', productId: catalogue.productId, nowMs: clock.now() }
  const { status, body } = await test.call(
    'POST',
    `/api/v1/spot/orders?qr_token=${issueQrToken(deps, sold).token}`,
    {
      lang: 'ja',
      product_uuid: catalogue.productUuid,
      time_span_id: catalogue.spans[0],
      quantity: 1,
      option_values: [{ option_value_id: catalogue.adult, quantity: 1 }],
    },
  )
  clock.set(before)
  if (status !== 201) throw new Error(`no order at the door: ${status} ${JSON.stringify(body)}`)
  const token = String(body['order_token'])
  const id = await db.read(read => orderIdOf(read, token))
  if (method === 'free') await db.transaction(tx => takePriceOff(tx, id))
  return { token, id, isSpot: true }
}

/** What is to be paid for an order, in yen. */
async function priceOf({ db }: Shop, token: string): Promise<number> {
  const { price } = await db.read(tx =>
    tx
      .selectFrom('orders')
      .select(sql<number>`greatest(0, price - credit)`.as('price'))
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  return price
}

async function countOpen({ db }: Shop): Promise<number> {
  const { open } = await db.read(tx =>
    tx
      .selectNoFrom(
        sql<number>`(select count(*) from payment_attempts where check_at is not null and not needs_person)::integer
          + (select count(*) from refunds where check_at is not null and not needs_person)::integer
          + (select count(*) from refund_requests where not is_spread)::integer`.as('open'),
      )
      .executeTakeFirstOrThrow(),
  )
  return open
}

import type { ErrorCode } from '@kippu/contract/errors'
import { LANGUAGES } from '@kippu/domain/language'
import { isOrderLive } from '@kippu/domain/states/order'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { addCoupon } from '../../sales/change-coupons/add-coupon.ts'
import { insertGuestCoupon } from '../../orders/coupons/guest-coupon.ts'
import { orderFacts, recordOf, type OrderRecord } from '../../orders/life/find-order.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import { type FormChange, type StoredForm, storeForms } from '../../orders/life/order-mail.ts'
import { createCatalogueCache } from '../../sales/take-order/catalogue-cache.ts'
import { takeOrder, type TakeOrderDeps } from '../../sales/take-order/take-order.ts'
import { takenBefore } from '../../sales/take-order/taken-before.ts'
import { startPayment } from '../../payments/checkout/start-payment.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { day, reason, site, uuid } from '../../platform/staff/inputs.ts'
import { recordAlone } from '../../platform/staff/record-action.ts'
import { type AskedApproval, askApproval } from '../../platform/staff/approvals.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { findReservationByToken } from '../../tickets/find-reservation.ts'
import { findNamedProduct, kindsOf } from './find-kinds.ts'
import { findSpanOn } from './find-span.ts'
import { type AskedGuests, beginIssue, guestsToApprove, refuseIssue, ticketsOf } from './guests-alone.ts'

type IssueDeps = PaymentDeps & TakeOrderDeps

interface AskedVisit extends AskedGuests {
  /** The id of the order. Asked again with it, the verb goes on with what it had begun. */
  readonly id: string
}

/** The visit that was asked for, as the store knows it. */
interface GuestVisit extends Pick<AskedVisit, 'siteKey' | 'id' | 'channel' | 'lang' | 'answers'> {
  readonly productUuid: string
  readonly timeSpanId: number
  readonly kinds: ReadonlyArray<{ readonly optionValueId: number; readonly quantity: number }>
}

/** How long the places wait for the steps behind, in seconds: if this process ends, they are free again by themselves. */
const HOLD_SECONDS = 60

type Issued = { readonly reservationNumber: string } | Refusal<ErrorCode>

/** Nothing of the site is what was asked for, or it is too much for one person. */
interface Fault {
  readonly fault: string
}

const input = {
  ...site,
  product: v.string(),
  date: day,
  time: v.nullable(v.string()),
  kinds: v.array(v.object({ name: v.string(), quantity: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
  channel: v.picklist(SALES_CHANNELS),
  lang: v.picklist(LANGUAGES),
  answers: v.array(v.object({ key: v.string(), value: v.string() })),
  reason,
}

/**
 * Issues tickets that nobody pays for: an order like any other, whose whole price one coupon takes off. So its places are counted, its mail is sent, and when the
 * guest moves the visit it still costs nothing.
 */
export const issueVisit = staffVerb({
  name: 'issue',
  permission: 'tickets:issue',
  reach: 'site',
  input: v.object({ ...input, id: uuid }),
  run: async (
    parts: PaymentDeps & Omit<TakeOrderDeps, 'catalogue'>,
    asked: AskedVisit,
    act: Act,
  ): Promise<Issued | Fault> => {
    const refusedBy = async (refusal: Refusal<ErrorCode>) => {
      await parts.db.transaction(tx => refuseIssue(tx, act, asked, refusal.code))
      return refusal
    }
    const before = await parts.db.read(read => findBegun(read, asked))
    if (before !== undefined) return isRefusal(before) ? refusedBy(before) : before
    const visit = await parts.db.read(read => findAsked(read, asked))
    if ('fault' in visit) return visit
    const agreed = await parts.db.transaction(tx => beginIssue(tx, act, asked, parts.tokens))
    if (typeof agreed === 'string') return { fault: agreed }
    const issued = await issue({ ...parts, catalogue: createCatalogueCache(parts) }, visit)
    if (isRefusal(issued)) return refusedBy(issued)
    const { reservationNumber, yen } = issued
    await recordAlone(parts.db, act, {
      subject: asked.id,
      reason: asked.reason,
      details: { tickets: ticketsOf(asked), ...agreed, yen, reservation: reservationNumber },
    })
    return { reservationNumber }
  },
})

/** Asks a second person for tickets for guests, exactly as they are asked for now. */
export const askIssue = staffVerb({
  name: 'issue ask',
  permission: 'tickets:issue',
  reach: 'site',
  input: v.object(input),
  run: async (
    { db, jobs, tokens }: Pick<PaymentDeps, 'db' | 'jobs' | 'tokens'>,
    asked: AskedGuests,
    act: Act,
  ): Promise<AskedApproval | Fault> => {
    const visit = await db.read(read => findAsked(read, asked))
    if ('fault' in visit) return visit
    const { product, date, time, reason: why } = asked
    const shown = { tickets: ticketsOf(asked), product, date, time }
    return db.transaction(tx =>
      askApproval({ tx, jobs }, act, guestsToApprove(asked, tokens), { shown, reason: why }),
    )
  },
})

/** Tickets that a request before this one, which died or lost its answer, has issued; undefined where they are still to be issued. */
async function findBegun(
  read: Read,
  { siteKey, id }: Pick<AskedVisit, 'siteKey' | 'id'>,
): Promise<Issued | Fault | undefined> {
  const order = await read
    .selectFrom('orders')
    .leftJoin('reservations', 'reservations.order_id', 'orders.id')
    .select(['orders.status', 'reservations.number'])
    .where('orders.id', '=', id)
    .where('orders.site_key', '=', siteKey)
    .executeTakeFirst()
  if (order === undefined) return undefined
  if (order.number !== null) return { reservationNumber: order.number }
  if (order.status === 'completed') return { fault: 'they were issued, and have moved to another time since' }
  return isOrderLive(order.status) ? undefined : refuse('session_timeout')
}

async function findAsked<Asked extends AskedGuests>(read: Read, asked: Asked) {
  const { product: typed, date, time, kinds, ...rest } = asked
  const { siteKey } = asked
  const product = await findNamedProduct(read, siteKey, typed)
  if ('fault' in product) return product
  const chosen = kindsOf(product, kinds)
  if ('fault' in chosen) return chosen
  const span = await findSpanOn(read, { siteKey, productUuid: product.uuid, date, time })
  if ('fault' in span) return span
  return { ...rest, productUuid: product.uuid, timeSpanId: span.id, kinds: chosen.kinds }
}

/** @returns the number of the reservation, and what it would have cost. */
async function issue(
  deps: IssueDeps,
  visit: GuestVisit,
): Promise<Refusal<ErrorCode> | { readonly reservationNumber: string; readonly yen: number }> {
  const { siteKey, channel } = visit
  const terms = { id: visit.id, channel, holder: null, isReady: true, holdSeconds: HOLD_SECONDS }
  const taken =
    (await takenBefore(deps, visit.id)) ?? (await takeOrder(deps, siteKey, requestOf(visit), terms))
  if (isRefusal(taken)) return taken
  const { token, price: yen } = taken
  const written = await storeGuest(deps, visit, token)
  if (isRefusal(written)) return written
  const coupon = { orderId: written.id, siteKey, channel }
  const code = yen === 0 ? null : await deps.db.transaction(tx => insertGuestCoupon(tx, coupon))
  const issued = await takeForNothing(deps, { siteKey, token, code })
  return isRefusal(issued) ? issued : { ...issued, yen }
}

interface Guest {
  readonly siteKey: string
  readonly token: string
  /** The code of the coupon that takes the price off; null where it costs nothing. */
  readonly code: string | null
}

async function takeForNothing(deps: IssueDeps, { siteKey, token, code }: Guest): Promise<Issued> {
  if (code !== null) {
    const added = await addCoupon(deps, { siteKey, token, typed: code })
    if (isRefusal(added)) return added
  }
  const asked = { siteKey, token, tokenKind: 'order', method: 'free', input: {}, expected: 0 } as const
  const paid = await startPayment(deps, asked)
  if (isRefusal(paid)) return paid
  if (paid.result !== 'completed') throw new Error(`a free order is ${paid.result}`)
  const found = await deps.db.read(read =>
    findReservationByToken(read, { siteKey, token: paid.reservation_token }),
  )
  if (found === undefined) throw new Error('a completed order without a reservation')
  return { reservationNumber: found.number }
}

function requestOf({ productUuid, timeSpanId, kinds, lang }: GuestVisit) {
  return {
    lang,
    product_uuid: productUuid,
    time_span_id: timeSpanId,
    quantity: kinds.reduce((sum, { quantity }) => sum + quantity, 0),
    option_values: kinds.map(({ optionValueId, quantity }) => ({ option_value_id: optionValueId, quantity })),
    set_products: [],
  }
}

const openForm = orderFacts(
  orders => orders,
  row => recordOf(row),
)

/** Stores whom the tickets are for. */
function storeGuest(
  { db }: Pick<IssueDeps, 'db'>,
  { siteKey, answers }: GuestVisit,
  token: string,
): Promise<OrderRecord | Refusal<ErrorCode>> {
  const step = { read: openForm, write: storeForms }
  return takeStep(
    db,
    step,
    { siteKey, token },
    (found): Decision<FormChange, StoredForm, OrderRecord | Refusal<ErrorCode>> => {
      if (found === undefined) throw new Error('an order that was taken just now is gone')
      const order = openOrder(found)
      if (isRefusal(order)) return { answer: order }
      return {
        change: { order, to: order.status, answers, lang: order.lang, holdSeconds: null, link: 'kept' },
        answerOf: () => order,
      }
    },
  )
}

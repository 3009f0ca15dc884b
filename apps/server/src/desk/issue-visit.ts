import type { ErrorCode } from '@kippu/contract/errors'
import type { FieldContent } from '@kippu/domain/form/order-fields'
import type { Language } from '@kippu/domain/language'
import type { SalesChannel } from '@kippu/domain/states/ticket'

import { type Decision, takeStep } from '../db/take-step.ts'
import { isRefusal, type Refusal } from '../http/refusal.ts'
import { addCoupon } from '../orders/change-coupons/add-coupon.ts'
import { insertGuestCoupon } from '../orders/coupons/guest-coupon.ts'
import { orderFacts, recordOf, type OrderRecord } from '../orders/life/find-order.ts'
import { openOrder } from '../orders/life/open-order.ts'
import { type FormChange, type StoredForm, storeForms } from '../orders/life/order-mail.ts'
import { takeOrder, type TakeOrderDeps } from '../orders/take-order/take-order.ts'
import { startPayment } from '../payments/checkout/start-payment.ts'
import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import { type Actor, assertMayDo } from '../staff/actor.ts'
import { recordAction, recordAlone } from '../staff/record-action.ts'
import { findReservationByToken } from '../tickets/find-reservation.ts'

export interface IssueDeps extends PaymentDeps, TakeOrderDeps {
  readonly actor: Actor
}

export interface GuestVisit {
  readonly siteKey: string
  readonly productUuid: string
  readonly timeSpanId: number
  /** Kinds of ticket and how many of each. */
  readonly kinds: ReadonlyArray<{ readonly optionValueId: number; readonly quantity: number }>
  readonly channel: SalesChannel
  readonly lang: Language
  /** Name and mail address of the guest, by the rules of the form. */
  readonly answers: readonly FieldContent[]
  /** For whom and why: press, guests of the house. */
  readonly reason: string
}

/** How long the places wait for the steps behind, in seconds: if this process ends, they are free again by themselves. */
const HOLD_SECONDS = 60

export type Issued = { readonly reservationNumber: string } | Refusal<ErrorCode>

/**
 * Issues tickets that nobody pays for: an order like any other, whose whole price one coupon takes off. So its places are counted, its mail is sent, and when the
 * guest moves the visit it still costs nothing.
 */
export async function issueVisit(deps: IssueDeps, visit: GuestVisit): Promise<Issued> {
  const { siteKey, channel } = visit
  assertMayDo(deps.actor, 'tickets:issue', siteKey)
  const taken = await takeOrder(deps, siteKey, requestOf(visit), {
    channel,
    unproven: null,
    isReady: true,
    holdSeconds: HOLD_SECONDS,
  })
  if (isRefusal(taken)) return taken
  const { token, price } = taken
  const written = await storeGuest(deps, visit, token)
  if (isRefusal(written)) return written
  const action = { permission: 'tickets:issue', siteKey, subject: written.id, reason: visit.reason } as const
  const details = { yen: price, tickets: written.quantity }
  const code = await deps.db.transaction(async tx => {
    await recordAction(tx, deps, { ...action, verb: 'issue begun', details })
    return price === 0 ? null : insertGuestCoupon(tx, { orderId: written.id, siteKey, channel })
  })
  const issued = await takeForNothing(deps, { siteKey, token, code })
  if (isRefusal(issued)) {
    await recordAlone(deps, { ...action, verb: 'issue refused', details: { ...details, why: issued.code } })
    return issued
  }
  const { reservationNumber } = issued
  await recordAlone(deps, {
    ...action,
    verb: 'issue',
    details: { ...details, reservation: reservationNumber },
  })
  return issued
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

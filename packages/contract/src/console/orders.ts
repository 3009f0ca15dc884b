import { ORDER_STATUSES } from '@kippu/domain/states/order'
import { VISIT_STATES } from '@kippu/domain/visit-state'
import * as v from 'valibot'

import { isoDate, jstDateTime, storableText } from '../shapes.ts'
import { staffCall } from './staff-call.ts'

/** Longer than a name, an address or a reference. */
export const MOST_TYPED = 200

/** A visit that is paid, as somebody at the desk has to know it. */
const visitNow = v.object({
  state: v.picklist(VISIT_STATES),
  is_moved: v.boolean(),
  is_given_back_in_part: v.boolean(),
  tickets_left: v.number(),
  /** Yen that the tickets that are left cost. */
  yen_kept: v.number(),
})
export type VisitShown = v.InferOutput<typeof visitNow>

const foundOrder = v.object({
  order_id: v.string(),
  status: v.picklist(ORDER_STATUSES),
  /** Null before it is paid. */
  visit: v.nullable(visitNow),
  reservation_number: v.nullable(v.string()),
  name: v.string(),
  /** Masked: `h…@example.com`. */
  email: v.nullable(v.string()),
  visit_date: isoDate,
  starts_at: jstDateTime,
  product: v.string(),
  quantity: v.number(),
  /** Yen. */
  price: v.number(),
  created_at: jstDateTime,
})
export type FoundOrderRow = v.InferOutput<typeof foundOrder>

/** In the body, so that the words of a visitor stand in no address. */
export const searchOrders = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/order-searches',
  who: 'orders:read',
  body: v.strictObject({ typed: v.pipe(storableText, v.trim(), v.minLength(2), v.maxLength(MOST_TYPED)) }),
  response: v.object({
    orders: v.array(foundOrder),
    /** There are more than are shown: the words are too few. */
    has_more: v.boolean(),
  }),
})

const story = v.object({
  order_id: v.string(),
  reservation_number: v.nullable(v.string()),
  status: v.picklist(ORDER_STATUSES),
  /** Null before it is paid. */
  visit: v.nullable(visitNow),
  lang: v.string(),
  channel: v.string(),
  name: v.string(),
  /** Masked until it is asked for. */
  email: v.nullable(v.string()),
  is_address_refused: v.boolean(),
  /** In the reader's language. */
  product: v.string(),
  visit_date: isoDate,
  starts_at: jstDateTime,
  coupons: v.array(v.object({ code: v.string(), discount: v.number() })),
  paid_by: v.array(v.object({ method: v.string(), provider: v.string() })),
  tickets: v.array(v.object({ number: v.number(), name: v.string(), price: v.number(), state: v.string() })),
  /** The oldest first. */
  events: v.array(v.object({ at: jstDateTime, kind: v.string(), facts: v.record(v.string(), v.unknown()) })),
})
export type OrderStoryAnswer = v.InferOutput<typeof story>

/** `order` is a reservation number or the id of an order. */
export const readStory = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/orders/{order}',
  who: 'orders:read',
  response: story,
})

/** The asking is written down. */
export const readContact = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/contact-readings',
  who: 'orders:contact',
  response: v.object({ email: v.nullable(v.string()), phone: v.nullable(v.string()) }),
})

export const readDoorParties = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/door-list',
  who: 'orders:read',
  query: v.strictObject({ date: isoDate }),
  response: v.object({
    parties: v.array(
      v.object({
        starts_at: jstDateTime,
        product: v.string(),
        reservation_number: v.string(),
        name: v.string(),
        kinds: v.array(v.object({ name: v.string(), count: v.number() })),
        entered: v.number(),
      }),
    ),
  }),
})
export type DoorParties = v.InferOutput<(typeof readDoorParties)['response']>

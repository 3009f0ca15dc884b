import { TIME_SPAN_STATES } from '@kippu/domain/stock/signage-state'
import * as v from 'valibot'

import { call } from './call.ts'
import { saleType } from './products.ts'
import { askedLanguage, isoDate, jstDateTime, rowId, uuid, yen } from './shapes.ts'

/** The calls of the displays in the house: today's tickets, and the code that opens the sale at the door. */

const state = v.picklist(TIME_SPAN_STATES)

const shownSpan = v.object({
  time_span_id: rowId,
  from: jstDateTime,
  to: jstDateTime,
  state,
  /** What whoever stands there can buy now: of the channel `spot` where the product is sold there, else of `web`. */
  remaining_stock: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** The lowest price of a ticket of this time that costs something. */
  price: yen,
  /** When its sale ends: a display takes it off by itself then, with or without a connection. */
  sold_until: jstDateTime,
})

const shownProduct = v.object({
  uuid,
  name: v.string(),
  image_path: v.nullable(v.string()),
  /** Whether its times are times of the day. */
  sale_type: saleType,
  /** The best of its times; `closed` where it has none today. */
  state: v.picklist([...TIME_SPAN_STATES, 'closed']),
  /** Those of today that are still on sale, in their order. */
  time_spans: v.array(shownSpan),
})

/** The main products of the site and their times of today in Japan; what is over is left out (E-22, S-14.03). */
export const readTodayTicketInfo = call({
  method: 'GET',
  path: '/api/v1/signage/today-ticket-info',
  summary: 'Tickets of today, for a display',
  query: v.strictObject({ lang: askedLanguage, product_uuid: v.optional(uuid) }),
  response: v.object({ date: isoDate, generated_at: jstDateTime, products: v.array(shownProduct) }),
  status: 200,
  errors: ['record not found'],
})
export type TodayTicketInfo = v.InferOutput<typeof readTodayTicketInfo.response>

/**
 * A code that opens the sale at the door, for a display that carries the signage key of the deployment (E-23, S-12.01, S-12.03). It may
 * serve many buyers until it ends, and sells this product alone.
 */
export const issueSpotQrToken = call({
  method: 'POST',
  path: '/api/v1/spot/qrtokens',
  summary: 'Issue a QR code of the sale at the door',
  signage: true,
  body: v.strictObject({ product_uuid: uuid, lang: askedLanguage }),
  response: v.object({
    qr_token: v.string(),
    /** What the QR code holds: the start of the sale at the door, absolute. */
    url: v.string(),
    expires_at: jstDateTime,
    /** The clock of the store, by which a display whose own is wrong knows how old an answer is. */
    issued_at: jstDateTime,
    renew_after_seconds: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    product_name: v.string(),
    /** The six digits by which visitors show that they are there, where the site has them shown (S-9.08). */
    presence: v.nullable(v.object({ code: v.string(), ends_at: jstDateTime })),
  }),
  status: 201,
  errors: ['signage key not accepted', 'record not found'],
  // The display asks for its key itself, and says itself that there is no such product.
  ignoredStatuses: [401, 404],
})

import { TIME_SPAN_STATES } from '@kippu/domain/stock/signage-state'
import * as v from 'valibot'

import { call } from './call.ts'
import {
  day,
  expiry,
  imagePath,
  onlyProduct,
  pricedKind,
  productName,
  productUuid,
  saleType,
  shownName,
  timeSpanId,
} from './fields.ts'
import { askedLanguage, jstDateTime, yen } from './shapes.ts'

/** The calls of the displays in the house: today's tickets, and the code that opens the sale at the door. */

const state = v.picklist(TIME_SPAN_STATES)

const shownSpan = v.pipe(
  v.object({
    time_span_id: timeSpanId,
    from: v.pipe(jstDateTime, v.description('When the visit may begin.')),
    to: v.pipe(jstDateTime, v.description('When the visit ends.')),
    state: v.pipe(state, v.description('How it is now.')),
    remaining_stock: v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(0),
      v.description(
        'Places that can be bought at the door now: of the channel `spot` where the product is sold there, else of `web`.',
      ),
    ),
    price: v.pipe(yen, v.description('The price of a ticket of the kind `priced_kind` at this time.')),
    sold_until: v.pipe(
      jstDateTime,
      v.description('When its sale ends: a display takes it off then, with or without a connection.'),
    ),
  }),
  v.title('ShownSpan'),
)

const shownProduct = v.pipe(
  v.object({
    uuid: productUuid,
    name: shownName,
    image_path: imagePath,
    sale_type: saleType,
    priced_kind: pricedKind,
    state: v.pipe(
      v.picklist([...TIME_SPAN_STATES, 'closed']),
      v.description('The best of its times; `closed` where it has none today.'),
    ),
    time_spans: v.pipe(
      v.array(shownSpan),
      v.description('The times of today that are still on sale, in order.'),
    ),
  }),
  v.title('ShownProduct'),
)

export const readTodayTicketInfo = call({
  method: 'GET',
  path: '/api/v1/signage/today-ticket-info',
  summary: 'Tickets of today, for a display',
  description: 'The main products of the site and their times of today in Japan; what is over is left out.',
  query: v.strictObject({ lang: askedLanguage, product_uuid: onlyProduct }),
  response: v.object({
    date: day,
    generated_at: v.pipe(jstDateTime, v.description('When the answer was made, by the clock of the store.')),
    products: v.pipe(v.array(shownProduct), v.description('Products.')),
  }),
  status: 200,
  errors: ['record not found'],
})
export type TodayTicketInfo = v.InferOutput<typeof readTodayTicketInfo.response>

export const issueSpotQrToken = call({
  method: 'POST',
  path: '/api/v1/spot/qrtokens',
  summary: 'Issue a QR code of the sale at the door',
  description:
    'A code that opens the sale at the door of one product, for a display that carries the signage key of the deployment. It may serve many buyers until it ends.',
  signage: true,
  body: v.strictObject({ product_uuid: productUuid, lang: askedLanguage }),
  response: v.object({
    qr_token: v.pipe(v.string(), v.description('The token of the QR code.')),
    url: v.pipe(
      v.string(),
      v.description('What the QR code holds: the absolute address where the sale at the door starts.'),
    ),
    expires_at: expiry,
    issued_at: v.pipe(
      jstDateTime,
      v.description(
        'When it was issued by the clock of the store: by it a display whose own is wrong knows how old an answer is.',
      ),
    ),
    renew_after_seconds: v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(1),
      v.description('Seconds after which a display asks for the next code.'),
    ),
    product_name: productName,
    presence: v.pipe(
      v.nullable(
        v.object({
          code: v.pipe(v.string(), v.description('Six digits by which visitors show that they are there.')),
          ends_at: v.pipe(jstDateTime, v.description('When the digits end.')),
        }),
      ),
      v.description(
        'The digits by which visitors show that they are there, where the site has them shown; else null.',
      ),
    ),
  }),
  status: 201,
  errors: ['signage key not accepted', 'record not found'],
  // The display asks for its key itself, and says itself that there is no such product.
  ignoredStatuses: [401, 404],
})

import * as v from 'valibot'

import { call } from './call.ts'
import { timeSpan } from './products.ts'
import { askedLanguage, isDayRange, isoDate, uuid, yen } from './shapes.ts'

/** Maximum number of time spans in one call: more than a month of slots. */
const MOST_SPANS = 500

/** Row numbers separated by commas; an empty text means none. */
export const timeSpanIds = v.pipe(
  v.string(),
  v.maxLength(MOST_SPANS * 11),
  v.regex(/^(?:\d{1,10}(?:,\d{1,10})*)?$/, 'id_list'),
  v.transform(text => (text === '' ? [] : text.split(',').map(Number))),
  v.maxLength(MOST_SPANS),
)

export const setProduct = v.object({
  uuid,
  name: v.string(),
  /** Plain text. */
  description: v.string(),
  image_path: v.nullable(v.string()),
  base_price: yen,
  /** Spans of the requested days, in the same form as the main product's. */
  time_spans: v.array(timeSpan),
  /** Units that the venue recommends with one order; the visitor may choose another number. */
  num: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type SetProduct = v.InferOutput<typeof setProduct>

/** The set products that may be bought with visits at the given time spans, with their stock by day. */
export const searchSetProducts = call({
  method: 'GET',
  path: '/api/v1/setproducts/search',
  summary: 'Set products of main product time spans',
  query: v.pipe(
    v.strictObject({
      lang: askedLanguage,
      main_product_time_span_ids: timeSpanIds,
      from: isoDate,
      to: isoDate,
    }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(setProduct),
  status: 200,
  errors: [],
  revalidated: true,
})

import * as v from 'valibot'

import { call } from './call.ts'
import { timeSpans } from './products.ts'
import { basePrice, dayRange, imagePath, plainDescription, productUuid, shownName } from './fields.ts'
import { askedLanguage, isDayRange } from './shapes.ts'

/** Maximum number of time spans in one call: more than a month of slots. */
const MOST_SPANS = 500

/** Row numbers separated by commas; an empty text means none. */
export const timeSpanIds = v.pipe(
  v.string(),
  v.description('Numbers of the time spans of the visit, with commas between them; at most 500.'),
  v.maxLength(MOST_SPANS * 11),
  v.regex(/^(?:\d{1,10}(?:,\d{1,10})*)?$/, 'id_list'),
  v.transform(text => (text === '' ? [] : text.split(',').map(Number))),
  v.maxLength(MOST_SPANS),
)

export const setProduct = v.pipe(
  v.object({
    uuid: productUuid,
    name: shownName,
    description: plainDescription,
    image_path: imagePath,
    base_price: basePrice,
    time_spans: timeSpans,
    num: v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(0),
      v.description('Units that the venue recommends with one order; the visitor may choose another number.'),
    ),
  }),
  v.title('SetProduct'),
)
export type SetProduct = v.InferOutput<typeof setProduct>

export const searchSetProducts = call({
  method: 'GET',
  path: '/api/v1/setproducts/search',
  summary: 'Set products of main product time spans',
  description:
    'The set products that may be bought with visits at the given time spans, with their stock by day.',
  query: v.pipe(
    v.strictObject({
      lang: askedLanguage,
      main_product_time_span_ids: timeSpanIds,
      ...dayRange,
    }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(setProduct),
  status: 200,
  errors: [],
  revalidated: true,
})

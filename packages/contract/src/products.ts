import * as v from 'valibot'

import { call } from './call.ts'
import {
  admission,
  basePrice,
  caution,
  day,
  dayRange,
  imagePath,
  onlyProduct,
  onlyWith,
  optionValueId,
  plainDescription,
  productUuid,
  shownName,
  timeSpanId,
} from './fields.ts'
import { askedLanguage, isDayRange, jstDateTime, rowId, uuid, yen, yenDifference } from './shapes.ts'

const optionValue = v.pipe(
  v.object({
    option_value_id: optionValueId,
    name: shownName,
    add_cost: v.pipe(yenDifference, v.description('What it adds to the base price, or costs as an extra.')),
    caution,
    only_with: onlyWith,
  }),
  v.title('OptionValue'),
)

const option = v.pipe(
  v.object({
    id: v.pipe(rowId, v.description('The number of the choice.')),
    name: v.pipe(v.string(), v.description('The name of the choice, in the language of the answer.')),
    type: v.pipe(
      v.picklist(['ticket_type', 'extra']),
      v.description('`ticket_type`: every unit is a ticket. `extra`: bought with them, and no ticket.'),
    ),
    values: v.pipe(v.array(optionValue), v.description('What can be chosen.')),
  }),
  v.title('ProductOption'),
)

const product = v.pipe(
  v.object({
    id: v.pipe(rowId, v.description('The number of the product.')),
    uuid: productUuid,
    name: shownName,
    description: plainDescription,
    image_path: imagePath,
    base_price: basePrice,
    ...admission,
    product_type: v.pipe(
      v.picklist(['main', 'set']),
      v.description('A product of its own, or one that is bought with another.'),
    ),
    naming_right: v.pipe(
      v.nullable(v.string()),
      v.description('The sponsor whose name the product bears; null where there is none.'),
    ),
    caution,
    can_be_moved: v.pipe(
      v.boolean(),
      v.description('Whether a visit that was bought on the web may be moved, within the terms of the site.'),
    ),
    options: v.pipe(v.array(option), v.description('What there is to choose: kinds of tickets, and extras.')),
  }),
  v.title('Product'),
)
export type Product = v.InferOutput<typeof product>

export const getProducts = call({
  method: 'GET',
  path: '/api/v1/products',
  summary: 'Products of the site',
  description: 'The products that visitors choose from, in display order.',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.array(product),
  status: 200,
  errors: [],
  revalidated: true,
})

const spanOption = v.pipe(
  v.object({
    id: v.pipe(rowId, v.description('The number of the choice.')),
    option_value_id: optionValueId,
    name: v.pipe(v.string(), v.description('The name of the choice, in the language of the answer.')),
    add_cost: v.pipe(yenDifference, v.description('What it adds to the base price, or costs as an extra.')),
  }),
  v.title('SpanOption'),
)

/** A time and its places, without what they cost. */
export const slot = {
  time_span_id: timeSpanId,
  from: v.pipe(jstDateTime, v.description('When the visit may begin.')),
  to: v.pipe(jstDateTime, v.description('When the visit ends.')),
  stock_count: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.description(
      'Places that can be bought now: the capacity less the places taken; those of holds that have ended count.',
    ),
  ),
  remaining_stock: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.description('Places that can be bought now.'),
  ),
}

export const timeSpan = v.pipe(
  v.object({
    ...slot,
    options: v.pipe(
      v.array(spanOption),
      v.description('What there is to choose: kinds of tickets, and extras.'),
    ),
  }),
  v.title('TimeSpan'),
)
export type TimeSpan = v.InferOutput<typeof timeSpan>

export const timeSpans = v.pipe(v.array(timeSpan), v.description('The times, in order.'))

export const productStockStatus = v.pipe(
  v.picklist(['normal', 'is_few', 'sold_out', 'closed']),
  v.description('How much of the product there is on the day.'),
  v.title('ProductStockStatus'),
)

export const dayStock = v.pipe(
  v.object({
    date: day,
    base_price: basePrice,
    product_stock_status: productStockStatus,
    time_spans: timeSpans,
  }),
  v.title('DayStock'),
)
export type DayStock = v.InferOutput<typeof dayStock>

export const searchProducts = call({
  method: 'GET',
  path: '/api/v1/products/search',
  summary: 'Products with their stock by day',
  description: 'Products with the stock of each day of a range, both ends included; at most 100 days.',
  query: v.pipe(
    v.strictObject({
      ...dayRange,
      lang: askedLanguage,
      product_uuid: onlyProduct,
      product_type: v.optional(
        v.pipe(
          v.picklist(['main', 'set']),
          v.description('Only main products, or only set products; without it, both.'),
        ),
      ),
    }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(
    v.object({ ...product.entries, days: v.pipe(v.array(dayStock), v.description('The days, in order.')) }),
  ),
  status: 200,
  errors: ['record not found'],
  revalidated: true,
})

export const productOfDay = v.pipe(
  v.object({
    ...product.entries,
    base_price: basePrice,
    product_stock_status: productStockStatus,
    time_spans: timeSpans,
  }),
  v.title('ProductOfDay'),
)
export type ProductOfDay = v.InferOutput<typeof productOfDay>

export const searchProductsOfDay = call({
  method: 'GET',
  path: '/api/v1/products/search2',
  summary: 'Products of a day with their stock',
  description: 'The main products that are offered on a day, sold out or not, with their stock.',
  query: v.strictObject({ date: day, lang: askedLanguage }),
  response: v.array(productOfDay),
  status: 200,
  errors: [],
  revalidated: true,
})

const stockStatusRow = v.pipe(
  v.object({
    date: day,
    stock_status: v.pipe(
      v.picklist(['normal', 'few', 'sold_out', 'closed']),
      v.description('The state of the day in a calendar.'),
    ),
    display_price: v.pipe(
      v.nullable(yen),
      v.description('The lowest price of the day; null where none is shown.'),
    ),
    is_sold_out_display_product: v.pipe(
      v.boolean(),
      v.description('Whether the day is shown as sold out, and not as closed.'),
    ),
    only_product_uuid: v.optional(
      v.pipe(
        uuid,
        v.description(
          'In the calendar of a site with several products: the only one that can still be bought on the day.',
        ),
      ),
    ),
  }),
  v.title('StockStatus'),
)
export type StockStatusRow = v.InferOutput<typeof stockStatusRow>

export const getStocksStatuses = call({
  method: 'GET',
  path: '/api/v1/products/stocks-statuses',
  summary: 'State and price of each day',
  description:
    'One row for each day that has stock, for a calendar; at most 100 days. Without a product it is the calendar of the whole site: the best state and the lowest price of its main products.',
  query: v.pipe(
    v.strictObject({
      ...dayRange,
      product_uuid: onlyProduct,
    }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(stockStatusRow),
  status: 200,
  errors: ['record not found'],
  revalidated: true,
})

export const getStocks = call({
  method: 'GET',
  path: '/api/v1/products/stocks',
  summary: 'Time spans of a product on a day',
  description: 'The time spans of one product on one day.',
  query: v.strictObject({
    date: day,
    product_id: v.pipe(v.string(), v.maxLength(40), v.description('The product, by its number or its uuid.')),
    lang: askedLanguage,
  }),
  response: v.object({
    time_spans: timeSpans,
    base_price: basePrice,
    product_stock_status: productStockStatus,
  }),
  status: 200,
  errors: ['record not found'],
  revalidated: true,
})

import { BOOKING_TYPES, type BookingType } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { list } from '../../platform/db/list.ts'

export interface ProductFacts {
  readonly id: number
  readonly isMain: boolean
  readonly saleType: BookingType
  readonly saleFrom: Date | null
  readonly saleUntil: Date | null
  readonly isRetired: boolean
  readonly graceMinutes: number
  /** Percent of consumption tax that its prices contain. */
  readonly taxRate: number
  /** Values of its options by their id. */
  readonly optionValues: ReadonlyMap<number, OptionValueFacts>
  /** The channels that sell it. */
  readonly channels: ReadonlySet<string>
  /** Ids of the set products that may be bought with it. */
  readonly setProductIds: ReadonlySet<number>
  /** The site's setting `Max_Ticket` as it is written. */
  readonly maxTicketSetting: string | null
}

export interface OptionValueFacts {
  readonly type: 'ticket_type' | 'extra'
  /** Yen, may be negative. */
  readonly addCost: number
  /** The value that it is sold with; null where it is sold by itself. */
  readonly onlyWith: number | null
}

export interface SpanFacts {
  readonly id: number
  readonly visitDate: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly soldUntil: Date | null
  /** Yen a ticket on this day. */
  readonly basePrice: number
  /** Whether the day is closed, or the time span alone. */
  readonly isClosed: boolean
  /** The day is shown, as sold out, and never sold. */
  readonly isSoldOutDisplay: boolean
}

const saleType = v.picklist(BOOKING_TYPES)
const optionType = v.picklist(['ticket_type', 'extra'])

export async function findProductFacts(
  read: Read,
  siteKey: string,
  uuid: string,
): Promise<ProductFacts | undefined> {
  const product = await read
    .selectFrom('products')
    .leftJoin('settings', join =>
      join.onRef('settings.site_key', '=', 'products.site_key').on('settings.key', '=', 'Max_Ticket'),
    )
    .select(['id', 'product_type', 'sale_type', 'sale_from', 'sale_until', 'grace_minutes', 'retired_at'])
    .select(['tax_rate', 'channels', 'settings.value'])
    .where('products.site_key', '=', siteKey)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  if (product === undefined) return undefined
  const values = await read
    .selectFrom('option_values')
    .innerJoin('product_options', 'product_options.id', 'option_values.option_id')
    .select(['option_values.id', 'option_values.add_cost', 'option_values.only_with', 'product_options.type'])
    .where('product_options.product_id', '=', product.id)
    .where('option_values.retired_at', 'is', null)
    .execute()
  const sets = await read
    .selectFrom('product_sets')
    .select('set_product_id')
    .where('product_id', '=', product.id)
    .execute()
  return {
    id: product.id,
    isMain: product.product_type === 'main',
    saleType: v.parse(saleType, product.sale_type),
    saleFrom: product.sale_from,
    saleUntil: product.sale_until,
    isRetired: product.retired_at !== null,
    graceMinutes: product.grace_minutes,
    taxRate: product.tax_rate,
    optionValues: new Map(
      values.map(({ id, type, add_cost: addCost, only_with: onlyWith }) => [
        id,
        { type: v.parse(optionType, type), addCost, onlyWith },
      ]),
    ),
    channels: new Set(product.channels),
    setProductIds: new Set(sets.map(set => set.set_product_id)),
    maxTicketSetting: product.value,
  }
}

/** A time span with its day, undefined when the product has none with this id. */
export const spanFacts: GroupedRead<
  { readonly productId: number; readonly timeSpanId: number },
  SpanFacts | undefined
> = grouped(async (read, asked) => {
  const ids = asked.map(({ timeSpanId }) => timeSpanId)
  const rows = await read
    .selectFrom('time_spans')
    .innerJoin('product_days', join =>
      join
        .onRef('product_days.product_id', '=', 'time_spans.product_id')
        .onRef('product_days.visit_date', '=', 'time_spans.visit_date'),
    )
    .select([
      'time_spans.id',
      'time_spans.product_id as productId',
      'time_spans.visit_date as visitDate',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'sold_until as soldUntil',
      'base_price as basePrice',
      'is_sold_out_display as isSoldOutDisplay',
      sql<boolean>`is_closed or sale_state = 'stopped'`.as('isClosed'),
    ])
    .where('time_spans.id', '=', sql<number>`any(${list('int', ids)}::int[])`)
    .execute()
  const found = new Map(rows.map(row => [row.id, row]))
  return asked.map(({ productId, timeSpanId }) => {
    const span = found.get(timeSpanId)
    return span?.productId === productId ? span : undefined
  })
})

import { BOOKING_TYPES, type BookingType } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import { epochSeconds } from '../../platform/db/epoch-seconds.ts'
import { fixed } from '../../platform/db/fixed.ts'
import { inPlace, type Placed } from '../../platform/db/asked.ts'
import type { GroupedRead } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import { IS_NEARLY_SOLD_OUT } from '../../stock/nearly-sold-out.ts'
import { wordsOf } from '../../platform/db/words-of.ts'
import { visitOf, type VisitRow } from '../../orders/bought/bought-columns.ts'
import { SHOWN, shownLanguages } from '../../orders/bought/shown-languages.ts'
import { askedByTokens, type TokenQuestion } from '../../orders/bought/token-question.ts'
import { OWED_REFUND, type OwedRefund } from '../../tickets/owed-refund.ts'
import {
  ORDER_COLUMNS,
  type OrderRecord,
  type OrderRow,
  orderWhere,
  recordOf,
} from '../../orders/life/find-order.ts'

/** A change of time with both visits, in words of one language. Money is whole yen. */
export interface ChangeRow {
  readonly order: OrderRecord
  readonly reservation: {
    readonly id: string
    readonly number: string
    /** Its newest completed order. */
    readonly orderId: string
    readonly tokenGeneration: number
    /** In hexadecimal. */
    readonly tokenHash: string
    readonly former_hashes: readonly string[]
  }
  readonly product: { readonly name: string | null; readonly sale_type: BookingType }
  readonly old: VisitRow
  readonly new: VisitRow
  readonly items: readonly ChangedItem[]
  /** When the set products were, in the order of their lines. */
  readonly old_sets: ReadonlyArray<{ readonly product_id: number; readonly starts_at: number }>
  readonly coupons: readonly ChangedDiscount[]
  readonly membership: ChangedDiscount | null
  readonly refund: OwedRefund | null
  /** The day that the visit moves to. */
  readonly is_nearly_sold_out: boolean
}

interface ChangedItem {
  readonly kind: string
  readonly product_id: number
  readonly quantity: number
  /** After all that is taken off. */
  readonly price: number
  readonly former_price: number | null
  readonly starts_at: number | null
  readonly name: string | null
}

interface ChangedDiscount {
  readonly name: string | null
  readonly old_discount: number
  readonly new_discount: number
}

type SelectedRow = Omit<ChangeRow, 'order' | 'product'> &
  OrderRow &
  Placed & { readonly product: { readonly name: string | null; readonly sale_type: string } }

const words = wordsOf(SHOWN)
const saleType = v.picklist(BOOKING_TYPES)

const RESERVATION = sql`(
  select json_build_object('id', r.id, 'number', r.number, 'orderId', r.order_id, 'tokenGeneration', r.token_generation,
           'tokenHash', encode(r.token_hash, 'hex'),
           'former_hashes', (select coalesce(json_agg(encode(f.token_hash, 'hex')), '[]')
                               from former_reservation_tokens f where f.reservation_id = r.id))
    from reservations r where r.id = orders.replaces)`

const PRODUCT = sql`(
  select json_build_object('sale_type', sale_type, 'name', ${words('product_texts', 'orders.product_id')})
    from products where products.id = orders.product_id)`

const ITEMS = sql`(
  select coalesce(json_agg(json_build_object(
      'kind', kind, 'product_id', product_id, 'quantity', quantity, 'former_price', former_price,
      'price', unit_price * quantity - membership_discount - coupon_discount - method_discount,
      'starts_at', (select ${epochSeconds('starts_at')} from time_spans where time_spans.id = item.time_span_id),
      'name', case when kind = 'set' then ${words('product_texts', 'item.product_id')}
                   else ${words('option_value_texts', 'item.option_value_id')} end
    ) order by kind = 'set', position), '[]')
    from order_items as item where item.order_id = orders.id)`

const OLD_SETS = sql`(
  select coalesce(json_agg(json_build_object('product_id', item.product_id, 'starts_at',
      (select ${epochSeconds('starts_at')} from time_spans where time_spans.id = item.time_span_id))
    order by position), '[]')
    from order_items as item where item.order_id = orders.moves_from and kind = 'set')`

const COUPONS = sql`(
  select coalesce(json_agg(json_build_object(
      'name', ${words('coupon_texts', 'used.coupon_id')}, 'new_discount', used.discount,
      'old_discount', coalesce((select discount from order_coupons o
                                 where o.order_id = orders.moves_from and o.coupon_id = used.coupon_id), 0)
    ) order by position), '[]')
    from order_coupons as used where used.order_id = orders.id)`

const MEMBERSHIP = sql`(
  select json_build_object('name', ${words('membership_promotion_texts', 'orders.promotion_id')},
           'new_discount', orders.membership_discount, 'old_discount', former.membership_discount)
   where orders.promotion_id is not null)`

const COLUMNS = fixed(sql`${ORDER_COLUMNS}, ${RESERVATION} as reservation, ${PRODUCT} as product,
           ${visitOf('former.time_span_id')} as old, ${visitOf('orders.time_span_id')} as new,
           ${ITEMS} as items, ${OLD_SETS} as old_sets, ${COUPONS} as coupons, ${MEMBERSHIP} as membership,
           ${OWED_REFUND} as refund, ${IS_NEARLY_SOLD_OUT} as is_nearly_sold_out`)

/** The change of a site that a token opens. */
export const changeByToken: GroupedRead<TokenQuestion, ChangeRow | undefined> = grouped(
  async (read, questions) => {
    const { rows } = await sql<SelectedRow>`
    select asked.place::integer as place, ${COLUMNS}
      from ${askedByTokens(['time_change'], questions)}
     cross join ${orderWhere(sql`orders.token_hash = asked.hash and orders.site_key = asked.site and orders.kind = 'time_change'`)}
      join orders former on former.id = orders.moves_from
     cross join ${shownLanguages(sql`asked.lang`)}`.execute(read)
    return inPlace(questions, rows).map(row =>
      tried(() => {
        if (row === undefined) return undefined
        const { name, sale_type } = row.product
        return { ...row, order: recordOf(row), product: { name, sale_type: v.parse(saleType, sale_type) } }
      }),
    )
  },
)

import type { TemporaryOrder } from '@kippu/contract/orders'
import { isLanguage } from '@kippu/domain/language'
import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
import { askedRows, inPlace, type Placed } from '../../platform/db/asked.ts'
import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import { IS_NEARLY_SOLD_OUT } from '../../stock/nearly-sold-out.ts'
import { ORDER_COLUMNS, type OrderRecord, type OrderRow, orderWhere, recordOf } from '../life/find-order.ts'
import { BOUGHT_COLUMNS, type BoughtRow, DEDUCTION_COLUMNS, type DeductionRow } from './bought-columns.ts'
import { type BoughtProduct, boughtProductOf, type BoughtSet, boughtSetsOf } from './bought-product.ts'
import { shownLanguages } from './shown-languages.ts'
import { askedByTokens, type TokenQuestion } from './token-question.ts'

/** The discounts of coupons and membership in an order, with their names. */
type Deductions = Pick<TemporaryOrder, 'coupons' | 'membership_promotion'>

/** All that an order buys and what it costs, in words of one language. Whole yen. */
export interface BoughtOrder extends Deductions {
  readonly product: BoughtProduct
  readonly sets: readonly BoughtSet[]
  /** Before any deduction. */
  readonly subtotal: number
  /** The discount of the payment method; 0 before the order is paid. */
  readonly methodDiscount: number
  /** The amount that is or was charged. */
  readonly total: number
}

/** An order and all that it buys. */
export interface BoughtRecord {
  readonly order: OrderRecord
  readonly bought: BoughtOrder
}

/** An order that may still be extended. */
export interface OpenRecord extends BoughtRecord {
  readonly isNearlySoldOut: boolean
}

/** The order that a token opens, as `findOrderByToken` finds it, in the language asked for. */
export const boughtByToken: GroupedRead<TokenQuestion, OpenRecord | undefined> = grouped((read, questions) =>
  findBought(read, questions, {
    asked: askedByTokens(['order'], questions),
    order: orderWhere(sql`orders.token_hash = asked.hash and orders.site_key = asked.site`),
    shown: shownLanguages(sql`asked.lang`),
  }),
)

/** The order with an id, in its own language. */
export const boughtById: GroupedRead<string, BoughtRecord | undefined> = grouped((read, ids) =>
  findBought(read, ids, {
    asked: askedRows({ id: ['uuid', ids] }),
    order: orderWhere(sql`orders.id = asked.id`),
    shown: shownLanguages(),
  }),
)

/** An order by its id, and the language of its words as a visitor asks for it. */
export interface IdQuestion extends Pick<TokenQuestion, 'lang'> {
  readonly id: string
}

/** As {@link boughtById}, in the language asked for. */
export const boughtInLanguage: GroupedRead<IdQuestion, BoughtRecord | undefined> = grouped(
  (read, questions) =>
    findBought(read, questions, {
      asked: askedRows({
        id: ['uuid', questions.map(({ id }) => id)],
        lang: ['text', questions.map(({ lang }) => (isLanguage(lang) ? lang : null))],
      }),
      order: orderWhere(sql`orders.id = asked.id`),
      shown: shownLanguages(sql`asked.lang`),
    }),
)

/** The tables of a statement. */
interface Tables {
  readonly asked: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  readonly shown: RawBuilder<unknown>
}

async function findBought(
  read: Read,
  questions: readonly unknown[],
  { asked, order, shown }: Tables,
): Promise<Array<OpenRecord | Error | undefined>> {
  const { rows } = await sql<BoughtRecordRow & Placed & { readonly is_nearly_sold_out: boolean }>`
    select asked.place::integer as place, ${BOUGHT_RECORD_COLUMNS}, ${IS_NEARLY_SOLD_OUT} as is_nearly_sold_out
      from ${asked} cross join ${order} cross join ${shown}`.execute(read)
  return inPlace(questions, rows).map(row =>
    tried(() => row && { ...boughtRecordOf(row), isNearlySoldOut: row.is_nearly_sold_out }),
  )
}

export type BoughtRecordRow = OrderRow & BoughtRow & DeductionRow

/** For a statement that has `orders` and `shown` among its tables. */
export const BOUGHT_RECORD_COLUMNS = fixed(sql`${ORDER_COLUMNS}, ${BOUGHT_COLUMNS}, ${DEDUCTION_COLUMNS}`)

export function boughtRecordOf(row: BoughtRecordRow): BoughtRecord {
  const order = recordOf(row)
  return {
    order,
    bought: {
      product: boughtProductOf(row),
      sets: boughtSetsOf(row),
      coupons: row.coupons.map(coupon => ({ ...coupon, coupon_name: coupon.coupon_name ?? '' })),
      membership_promotion:
        order.promotionId === null
          ? null
          : {
              membership_promotion_name: row.promotion ?? '',
              membership_discount: order.membershipDiscount,
            },
      subtotal: order.subtotal,
      methodDiscount: order.methodDiscount,
      total: order.price - order.methodDiscount,
    },
  }
}

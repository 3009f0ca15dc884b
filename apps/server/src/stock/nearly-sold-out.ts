import { sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
/** Less than this part of its places is left of a day that is nearly sold out: who waits there keeps others out. */
const NEARLY = 0.2

/** Whether the day of an order is nearly sold out, as a column of a query of orders. */
export const IS_NEARLY_SOLD_OUT = fixed(sql<boolean>`(
  select sum(day.capacity - day.taken) < ${sql.lit(NEARLY)} * sum(day.capacity)
    from time_spans own join time_spans day on day.product_id = own.product_id and day.visit_date = own.visit_date
   where own.id = orders.time_span_id)`)

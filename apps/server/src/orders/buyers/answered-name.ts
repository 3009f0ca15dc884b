import { ORDER_FIELD_NAMES, ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import { sql } from 'kysely'

const NAMES = ORDER_FIELD_NAMES.filter(name => ORDER_FIELDS[name].mail === 'greeting')

/** In SQL, the name among the answers in `customer_info`, as `buyerOf` reads it; null where the site asks for none. */
export const ANSWERED_NAME = sql<string | null>`coalesce(${sql.join(
  NAMES.map(
    name =>
      sql`(select answer ->> 'value' from jsonb_array_elements(customer_info) as answer where answer ->> 'key' = ${sql.lit(name)} limit 1)`,
  ),
)})`

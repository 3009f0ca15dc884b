import { sql } from 'kysely'

/** In SQL, the normalised address among the answers in `customer_info`; null before it was given. */
export const ANSWERED_ADDRESS = sql<
  string | null
>`lower(jsonb_path_query_first(customer_info, '$[*] ? (@.key == "email")') ->> 'value')`

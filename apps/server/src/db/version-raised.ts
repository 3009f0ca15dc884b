import { sql } from 'kysely'

/** The next version of a row. Every statement that changes an order or an attempt writes it, so that a reader knows that it changed. */
export const VERSION_RAISED = sql<number>`version + 1`

import { sql } from 'kysely'

/** The next version of a row. Every statement that changes an order or an attempt writes it, so that a reader notices. */
export const VERSION_RAISED = sql<number>`version + 1`

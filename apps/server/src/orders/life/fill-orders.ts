import { sql } from 'kysely'

import { countRows } from '../../db/count-rows.ts'
import type { Read, Tx } from '../../db/database.ts'
import { ANSWERED_ADDRESS } from '../../buyers/answered-address.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'

/** Lines of a visit that an older program wrote, without product and time span of their own. */
const UNFILLED = sql<boolean>`product_id is null or time_span_id is null`

export function countUnfilledItems(read: Read): Promise<number> {
  return countRows(read, sql`order_items where ${UNFILLED}`)
}

/** Gives `limit` of them what their order says; answers how many. */
export async function fillItems(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_items as i set product_id = o.product_id, time_span_id = o.time_span_id
      from orders o
     where o.id = i.order_id
       and (i.order_id, i.kind, i.position) in (
         select order_id, kind, position from order_items where ${UNFILLED} limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Orders whose address column is not what the answers say: an older program writes the answers alone. */
const OTHER_ADDRESS = sql<boolean>`email is distinct from ${ANSWERED_ADDRESS}`

export function countUnfilledAddresses(read: Read): Promise<number> {
  return countRows(read, sql`orders where ${OTHER_ADDRESS}`)
}

/** Writes the address of `limit` of them; answers how many. */
export async function fillAddresses(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set email = ${ANSWERED_ADDRESS}, version = ${VERSION_RAISED}
     where id in (select id from orders where ${OTHER_ADDRESS} order by id limit ${limit} for no key update)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

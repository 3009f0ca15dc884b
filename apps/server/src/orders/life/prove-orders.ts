import { sql } from 'kysely'

import { type CountedAddress, keyOfMailbox } from '../address-proofs/counted-address.ts'
import { noteProofs } from '../address-proofs/note-proofs.ts'
import { listed } from '../../platform/db/list.ts'
import type { GroupedWrite, Write } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { proveHoldsOf } from '../../stock/whole-holds.ts'
import type { OrderRecord } from './find-order.ts'
import { lockOrdersAsRead, writtenOnes } from './lock-as-read.ts'
import { verifyMove } from './move-order.ts'

/** The mail address of an order is proved. */
export interface Proof {
  readonly order: Pick<OrderRecord, 'id' | 'status' | 'version'>
  /** How long it is held from now on, at least. */
  readonly holdSeconds: number
  /** The address that was mailed. */
  readonly proves: CountedAddress
}

/**
 * Makes orders ready to be paid that are as they were read, have not ended and hold their places; `undefined` for any other. No share
 * bounds their holds from then on, and their mailboxes count as proved.
 */
export const proveOrders: GroupedWrite<Proof, true | undefined> = grouped(proveTogether, {
  keysOf: ({ order, proves }) => [order.id, keyOfMailbox(proves)],
})

async function proveTogether(write: Write, proofs: readonly Proof[]): Promise<Array<true | undefined>> {
  for (const { order } of proofs) verifyMove(order, 'ready_checkout')
  const addresses = proofs.map(({ order, proves }) => ({ orderId: order.id, address: proves }))
  // Holds are written after the rows of domains and mailboxes: who gives ended holds back may have locked those.
  const inTurn = sql`(select id, expires_at from proved_orders where (select count(*) from proved_domains) >= 0)`
  const { rows } = await sql<{ id: string }>`
    with ${lockOrdersAsRead(
      proofs.map(({ order }) => order),
      sql`o.expires_at > now() and not o.places_at_proof`,
    )}, proved_orders as (
      update orders o set status = 'ready_checkout', version = ${VERSION_RAISED},
             expires_at = greatest(o.expires_at, now() + make_interval(secs => a.seconds))
        from ${listed('a', {
          asked_id: ['uuid', proofs.map(({ order }) => order.id)],
          seconds: ['int', proofs.map(({ holdSeconds }) => holdSeconds)],
        })}
       where o.id = a.asked_id and o.id in (select id from locked_orders)
      returning o.id, o.expires_at
    ), ${noteProofs(addresses, sql`select id from proved_orders`)}, ${proveHoldsOf(inTurn)}
    select id from proved_orders`.execute(write)
  return writtenOnes(proofs, rows)
}

import { entryOf, itemAt } from '@kippu/domain/known'
import { grantInOrder, type UnitsBySpan } from '@kippu/domain/stock/grant'
import { sql } from 'kysely'

import type { CountedAddress } from '../address-proofs/counted-address.ts'
import { noteProofs } from '../address-proofs/note-proofs.ts'
import { assertNoTransaction, type Database, type Tx } from '../../platform/db/database.ts'
import { createGroupQueue } from '../../platform/db/group-queue.ts'
import { listed } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { lockSpans, type SpanStock } from '../../stock/batch-queries.ts'
import { findUnitsOfOrder, freeRooms } from '../../stock/held-stock.ts'
import { takeHolds } from '../../stock/whole-holds.ts'
import { lockOrdersAsRead, type OrderAsRead } from './lock-as-read.ts'

interface PlacesAtProofOptions {
  readonly db: Database
  /** How long the places are held from now on. */
  readonly holdSeconds: number
  /** How spans are read. Tests leave the lock out to prove that it is needed. */
  readonly readSpans?: (tx: Tx, ids: readonly number[]) => Promise<SpanStock[]>
}

/**
 * Takes the places of orders that have none, now that their mail address is proved. It makes no new order: who gets no answer from the
 * database has the link or the form and sends it again, so nothing is in doubt.
 */
export interface PlacesAtProof {
  /**
   * The order is ready to be paid then. `undefined`: it has changed since it was read, or has ended. `out of stock`: too little is
   * left of a time span, and the order stays as it is.
   * @param proves the address that was mailed, whose link was followed; it counts as proved even when nothing is left.
   */
  take(order: OrderAsRead, proves?: CountedAddress): Promise<Taken>
  /** For how long the first of those who have no answer yet has waited, in ms. */
  longestWaitMs(): number
}

interface Waiting {
  readonly order: OrderAsRead
  readonly proves: CountedAddress | undefined
  readonly units: UnitsBySpan
}

type Taken = true | undefined | Refusal<'out of stock'>

/** Those who wait for the same time spans share a transaction, as new orders do (decision 3). */
export function createPlacesAtProof({
  db,
  holdSeconds,
  readSpans = lockSpans,
}: PlacesAtProofOptions): PlacesAtProof {
  const queue = createGroupQueue<Waiting, Taken>(
    waiting => db.transaction(tx => takeTogether(tx, waiting, { holdSeconds, readSpans })),
    { keysOf: ({ units }) => [...units.keys()], sharesKeys: true },
  )
  return {
    async take(order, proves) {
      assertNoTransaction('waiting for places')
      const units = await db.read(read => findUnitsOfOrder(read, order.id))
      return queue.add({ order, proves, units })
    },
    longestWaitMs: () => queue.longestWaitMs(),
  }
}

async function takeTogether(
  tx: Tx,
  all: readonly Waiting[],
  { holdSeconds, readSpans }: Required<Pick<PlacesAtProofOptions, 'holdSeconds' | 'readSpans'>>,
): Promise<Taken[]> {
  // A link that is followed twice at once: the order takes its places once, at the turn of the first, and both are told so.
  // The proof of either counts.
  const waiting = Array.from(
    Map.groupBy(all, ({ order }) => order.id).values(),
    same => same.find(({ proves }) => proves !== undefined) ?? itemAt(same, 0),
  )
  const ids = new Set(waiting.flatMap(({ units }) => [...units.keys()]))
  const spans = await readSpans(
    tx,
    [...ids].toSorted((a, b) => a - b),
  )
  const open = await lockWaiting(tx, waiting)
  const asking = waiting.filter(({ order }) => open.has(order.id))
  const wants = asking.map(({ order, units }) => ({ channel: entryOf(open, order.id), units }))
  const grants = grantInOrder(await freeRooms(tx, spans, wants), wants)
  const granted = asking.filter((_, index) => grants[index] === true)
  if (granted.length > 0) await hold(tx, granted, holdSeconds)
  const held = new Set(granted.map(({ order }) => order.id))
  return all.map(({ order }) => {
    if (!open.has(order.id)) return undefined
    return held.has(order.id) || refuse('out of stock')
  })
}

/**
 * Locks those of the orders that are as they were read and still wait for their places, and notes what they prove, before ended holds
 * are given back: rows of domains and mailboxes are locked before holds. Their ids, each with the channel of its order.
 */
async function lockWaiting(tx: Tx, waiting: readonly Waiting[]): Promise<ReadonlyMap<string, string>> {
  // An order may be `ready_checkout` without its places: its link still brings them.
  const isWaiting = sql`o.places_at_proof and o.expires_at > now() and o.status in ('mail_sent', 'ready_checkout')`
  const orders = waiting.map(({ order }) => order)
  const proofs = waiting.flatMap(({ order, proves }) =>
    proves === undefined ? [] : [{ orderId: order.id, address: proves }],
  )
  const { rows } = await sql<{ id: string; channel: string }>`
    with ${lockOrdersAsRead(orders, isWaiting)}, ${noteProofs(proofs, sql`select id from locked_orders`)}
    select id, o.channel from locked_orders join orders o using (id)`.execute(tx)
  return new Map(rows.map(({ id, channel }) => [id, channel]))
}

async function hold(tx: Tx, granted: readonly Waiting[], holdSeconds: number): Promise<void> {
  const taken = granted.flatMap(({ order, units }) =>
    Array.from(units, ([timeSpanId, count]) => ({ orderId: order.id, timeSpanId, units: count })),
  )
  await sql`
    with proved_orders as (
      update orders o set status = 'ready_checkout', places_at_proof = false, version = ${VERSION_RAISED},
             expires_at = greatest(o.expires_at, now() + make_interval(secs => ${holdSeconds}))
        from ${listed('a', { asked_id: ['uuid', granted.map(({ order }) => order.id)] })}
       where o.id = a.asked_id
      returning o.id, o.channel, o.expires_at, o.email
    ), ${takeHolds(taken, sql`proved_orders`)}
    select from proved_orders`.execute(tx)
}

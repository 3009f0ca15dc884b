import { entryOf, itemAt } from '@kippu/domain/known'
import type { UnitsBySpan } from '@kippu/domain/stock/grant'
import { type Bound, grantWithinShares, type UnprovenShares } from '@kippu/domain/stock/unproven-shares'
import { sql } from 'kysely'

import type { CountedAddress } from '../address-proofs/counted-address.ts'
import { noteProofs } from '../address-proofs/note-proofs.ts'
import { assertNoTransaction, type Database, type Tx } from '../../platform/db/database.ts'
import { createGroupQueue } from '../../platform/db/group-queue.ts'
import { listed } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { lockSpans, type SpanStock } from '../../stock/batch-queries.ts'
import type { Places } from '../../stock/hold-queue.ts'
import { findUnitsOfOrder, freeRooms } from '../../stock/held-stock.ts'
import type { FullShares } from '../../stock/full-shares.ts'
import { findUnpaidRooms, findWholeDays, firstSpanOf } from '../../stock/unpaid-rooms.ts'
import { takeHolds } from '../../stock/whole-holds.ts'
import { lockOrdersAsRead, type OrderAsRead } from './lock-as-read.ts'

interface PlacesAtProofOptions {
  readonly db: Database
  /** How long the places are held from now on. */
  readonly holdSeconds: number
  /** How spans are read. Tests leave the lock out to prove that it is needed. */
  readonly readSpans?: (tx: Tx, ids: readonly number[]) => Promise<SpanStock[]>
  /** Where an order that finds a share full is counted. */
  readonly fullShares?: Pick<FullShares, 'note'>
}

/** How the mail address of an order is known. */
export interface ProvedBy {
  /** The address that was mailed, whose link was followed; it counts as proved even when nothing is left. */
  readonly proves?: CountedAddress
  /** Where the visitor is, and who they are: what they hold has shares until it is paid. */
  readonly holder: {
    /** A keyed hash. */
    readonly network: Buffer
    /** Null for one that strangers share. */
    readonly mailDomain: string | null
    readonly shares: UnprovenShares
  }
}

/**
 * Takes the places of orders that have none, now that their mail address is proved. It makes no new order: who gets no answer from the
 * database has the link or the form and sends it again, so nothing is in doubt.
 */
export interface PlacesAtProof {
  /**
   * The order is ready to be paid then; `at_payment`: without its places, for a share of what is not paid is full.
   * `undefined`: it has changed since it was read, or has ended. `out of stock`: too little is left of a time span, and
   * the order stays as it is.
   */
  take(order: OrderAsRead, by: ProvedBy): Promise<Taken>
  /** For how long the first of those who have no answer yet has waited, in ms. */
  longestWaitMs(): number
}

interface Waiting extends ProvedBy {
  readonly order: OrderAsRead
  readonly units: UnitsBySpan
}

type Taken = Exclude<Places, 'at_proof'> | undefined | Refusal<'out of stock'>

/** Those who wait for the same time spans share a transaction, as new orders do (decision 3). */
export function createPlacesAtProof({
  db,
  holdSeconds,
  readSpans = lockSpans,
  fullShares,
}: PlacesAtProofOptions): PlacesAtProof {
  const queue = createGroupQueue<Waiting, Taken>(
    waiting => db.transaction(tx => takeTogether(tx, waiting, { holdSeconds, readSpans, fullShares })),
    { keysOf: ({ units }) => [...units.keys()], sharesKeys: true },
  )
  return {
    async take(order, by) {
      assertNoTransaction('waiting for places')
      const units = await db.read(read => findUnitsOfOrder(read, order.id))
      return queue.add({ order, ...by, units })
    },
    longestWaitMs: () => queue.longestWaitMs(),
  }
}

type TakeOptions = Required<Pick<PlacesAtProofOptions, 'holdSeconds' | 'readSpans'>> & {
  readonly fullShares: PlacesAtProofOptions['fullShares']
}

async function takeTogether(
  tx: Tx,
  all: readonly Waiting[],
  { holdSeconds, readSpans, fullShares }: TakeOptions,
): Promise<Taken[]> {
  // A link that is followed twice at once: the order takes its places once, at the turn of the first, and both are told so.
  // The proof of either counts.
  const waiting = Array.from(
    Map.groupBy(all, ({ order }) => order.id).values(),
    same => same.find(({ proves }) => proves !== undefined) ?? itemAt(same, 0),
  )
  const ids = new Set(waiting.flatMap(({ units }) => [...units.keys()]))
  const days = await findWholeDays(tx, [...ids])
  const spans = await readSpans(
    tx,
    [...new Set([...ids, ...days.map(firstSpanOf)])].toSorted((a, b) => a - b),
  )
  const open = await lockWaiting(tx, waiting)
  const asking = waiting.filter(({ order }) => open.has(order.id))
  const wants = asking.map(({ order, units, holder }) => ({
    channel: entryOf(open, order.id),
    units,
    bounds: boundsOf(holder),
  }))
  const grants = grantWithinShares(
    await freeRooms(tx, spans, wants),
    wants,
    new Map(days.flatMap(day => day.spans.map(id => [id, day.key]))),
    // The orders for a time span are of one site.
    await findUnpaidRooms(tx, days, {
      shares: itemAt(waiting, 0).holder.shares,
      mailDomains: waiting.flatMap(({ holder }) => holder.mailDomain ?? []),
    }),
  )
  const byId = new Map(asking.map(({ order }, index) => [order.id, itemAt(grants, index)]))
  const ready = asking.filter(({ order }) => byId.get(order.id) !== 'refused')
  if (ready.length > 0)
    await makeReady(tx, ready, { isHeld: ({ order }) => byId.get(order.id) === 'held', holdSeconds })
  for (const grant of grants) if (typeof grant === 'object') fullShares?.note(grant.full)
  return all.map(({ order }) => {
    const grant = byId.get(order.id)
    if (grant === undefined) return undefined
    if (grant === 'refused') return refuse('out of stock')
    return grant === 'held' ? 'held' : 'at_payment'
  })
}

function boundsOf({ network, mailDomain }: Waiting['holder']): readonly Bound[] {
  const ofNetwork = { share: 'unpaidNetwork', of: network.toString('hex') } as const
  return mailDomain === null ? [ofNetwork] : [ofNetwork, { share: 'unpaidMailDomain', of: mailDomain }]
}

/**
 * Locks those of the orders that are as they were read and still wait for their places, and notes what they prove, before ended holds
 * are given back: rows of domains and mailboxes are locked before holds. Their ids, each with the channel of its order.
 */
async function lockWaiting(tx: Tx, waiting: readonly Waiting[]): Promise<ReadonlyMap<string, string>> {
  const isWaiting = sql`o.places_at_proof and o.expires_at > now() and o.status = 'mail_sent'`
  const orders = waiting.map(({ order }) => order)
  const proofs = waiting.flatMap(({ order, proves }) =>
    proves === undefined ? [] : [{ orderId: order.id, address: proves }],
  )
  const { rows } = await sql<{ id: string; channel: string }>`
    with ${lockOrdersAsRead(orders, isWaiting)}, ${noteProofs(proofs, sql`select id from locked_orders`)}
    select id, o.channel from locked_orders join orders o using (id)`.execute(tx)
  return new Map(rows.map(({ id, channel }) => [id, channel]))
}

interface Ready {
  readonly isHeld: (order: Waiting) => boolean
  readonly holdSeconds: number
}

async function makeReady(tx: Tx, ready: readonly Waiting[], { isHeld, holdSeconds }: Ready): Promise<void> {
  const taken = ready
    .filter(isHeld)
    .flatMap(({ order, units, holder: { network } }) =>
      Array.from(units, ([timeSpanId, count]) => ({ orderId: order.id, timeSpanId, units: count, network })),
    )
  await sql`
    with proved_orders as (
      update orders o set status = 'ready_checkout', places_at_proof = not a.is_held, version = ${VERSION_RAISED},
             expires_at = greatest(o.expires_at, now() + make_interval(secs => ${holdSeconds}))
        from ${listed('a', {
          asked_id: ['uuid', ready.map(({ order }) => order.id)],
          is_held: ['boolean', ready.map(isHeld)],
        })}
       where o.id = a.asked_id
      returning o.id, o.channel, o.expires_at, o.email
    ), ${takeHolds(taken, sql`proved_orders`)}
    select from proved_orders`.execute(tx)
}

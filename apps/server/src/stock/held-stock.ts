import { sumOf } from '@kippu/domain/sum'
import { roomAfter, type RoomsBySpan, type SpanRoom, unitsFor } from '@kippu/domain/stock/channel-shares'
import { type ChannelWant, fitsIn, type UnitsBySpan, wantedUnits } from '@kippu/domain/stock/grant'
import { sql } from 'kysely'

import type { Read, Tx } from '../platform/db/database.ts'
import { findRooms, lockSpans, type SpanStock } from './batch-queries.ts'

/**
 * Stock of time spans: `taken` is always the sum of the units of a span's holds, so every statement here that
 * touches one touches the other in the same transaction, and counts what its channel uses of its share (decision 57). Rows are locked in one order, spans by their ids, order, holds
 * by their spans, so that a sweeper, a cancelled order and a batch of new holds never wait for each other in a circle.
 */

/** The units that an order wants to hold of each time span, whether or not it still holds them. */
export async function findUnitsOfOrder(read: Read, orderId: string): Promise<UnitsBySpan> {
  const rows = await read
    .selectFrom('orders')
    .select(['time_span_id', 'quantity'])
    .where('id', '=', orderId)
    .unionAll(
      read
        .selectFrom('order_items')
        .select(eb => [eb.ref('time_span_id').$notNull().as('time_span_id'), 'quantity'])
        .where('order_id', '=', orderId)
        .where('kind', '=', 'set')
        .where('stock', '=', 'held'),
    )
    .execute()
  return wantedUnits(rows.map(row => new Map([[row.time_span_id, row.quantity]])))
}

/** The units that an order holds of each time span now. */
export async function findHeldUnits(read: Read, orderId: string): Promise<UnitsBySpan> {
  const rows = await read
    .selectFrom('holds')
    .select(['time_span_id', 'units'])
    .where('order_id', '=', orderId)
    .orderBy('time_span_id')
    .execute()
  return new Map(rows.map(row => [row.time_span_id, row.units]))
}

/** Locks all time spans of an order until the transaction ends, as {@link lockSpans}. */
export async function lockSpansOfOrder(tx: Tx, orderId: string): Promise<void> {
  const units = await findUnitsOfOrder(tx, orderId)
  await lockSpans(tx, [...units.keys()])
}

/** A column that a statement answers which deletes holds: it counts them. */
const GIVEN_BACK = sql<number>`count_used(time_span_id, channel, -units)`.as('given_back')

/** Gives back what an order holds; nothing when it holds nothing. The caller has locked its time spans. */
export async function giveBackHolds(tx: Tx, orderId: string): Promise<void> {
  const gone = await tx
    .deleteFrom('holds')
    .where('order_id', '=', orderId)
    .returning(['time_span_id', 'units', GIVEN_BACK])
    .execute()
  for (const { time_span_id, units } of gone) await changeTaken(tx, time_span_id, -units)
}

export interface GiveBackUnits {
  readonly orderId: string
  readonly timeSpanId: number
  readonly units: number
}

/**
 * Gives back a part of what a sold order holds of one time span. The caller has locked it.
 * @throws when the order holds less, so that no place is free that somebody has.
 */
export async function giveBackUnits(tx: Tx, part: GiveBackUnits): Promise<void> {
  await takeFromHold(tx, part)
  await changeTaken(tx, part.timeSpanId, -part.units)
}

/** Lowers a hold, and ends one of which nothing is left. @throws when it holds less. */
async function takeFromHold(tx: Tx, { orderId, timeSpanId, units }: GiveBackUnits): Promise<void> {
  const hold = await tx
    .updateTable('holds')
    .set(eb => ({ units: eb('units', '-', units) }))
    .where('order_id', '=', orderId)
    .where('time_span_id', '=', timeSpanId)
    .where('units', '>', units)
    .returning(sql<number>`count_used(time_span_id, channel, ${-units}::integer)`.as('used'))
    .executeTakeFirst()
  if (hold === undefined)
    await tx
      .deleteFrom('holds')
      .where('order_id', '=', orderId)
      .where('time_span_id', '=', timeSpanId)
      .where('units', '=', units)
      .returning(GIVEN_BACK)
      .executeTakeFirstOrThrow()
}

/**
 * The units of each time span that can be sold now. Where that is less than all want, holds that have ended are given
 * back first. The caller has locked the spans.
 */
export async function freeRooms(
  tx: Tx,
  spans: readonly SpanStock[],
  wants: readonly ChannelWant[],
): Promise<RoomsBySpan> {
  const rooms = await findRooms(tx, spans)
  const byChannel = Array.from(
    Map.groupBy(wants, ({ channel }) => channel),
    ([channel, of]) => ({
      channel,
      units: wantedUnits(of.map(({ units }) => units)),
    }),
  )
  const freed: SpanStock[] = []
  for (const span of spans) {
    const room = rooms.get(span.id)
    if (room === undefined || hasRoomFor(room, span.id, byChannel)) continue
    const units = await releaseEndedHolds(tx, span.id)
    if (units > 0) freed.push({ ...span, taken: span.taken - units })
  }
  return freed.length === 0 ? rooms : new Map([...rooms, ...(await findRooms(tx, freed))])
}

function hasRoomFor(room: SpanRoom, spanId: number, wants: readonly ChannelWant[]): boolean {
  let left = room
  for (const { channel, units } of wants) {
    const count = units.get(spanId) ?? 0
    if (count > unitsFor(left, channel)) return false
    left = roomAfter(left, channel, count)
  }
  return true
}

/** Gives back the holds of a time span that have ended; those of the same orders in other spans stay as they are. */
async function releaseEndedHolds(tx: Tx, timeSpanId: number): Promise<number> {
  const gone = await tx
    .deleteFrom('holds')
    .where('time_span_id', '=', timeSpanId)
    .where('ends', '=', true)
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning(['units', GIVEN_BACK])
    .execute()
  const units = sumOf(gone.map(hold => hold.units))
  if (units > 0) await changeTaken(tx, timeSpanId, -units)
  return units
}

/** Keeps the holds of an order from ending by themselves. */
async function keepHolds(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ expires_at: null, network: null })
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * Holds all that an order wants from now on, without end: what it still has, ended or not, stays its own, and what it
 * has given back is taken again. False, and it holds no more than before, when too little is left of one span.
 */
export async function keepOrRetakeHolds(tx: Tx, orderId: string): Promise<boolean> {
  const wanted = await findUnitsOfOrder(tx, orderId)
  const held = new Set(await lockHolds(tx, orderId))
  const missing = new Map([...wanted].filter(([timeSpanId]) => !held.has(timeSpanId)))
  if (missing.size > 0 && !(await takeAgain(tx, orderId, missing))) return false
  await keepHolds(tx, orderId)
  return true
}

async function takeAgain(tx: Tx, orderId: string, missing: UnitsBySpan): Promise<boolean> {
  const spans = await lockSpans(tx, [...missing.keys()])
  const channel = await findChannel(tx, orderId)
  const want = { channel, units: missing }
  if (!fitsIn(await freeRooms(tx, spans, [want]), want)) return false
  for (const [timeSpanId, units] of missing) {
    await changeTaken(tx, timeSpanId, units)
    const hold = { order_id: orderId, time_span_id: timeSpanId, units, channel, expires_at: null }
    await tx
      .insertInto('holds')
      .values(hold)
      .returning(sql<number>`count_used(time_span_id, channel, units)`.as('used'))
      .execute()
  }
  return true
}

async function findChannel(tx: Tx, orderId: string): Promise<string> {
  const order = await tx
    .selectFrom('orders')
    .select('channel')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return order.channel
}

/**
 * Locks the holds of an order, which nobody can take then; answers with their time spans. Of an order that is locked and has not
 * ended all are live: a hold never ends before its order.
 */
export async function lockHolds(tx: Tx, orderId: string): Promise<number[]> {
  const holds = await tx
    .selectFrom('holds')
    .select('time_span_id')
    .where('order_id', '=', orderId)
    .orderBy('time_span_id')
    .forUpdate()
    .execute()
  return holds.map(hold => hold.time_span_id)
}

async function changeTaken(tx: Tx, timeSpanId: number, units: number): Promise<void> {
  await tx
    .updateTable('time_spans')
    .set(eb => ({ taken: eb('taken', '+', units) }))
    .where('id', '=', timeSpanId)
    .execute()
}

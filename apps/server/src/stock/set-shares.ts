import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'
import { recordAction } from '../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../platform/staff/staff-verb.ts'
import { type ChosenSpans, chosenFields, detailsOf, lockChosen, subjectOf } from './chosen-spans.ts'

interface OfChannel extends ChosenSpans {
  readonly channel: SalesChannel
  /** The shares as they were seen, null for none: where one is another by now, nothing is done. */
  readonly seen?: ReadonlyArray<{ readonly id: number; readonly share: number | null }> | undefined
}

interface AskedShare extends OfChannel {
  /** Units kept for the channel. */
  readonly units: number
  /** Whether it sells of what is common too, once its share is sold. */
  readonly usesPool: boolean
  /** So long before its start what is left becomes common; null: never. */
  readonly releaseMinutes: number | null
  /** Time spans that have no room for it are left as they are; otherwise one of them has all of them refused. */
  readonly wherePossible: boolean
}

/** Why a share cannot be set in a time span. */
export interface ShareFault {
  readonly id: number
  readonly date: string
  readonly startsAt: Date
  /** `kept`: others have shares of the rest. `sold`: the rest is held or sold. `below_sold`: the channel has more than that already. */
  readonly fault: 'kept' | 'sold' | 'below_sold'
  /** The most, or for `below_sold` the least, that is possible. */
  readonly bound: number
}

export type SetShares =
  | { readonly spans: number; readonly skipped: readonly ShareFault[] }
  /** Nothing was changed: the first time span without room. */
  | ShareFault
  | 'overtaken'

interface ShareParts {
  readonly db: Database
}

const ofChannel = {
  ...chosenFields,
  channel: v.picklist(SALES_CHANNELS),
  seen: v.optional(v.array(v.object({ id: v.number(), share: v.nullable(v.number()) }))),
}
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Sets the share of a channel in time spans: in all of them or in none, or wherever there is room. */
export const setShares = staffVerb({
  name: 'shares set',
  permission: 'sales:write',
  reach: 'site',
  input: v.object({
    ...ofChannel,
    units: count,
    usesPool: v.boolean(),
    releaseMinutes: v.nullable(count),
    wherePossible: v.boolean(),
  }),
  run: writeAsked,
})

async function writeAsked({ db }: ShareParts, asked: AskedShare, act: Act): Promise<SetShares> {
  return db.transaction(async tx => {
    const locked = await lockShared(tx, asked)
    if (await isOvertaken(tx, locked, asked)) return 'overtaken'
    const faults = await findFaults(tx, locked, asked)
    const [first] = faults
    if (first !== undefined && !asked.wherePossible) return first
    const without = new Set(faults.map(({ id }) => id))
    const ids = locked.filter(id => !without.has(id))
    await writeShares(tx, ids, asked)
    await countShares(tx, ids)
    const { units, usesPool, releaseMinutes } = asked
    await note(tx, act, {
      asked,
      spans: ids.length,
      details: { units, usesPool, releaseMinutes },
    })
    return { spans: ids.length, skipped: faults }
  })
}

/** Takes the share of a channel away: it sells of what is common. */
export const removeShares = staffVerb({
  name: 'shares remove',
  permission: 'sales:write',
  reach: 'site',
  input: v.object(ofChannel),
  run: deleteShares,
})

async function deleteShares(
  { db }: ShareParts,
  asked: OfChannel,
  act: Act,
): Promise<ChangedShares | 'overtaken'> {
  return db.transaction(async tx => {
    const locked = await lockShared(tx, asked)
    if (await isOvertaken(tx, locked, asked)) return 'overtaken'
    await note(tx, act, { asked, spans: locked.length })
    await tx
      .deleteFrom('channel_shares')
      .where('time_span_id', '=', sql<number>`any(${list('int', locked)}::int[])`)
      .where('channel', '=', asked.channel)
      .execute()
    await countShares(tx, locked)
    return { spans: locked.length }
  })
}

interface ChangedShares {
  readonly spans: number
}

/** The rest of the shares of a channel becomes common now. */
export const releaseShares = staffVerb({
  name: 'shares release',
  permission: 'sales:write',
  reach: 'site',
  input: v.object(ofChannel),
  run: writeRelease,
})

async function writeRelease({ db }: ShareParts, asked: OfChannel, act: Act): Promise<ChangedShares> {
  return db.transaction(async tx => {
    const ids = await lockShared(tx, asked)
    const { numUpdatedRows } = await tx
      .updateTable('channel_shares')
      .set({ release_at: sql<Date>`now()` })
      .where('time_span_id', '=', sql<number>`any(${list('int', ids)}::int[])`)
      .where('channel', '=', asked.channel)
      .executeTakeFirst()
    await note(tx, act, { asked, spans: Number(numUpdatedRows) })
    return { spans: Number(numUpdatedRows) }
  })
}

interface Noted {
  readonly asked: OfChannel
  readonly spans: number
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes down what was done, if it was done to anything. */
async function note(tx: Tx, act: Act, { asked, spans, details }: Noted): Promise<void> {
  if (spans === 0) return
  await recordAction(tx, act, {
    subject: subjectOf(asked),
    details: { channel: asked.channel, ...detailsOf(asked), ...details, spans },
  })
}

/** Locks the time spans; their ids. */
async function lockShared(tx: Tx, asked: ChosenSpans): Promise<number[]> {
  const spans = await lockChosen(tx, asked)
  return spans.map(({ id }) => id)
}

/** Whether one of the shares is another than was seen, or its time span is gone. */
async function isOvertaken(
  tx: Tx,
  locked: readonly number[],
  { channel, seen = [] }: OfChannel,
): Promise<boolean> {
  if (seen.length === 0) return false
  const rows = await tx
    .selectFrom('channel_shares')
    .select(['time_span_id', 'share'])
    .where('time_span_id', '=', sql<number>`any(${list('int', locked)}::int[])`)
    .where('channel', '=', channel)
    .execute()
  const now = new Map<number, number | null>(locked.map(id => [id, null]))
  for (const { time_span_id: id, share } of rows) now.set(id, share)
  return seen.some(({ id, share }) => now.get(id) !== share)
}

/** The units that a channel has of the time span `t` now: its holds, lasting or not. */
const USED = sql`(select coalesce(sum(h.units), 0)::integer from holds h where h.time_span_id = t.id and h.channel = asked.channel)`

/** The time spans in which the share has no room, the first of them first. */
async function findFaults(tx: Tx, ids: readonly number[], asked: AskedShare): Promise<readonly ShareFault[]> {
  const { rows } = await sql<ShareFault>`
    with asked as (select ${asked.channel}::text as channel, ${asked.units}::integer as units), facts as (
      select t.id, t.visit_date, t.starts_at, asked.units, ${USED} as used, t.capacity, t.taken,
             (select coalesce(sum(o.share), 0)::integer from channel_shares o
               where o.time_span_id = t.id and o.channel <> asked.channel and coalesce(o.release_at, 'infinity') > now()) as others,
             (select coalesce(sum(greatest(0, o.share - o.used)), 0)::integer from channel_shares o
               where o.time_span_id = t.id and o.channel <> asked.channel and coalesce(o.release_at, 'infinity') > now()) as kept
        from time_spans t, asked where t.id = any(${ids}::integer[])
    ), faults as (
      select id, visit_date, starts_at,
             case when not ${asked.usesPool} and units < used then 'below_sold'
                  when units > capacity - others then 'kept'
                  when greatest(0, units - used) > capacity - taken - kept then 'sold' end as fault,
             used, greatest(0, capacity - others) as beside_others, greatest(0, used + capacity - taken - kept) as beside_sold
        from facts
    )
    select id, visit_date as date, starts_at as "startsAt", fault,
           case fault when 'below_sold' then used when 'kept' then beside_others else beside_sold end as bound
      from faults where fault is not null order by starts_at, id`.execute(tx)
  return rows
}

async function writeShares(tx: Tx, ids: readonly number[], asked: AskedShare): Promise<void> {
  await sql`
    insert into channel_shares (time_span_id, channel, share, used, uses_pool, release_at)
    select t.id, asked.channel, ${asked.units}, ${USED}, ${asked.usesPool},
           t.starts_at - make_interval(mins => ${asked.releaseMinutes}::integer)
      from time_spans t, (select ${asked.channel}::text as channel) asked where t.id = any(${ids}::integer[])
    on conflict (time_span_id, channel) do update
       set share = excluded.share, used = excluded.used, uses_pool = excluded.uses_pool, release_at = excluded.release_at`.execute(
    tx,
  )
}

/** An order that waits for the time span sees by their number that the shares are others now. */
export async function countShares(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update time_spans t
       set shares = (select count(*) from channel_shares s where s.time_span_id = t.id)
     where t.id = any(${ids}::integer[])`.execute(tx)
}

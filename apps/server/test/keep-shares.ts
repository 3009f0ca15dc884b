import { list } from '../src/platform/db/list.ts'
import type { SpanRoom } from '@kippu/domain/stock/channel-shares'
import { sql } from 'kysely'

import type { Database, Read, Tx } from '../src/platform/db/database.ts'
import { lockSpans } from '../src/stock/batch-queries.ts'

export interface KeptShare {
  readonly channel: string
  readonly share: number
  /** Default true. */
  readonly usesPool?: boolean
  /** Default null: never. */
  readonly releaseAt?: Date | null
}

/** Gives a time span these shares and no others, whatever it has sold. */
export function keepShares(db: Database, span: number, shares: readonly KeptShare[]): Promise<void> {
  return db.transaction(tx => keepSharesIn(tx, span, shares))
}

/** As {@link keepShares}, as part of a transaction. */
export async function keepSharesIn(tx: Tx, span: number, shares: readonly KeptShare[]): Promise<void> {
  await lockSpans(tx, [span])
  const channels = shares.map(({ channel }) => channel)
  await sql`
    with gone as (
      delete from channel_shares where time_span_id = ${span} and channel <> all(${list('text', channels)}::text[])
    ) update time_spans set shares = ${shares.length} where id = ${span}`.execute(tx)
  for (const { channel, share, usesPool = true, releaseAt = null } of shares)
    await sql`
      insert into channel_shares (time_span_id, channel, share, used, uses_pool, release_at)
      select ${span}, ${channel}, ${share}, coalesce(sum(units), 0), ${usesPool}, ${releaseAt}
        from holds where time_span_id = ${span} and channel = ${channel}
      on conflict (time_span_id, channel) do update
         set share = excluded.share, used = excluded.used, uses_pool = excluded.uses_pool, release_at = excluded.release_at`.execute(
      tx,
    )
}

/** What can be sold of a time span, counted anew from its holds: those that have ended count for nobody. */
export async function countRoom(read: Read, span: number): Promise<SpanRoom> {
  const { rows } = await sql<SpanRoom>`
    with live as (
      select channel, sum(units)::integer as units from holds
       where time_span_id = ${span} and coalesce(expires_at, 'infinity') > now() group by channel
    )
    select t.capacity - coalesce((select sum(units) from live), 0)::integer as left,
           coalesce((
             select json_agg(json_build_object('channel', s.channel, 'share', s.share, 'used', coalesce(l.units, 0),
                                               'usesPool', s.uses_pool, 'isKept', coalesce(s.release_at, 'infinity') > now())
                             order by s.channel)
               from channel_shares s left join live l using (channel) where s.time_span_id = t.id), '[]') as shares
      from time_spans t where t.id = ${span}`.execute(read)
  const [room] = rows
  if (room === undefined) throw new Error(`there is no time span ${span}`)
  return room
}

/** Rows of shares that count something else than the holds of their channel, and time spans that count other shares. */
export async function wrongShares(read: Read): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select concat_ws(' ', 'share', s.time_span_id, s.channel, s.used) as wrong from channel_shares s
     where s.used <> coalesce((select sum(units) from holds h
                                where h.time_span_id = s.time_span_id and h.channel = s.channel), 0)
    union all
    select concat_ws(' ', 'span', t.id, t.shares) from time_spans t
     where t.shares <> (select count(*) from channel_shares s where s.time_span_id = t.id)
    union all
    select concat_ws(' ', 'taken', t.id, t.taken) from time_spans t
     where t.taken <> coalesce((select sum(units) from holds h where h.time_span_id = t.id), 0)`.execute(read)
  return rows.map(({ wrong }) => wrong)
}

import { sql } from 'kysely'

import type { Read, Tx } from '../platform/db/database.ts'
import { countShares } from './set-shares.ts'

/** A share of a time span, which its product and its start name. */
export interface WrittenShare {
  readonly productId: number
  readonly startsAt: string
  readonly channel: string
  readonly units: number
  readonly usesPool: boolean
  /** So long before the start what is left becomes common; null: never. */
  readonly releaseMinutes: number | null
}

type NamedShare = Pick<WrittenShare, 'productId' | 'startsAt' | 'channel'>

/** Sets shares in time spans that the caller has locked, and whose room it has looked at (`findShareRooms`). */
export async function writeShares(tx: Tx, shares: readonly WrittenShare[]): Promise<void> {
  await sql`
    insert into channel_shares (time_span_id, channel, share, used, uses_pool, release_at)
    select t.id, a.channel, a.units,
           (select coalesce(sum(h.units), 0)::integer from holds h where h.time_span_id = t.id and h.channel = a.channel),
           a.uses_pool, t.starts_at - make_interval(mins => a.release)
      from unnest(${shares.map(({ productId }) => productId)}::integer[], ${shares.map(({ startsAt }) => startsAt)}::timestamptz[],
                  ${shares.map(({ channel }) => channel)}::text[], ${shares.map(({ units }) => units)}::integer[],
                  ${shares.map(({ usesPool }) => usesPool)}::boolean[],
                  ${shares.map(({ releaseMinutes }) => releaseMinutes)}::integer[])
           a (product, at, channel, units, uses_pool, release)
      join time_spans t on t.product_id = a.product and t.starts_at = a.at
    on conflict (time_span_id, channel) do update
       set share = excluded.share, used = excluded.used, uses_pool = excluded.uses_pool, release_at = excluded.release_at`.execute(
    tx,
  )
  await countShares(tx, await spanIds(tx, shares))
}

/** Nothing is kept any longer for these channels. */
export async function removeShares(tx: Tx, shares: readonly NamedShare[]): Promise<void> {
  const ids = await spanIds(tx, shares)
  await sql`
    delete from channel_shares s
     using time_spans t, unnest(${shares.map(({ productId }) => productId)}::integer[],
       ${shares.map(({ startsAt }) => startsAt)}::timestamptz[], ${shares.map(({ channel }) => channel)}::text[]) a (product, at, channel)
     where t.product_id = a.product and t.starts_at = a.at and s.time_span_id = t.id and s.channel = a.channel`.execute(
    tx,
  )
  await countShares(tx, ids)
}

async function spanIds(read: Read, shares: readonly NamedShare[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct t.id from time_spans t
      join unnest(${shares.map(({ productId }) => productId)}::integer[], ${shares.map(({ startsAt }) => startsAt)}::timestamptz[])
           a (product, at) on t.product_id = a.product and t.starts_at = a.at`.execute(read)
  return rows.map(({ id }) => id)
}

/** The units of a time span that its channels hold or have sold. */
export interface ShareRoom {
  readonly productId: number
  readonly startsAt: string
  readonly capacity: number
  readonly taken: number
  readonly used: Readonly<Record<string, number>>
}

export async function findShareRooms(
  read: Read,
  spans: ReadonlyArray<Pick<WrittenShare, 'productId' | 'startsAt'>>,
): Promise<ShareRoom[]> {
  const { rows } = await sql<ShareRoom>`
    select a.product as "productId", a.at as "startsAt", t.capacity, t.taken,
           coalesce((select jsonb_object_agg(h.channel, h.units) from (
             select channel, sum(units)::integer as units from holds where time_span_id = t.id group by channel) h), '{}') as used
      from (select distinct product, at from unnest(${spans.map(({ productId }) => productId)}::integer[],
                   ${spans.map(({ startsAt }) => startsAt)}::text[]) u (product, at)) a
      join time_spans t on t.product_id = a.product and t.starts_at = a.at::timestamptz`.execute(read)
  return rows
}

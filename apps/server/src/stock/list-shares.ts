import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../platform/db/database.ts'
import { staffVerb } from '../platform/staff/staff-verb.ts'
import { areChosen, type ChosenSpans, chosenFields } from './chosen-spans.ts'

/** The units of a time span that a channel can sell, and those it has sold. */
export interface ListedShare {
  /** The id of the time span. */
  readonly id: number
  readonly date: string
  readonly startsAt: Date
  readonly capacity: number
  /** The units of all channels, held or sold. */
  readonly taken: number
  readonly channel: SalesChannel
  /** Null where nothing is kept for it. */
  readonly share: number | null
  readonly usesPool: boolean
  readonly releaseAt: Date | null
  /** Held or sold by it. */
  readonly used: number
  /** Units that it can sell now. */
  readonly left: number
}

/** The time spans of some days, each with the channels that sell the product or have something of it. */
export const listShares = staffVerb({
  name: 'shares',
  permission: 'stock:read',
  reach: 'site',
  input: v.object(chosenFields),
  run: ({ db }: { readonly db: Database }, asked: ChosenSpans) => db.read(read => selectShares(read, asked)),
})

async function selectShares(read: Read, asked: ChosenSpans): Promise<ListedShare[]> {
  const { rows } = await sql<ListedShare>`
    select t.id, t.visit_date as date, t.starts_at as "startsAt", t.capacity, t.taken, c.channel, s.share,
           coalesce(s.uses_pool, true) as "usesPool", s.release_at as "releaseAt", u.used,
           channel_units(t.id, c.channel) as left
      from time_spans t
      join products p on p.id = t.product_id
     cross join unnest(${[...SALES_CHANNELS]}::text[]) with ordinality c (channel, place)
      left join channel_shares s on s.time_span_id = t.id and s.channel = c.channel
     cross join lateral (
       select coalesce(sum(h.units), 0)::integer as used from holds h where h.time_span_id = t.id and h.channel = c.channel) u
     where ${areChosen(asked)} and (c.channel = any(p.channels) or s.share is not null or u.used > 0)
     order by t.starts_at, t.id, c.place`.execute(read)
  return rows
}

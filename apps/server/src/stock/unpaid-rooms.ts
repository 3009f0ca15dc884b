import { entryOf, itemAt } from '@kippu/domain/known'
import {
  type DayRoom,
  roomOfShare,
  type UnprovenShares,
  unitsOfShare,
  unpaidRoomOfDomain,
} from '@kippu/domain/stock/unproven-shares'
import { sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'
import { unpaidUnits } from './batch-queries.ts'
import { dayKey, type ProductDay } from './hold-queue.ts'

/** A day with all its time spans. */
export interface WholeDay {
  readonly key: string
  readonly spans: readonly number[]
  readonly capacity: number
}

/** The days of these time spans. The first time span of each is locked for the whole day. */
export async function findWholeDays(tx: Tx, spans: readonly number[]): Promise<readonly WholeDay[]> {
  if (spans.length === 0) return []
  const { rows } = await sql<Omit<WholeDay, 'key'> & ProductDay>`
    select s.product_id as "productId", s.visit_date as "visitDate", array_agg(s.id order by s.id) as spans,
           sum(s.capacity)::float8 as capacity
      from time_spans s
     where (s.product_id, s.visit_date) in (
       select product_id, visit_date from time_spans where id = any(${list('int', spans)}::int[]))
     group by s.product_id, s.visit_date`.execute(tx)
  return rows.map(row => ({ key: dayKey(row), spans: row.spans, capacity: row.capacity }))
}

interface AskedRooms {
  readonly shares: UnprovenShares
  readonly mailDomains: readonly string[]
}

/** Units that networks and mail domains may still hold of the days before they are paid. The caller has locked their first spans. */
export async function findUnpaidRooms(
  tx: Tx,
  days: readonly WholeDay[],
  { shares, mailDomains }: AskedRooms,
): Promise<ReadonlyMap<string, DayRoom>> {
  const held = await unpaidUnits(tx, days)
  const rooms = new Map<string, DayRoom>()
  for (const { key, spans, capacity } of days) {
    const { rows } = await sql<{ domain: string; unpaid: number; bought: number }>`
      select mail_domain as domain,
             coalesce(sum(units) filter (where network is not null and expires_at > now()), 0)::integer as unpaid,
             coalesce(sum(units) filter (where expires_at is null), 0)::integer as bought
        from holds
       where time_span_id = any(${list('int', spans)}::int[])
         and mail_domain = any(${list('text', mailDomains)}::text[])
       group by mail_domain`.execute(tx)
    const ofDomains = rows.map(
      ({ domain, ...units }) =>
        [domain, unpaidRoomOfDomain(shares.unpaidMailDomain, { capacity, ...units })] as const,
    )
    const ofNetworks = entryOf(held, key).map(({ network, unpaid }) => [network, unpaid] as const)
    rooms.set(
      key,
      new Map([
        ['unpaidNetwork', roomOfShare(shares.unpaidNetwork, capacity, new Map(ofNetworks))],
        [
          'unpaidMailDomain',
          { leftOf: new Map(ofDomains), leftOfOthers: unitsOfShare(shares.unpaidMailDomain, capacity) },
        ],
      ]),
    )
  }
  return rooms
}

/** The time span of a day that is locked for the whole of it. */
export function firstSpanOf({ spans }: WholeDay): number {
  return itemAt(spans, 0)
}

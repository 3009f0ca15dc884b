import { sumOf } from '@kippu/domain/sum'
import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { digestOf, findTouched, type TouchedVisit } from './touched-visits.ts'

interface CountedVisits {
  readonly buyers: number
  readonly tickets: number
  readonly yen: number
}

export interface ByLanguage extends CountedVisits {
  readonly lang: string
}

export interface ByMethod extends CountedVisits {
  readonly method: string | null
}

/** The visits that a cancellation of time spans touches. */
export interface CancellationPlan {
  readonly spans: number
  readonly visits: readonly TouchedVisit[]
  readonly byLanguage: readonly ByLanguage[]
  readonly byMethod: readonly ByMethod[]
  /** Reservations all of whose tickets were used: they took place. */
  readonly usedUp: number
  /** Orders that are being paid: they are cancelled too, once they are paid. */
  readonly beingPaid: number
  /** Orders that hold something and are not being paid: they end. */
  readonly unpaid: number
  readonly digest: string
}

export async function planCancellation(read: Read, spanIds: readonly number[]): Promise<CancellationPlan> {
  const all = await findTouched(read, spanIds, NOT_AT_WORK)
  const visits = all.filter(({ used, tickets }) => used < tickets.length)
  return {
    spans: spanIds.length,
    visits,
    byLanguage: byLanguageOf(visits),
    byMethod: countedBy(visits, ({ method }) => method).map(([method, counts]) => ({ method, ...counts })),
    usedUp: all.length - visits.length,
    ...(await countUnfinished(read, spanIds)),
    digest: digestOf(visits),
  }
}

/** The language of most buyers first. */
export function byLanguageOf(
  visits: readonly Pick<TouchedVisit, 'lang' | 'tickets' | 'yen'>[],
): ByLanguage[] {
  return countedBy(visits, ({ lang }) => lang).map(([lang, counts]) => ({ lang, ...counts }))
}

/** Groups of visits, the largest first. */
function countedBy<Visit extends Pick<TouchedVisit, 'tickets' | 'yen'>, Key>(
  visits: readonly Visit[],
  keyOf: (visit: Visit) => Key,
): ReadonlyArray<readonly [Key, CountedVisits]> {
  return Array.from(Map.groupBy(visits, keyOf), ([key, same]) => {
    const tickets = sumOf(same.map(({ tickets: all }) => all.length))
    return [key, { buyers: same.length, tickets, yen: sumOf(same.map(({ yen }) => yen)) }] as const
  }).toSorted(([, a], [, b]) => b.buyers - a.buyers)
}

/** Another cancellation is at work on it. */
const NOT_AT_WORK = sql<boolean>`not exists (
  select from visit_cancellation_items i where i.reservation_id = r.id and i.state in ('waiting', 'refunding'))`

/**
 * Orders that hold something of time spans and have not bought it yet.
 * @param which a condition on the order `o`.
 */
export async function countUnfinished(
  read: Read,
  spanIds: readonly number[],
  which: RawBuilder<boolean> = sql`true`,
): Promise<Pick<CancellationPlan, 'beingPaid' | 'unpaid'>> {
  const { rows } = await sql<Pick<CancellationPlan, 'beingPaid' | 'unpaid'>>`
    select count(distinct o.id) filter (where o.status in ('payment_pending', 'payment_3ds'))::integer as "beingPaid",
           count(distinct o.id) filter (where o.status in ('temporary', 'mail_sent', 'ready_checkout') and not o.expires_at <= now())::integer as unpaid
      from holds h join orders o on o.id = h.order_id
     where h.time_span_id = any(${list('int', spanIds)}::int[]) and o.status <> 'completed' and ${which}`.execute(
    read,
  )
  return rows[0] ?? { beingPaid: 0, unpaid: 0 }
}

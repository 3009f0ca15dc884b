import { sql } from 'kysely'
import * as v from 'valibot'

import type { Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'
import type { SpanStock } from './batch-queries.ts'
import type { ChosenSpans } from './chosen-spans.ts'

/** A time span as somebody saw it: the one of its two fields that they change. */
export interface SeenSpan {
  readonly id: number
  readonly capacity?: number | undefined
  readonly isOpen?: boolean | undefined
}

export const seenSpans = v.optional(
  v.array(v.object({ id: v.number(), capacity: v.optional(v.number()), isOpen: v.optional(v.boolean()) })),
)

/** A time span that somebody else has changed since it was seen. */
export interface OvertakenSpan {
  readonly id: number
  /** Null where it is gone. */
  readonly now: {
    readonly date: string
    readonly startsAt: Date
    readonly capacity: number
    readonly isOpen: boolean
  } | null
  /** The newest line of the log about it. */
  readonly by: { readonly staff: string; readonly at: Date } | null
}

/** Time spans of a selection that are others than they were seen: nothing was done. */
export interface Overtaken {
  readonly overtaken: readonly OvertakenSpan[]
}

interface Wanted extends Pick<SeenSpan, 'capacity' | 'isOpen'> {
  readonly chosen: ChosenSpans
  readonly seen: readonly SeenSpan[] | undefined
}

/**
 * Those of locked time spans that are neither as they were seen nor as they are wanted; undefined where there is none. Wanting what
 * somebody else has done already is in nobody's way.
 */
export async function findOvertaken(
  tx: Tx,
  locked: readonly SpanStock[],
  { chosen, seen = [], ...wanted }: Wanted,
): Promise<Overtaken | undefined> {
  const now = new Map(locked.map(span => [span.id, span]))
  const ids = seen
    .filter(({ id, ...was }) => {
      const is = now.get(id)
      if (is === undefined) return true
      const isOther = (field: 'capacity' | 'isOpen'): boolean =>
        was[field] !== undefined && is[field] !== was[field] && is[field] !== wanted[field]
      return isOther('capacity') || isOther('isOpen')
    })
    .map(({ id }) => id)
  return ids.length === 0 ? undefined : { overtaken: await describe(tx, ids, chosen.siteKey) }
}

/** Verbs whose lines say which time spans they changed. */
const CHANGES = ['sales stop', 'sales resume', 'capacity set', 'visits cancel']

async function describe(tx: Tx, ids: readonly number[], siteKey: string): Promise<readonly OvertakenSpan[]> {
  const { rows } = await sql<OvertakenSpan>`
    select a.id,
           case when t.id is not null then json_build_object('date', t.visit_date, 'startsAt', extract(epoch from t.starts_at) * 1000,
                  'capacity', t.capacity, 'isOpen', t.sale_state = 'open') end as now,
           case when l.staff is not null then json_build_object('staff', l.staff, 'at', extract(epoch from l.at) * 1000) end as by
      from unnest(${list('int', ids)}::int[]) a (id)
      left join (time_spans t join products p on p.id = t.product_id and p.site_key = ${siteKey}) on t.id = a.id
      left join lateral (
        select staff, at from staff_actions
         where site_key = ${siteKey} and verb = any(${list('text', CHANGES)}::text[]) and subject in (p.uuid::text, 'all')
           and t.visit_date between (details ->> 'from')::date and (details ->> 'to')::date
           and coalesce(details -> 'ids' @> to_jsonb(t.id), true)
           and coalesce(details ->> 'time' = to_char(t.starts_at at time zone 'Asia/Tokyo', 'HH24:MI'), true)
         order by id desc limit 1) l on true
     order by t.starts_at, a.id limit ${MOST}`.execute(tx)
  return rows.map(({ id, now, by }) => ({
    id,
    now: now && { ...now, startsAt: new Date(now.startsAt) },
    by: by && { ...by, at: new Date(by.at) },
  }))
}

/** So many are told. */
const MOST = 20

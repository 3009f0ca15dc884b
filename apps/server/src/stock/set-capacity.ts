import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'
import { recordAction } from '../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../platform/staff/staff-verb.ts'
import { type ChosenSpans, chosenFields, detailsOf, lockChosen, subjectOf } from './chosen-spans.ts'
import { findOvertaken, type Overtaken, type SeenSpan, seenSpans } from './overtaken-spans.ts'

interface AskedCapacity extends ChosenSpans {
  readonly units: number
  /** Time spans that cannot have so few are left as they are; otherwise one of them has all of them refused. */
  readonly wherePossible: boolean
  /** As they were seen: where one is another one by now, nothing is done. */
  readonly seen?: readonly SeenSpan[] | undefined
}

/** A time span that cannot have so few units. */
export interface CapacityFault {
  readonly id: number
  readonly date: string
  readonly startsAt: Date
  /** The least that is possible: what is held or sold, and what is kept for channels beside it. */
  readonly bound: number
  readonly taken: number
}

export interface SetCapacity {
  /** Time spans that have the units now. */
  readonly spans: number
  /** How many spans had how many units before. */
  readonly before: ReadonlyArray<{ readonly capacity: number; readonly spans: number }>
  readonly skipped: readonly CapacityFault[]
}

/** Sets the units of time spans, up or down, never below what is taken of them and kept for channels. */
export const setCapacity = staffVerb({
  name: 'capacity set',
  permission: 'sales:write',
  reach: 'site',
  input: v.object({
    ...chosenFields,
    units: v.pipe(v.number(), v.integer(), v.minValue(0)),
    wherePossible: v.boolean(),
    seen: seenSpans,
  }),
  run: writeCapacity,
})

async function writeCapacity(
  { db }: { readonly db: Database },
  { units, wherePossible, seen, ...chosen }: AskedCapacity,
  act: Act,
): Promise<SetCapacity | CapacityFault | Overtaken> {
  return db.transaction(async tx => {
    const locked = await lockChosen(tx, chosen)
    const overtaken = await findOvertaken(tx, locked, { chosen, seen, capacity: units })
    if (overtaken !== undefined) return overtaken
    const faults = await findFaults(
      tx,
      locked.map(({ id }) => id),
      units,
    )
    const [first] = faults
    if (first !== undefined && !wherePossible) return first
    const without = new Set(faults.map(({ id }) => id))
    const changing = locked.filter(({ id }) => !without.has(id))
    const before = Array.from(
      Map.groupBy(changing, ({ capacity }) => capacity),
      ([capacity, same]) => ({ capacity, spans: same.length }),
    ).toSorted((a, b) => a.capacity - b.capacity)
    const answer = { spans: changing.length, before, skipped: faults }
    if (changing.length === 0) return answer
    // As one value: a season of all products has more time spans than a statement may have values.
    const ids = list(
      'int',
      changing.map(({ id }) => id),
    )
    await tx
      .updateTable('time_spans')
      .set({ capacity: units })
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .execute()
    await recordAction(tx, act, {
      subject: subjectOf(chosen),
      details: { ...detailsOf(chosen), before, after: units },
    })
    return answer
  })
}

/** The time spans that cannot have so few units, the first of them first. */
async function findFaults(tx: Tx, ids: readonly number[], units: number): Promise<readonly CapacityFault[]> {
  const { rows } = await sql<CapacityFault>`
    with facts as (
      select t.id, t.visit_date as date, t.starts_at, t.taken,
             t.taken + (select coalesce(sum(greatest(0, s.share - s.used)), 0)::integer from channel_shares s
                         where s.time_span_id = t.id and coalesce(s.release_at, 'infinity') > now()) as bound
        from time_spans t where t.id = any(${list('int', ids)}::int[])
    )
    select id, date, starts_at as "startsAt", taken, bound from facts where bound > ${units}::integer
     order by starts_at, id`.execute(tx)
  return rows
}

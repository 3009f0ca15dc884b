import { worksAt } from '@kippu/domain/staff/grants'
import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { followRefunds } from './item-queries.ts'

export interface ListedCancellation {
  readonly id: number
  readonly siteKey: string
  readonly from: string
  readonly to: string
  readonly way: string
  readonly movesUntil: Date | null
  readonly reason: string
  readonly staff: string
  readonly at: Date
  readonly endedAt: Date | null
  /** Reservations by their state. */
  readonly counts: Readonly<Record<string, number>>
}

/** A reservation of a cancellation. */
export interface CancelledItem {
  readonly reservationNumber: string
  readonly state: string
  readonly code: string | null
  readonly letter: string | null
}

export interface CancellationProgress extends ListedCancellation {
  /** How many had which end. */
  readonly ends: ReadonlyArray<{
    readonly state: string
    readonly code: string | null
    readonly count: number
  }>
  /** Letters that are queued or sent. */
  readonly letters: number
  /** All of them; those that a person has to look at first. */
  readonly items: readonly CancelledItem[]
}

/** The cancellations of a site, the newest first. */
export const listCancellations = staffVerb({
  name: 'visits',
  permission: 'visits:read',
  reach: 'site',
  input: atSite,
  run: ({ db }: { readonly db: Database }, { siteKey }: { readonly siteKey: string }) =>
    db.read(read => select(read, sql`c.site_key = ${siteKey}`)),
})

/** How far a cancellation is; undefined when there is none of this number at a site of the person who asks. */
export const readProgress = staffVerb({
  name: 'visits cancellation',
  permission: 'visits:read',
  reach: 'own sites',
  input: v.object({ id: v.number() }),
  run: followProgress,
})

async function followProgress(
  { db }: { readonly db: Database },
  { id }: { readonly id: number },
  { actor }: Act,
): Promise<CancellationProgress | undefined> {
  return db.transaction(async tx => {
    const [known] = await select(tx, sql`c.id = ${id}`)
    if (known === undefined || !worksAt(actor, known.siteKey)) return undefined
    await followRefunds(tx, id)
    const [found = known] = await select(tx, sql`c.id = ${id}`)
    const ends = await sql<CancellationProgress['ends'][number]>`
      select state, code, count(*)::integer as count from visit_cancellation_items
       where cancellation_id = ${id} group by state, code order by count desc, state, code`.execute(tx)
    const letters = await sql<{ letters: number }>`
      select count(letter)::integer as letters from visit_cancellation_items where cancellation_id = ${id}`.execute(
      tx,
    )
    const items = await sql<CancelledItem>`
      select r.number as "reservationNumber", i.state, i.code, i.letter
        from visit_cancellation_items i join reservations r on r.id = i.reservation_id
       where i.cancellation_id = ${id} order by i.state not in ('failed', 'needs_person'), r.number`.execute(
      tx,
    )
    return {
      ...found,
      ends: ends.rows,
      letters: itemAt(letters.rows, 0).letters,
      items: items.rows,
    }
  })
}

async function select(read: Read, which: ReturnType<typeof sql<boolean>>): Promise<ListedCancellation[]> {
  const { rows } = await sql<ListedCancellation>`
    select c.id, c.site_key as "siteKey", c.from_date as "from", c.to_date as "to", c.way, c.moves_until as "movesUntil",
           c.reason, c.staff, c.created_at as at, c.ended_at as "endedAt",
           (select coalesce(json_object_agg(n.state, n.count), '{}')
              from (select i.state, count(*) from visit_cancellation_items i where i.cancellation_id = c.id group by i.state) n) as counts
      from visit_cancellations c where ${which} order by c.id desc`.execute(read)
  return rows
}

import { inParts } from '@kippu/domain/in-parts'
import { addDays, datesBetween, type IsoDate, jstDateOf } from '@kippu/domain/jst-date'
import { itemAt } from '@kippu/domain/known'
import { sumOf } from '@kippu/domain/sum'
import { sql } from 'kysely'

import { OPEN_STATES } from '../../payments/attempts/open-states.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { listed } from '../../platform/db/list.ts'
import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { BookReads } from './book-reads.ts'
import { SETTLING_MS } from './days.ts'
import { type SoldSum, sumSold } from './sold-sums.ts'

/** Days whose sales are in memory at once. */
const DAYS_AT_ONCE = 31

interface Days {
  readonly siteKey: string
  readonly from: IsoDate
  /** Included. */
  readonly to: IsoDate
}

/** The sales of a period by the day on which they were paid: of most days as they are kept, of the others from the histories. */
export async function readSold(deps: BookReads, { siteKey, from, to }: Days): Promise<readonly SoldSum[]> {
  const kept = await deps.db.read(read => readKept(read, { siteKey, from, to }))
  const sums = [...kept.values()].flat()
  for (const run of runsOf(datesBetween(from, to).filter(day => !kept.has(day))))
    sums.push(...(await sumSold(deps, { siteKey, ...run })))
  return sums
}

async function readKept(
  read: Read,
  { siteKey, from, to }: Days,
): Promise<ReadonlyMap<IsoDate, readonly SoldSum[]>> {
  const { rows } = await sql<{ day: IsoDate; sums: readonly SoldSum[] }>`
    select day::text, sums from sold_days
     where site_key = ${siteKey} and day >= ${from} and day <= ${to} order by day`.execute(read)
  return new Map(rows.map(({ day, sums }) => [day, sums]))
}

interface Run {
  readonly from: IsoDate
  to: IsoDate
}

/** Days that follow each other are read in one piece. */
function runsOf(days: readonly IsoDate[]): Run[] {
  const runs: Run[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.to === addDays(day, -1)) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

type KeepDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/**
 * Keeps the sums of days that can't change any more: what happens to their orders later is of a later day. A day waits while a payment or
 * refund of it is undecided. Returns how many were kept; several servers may do so at once.
 */
export async function keepSoldDays({ db, clock, log }: KeepDeps): Promise<number> {
  const now = clock.now()
  const until = addDays(jstDateOf(now - SETTLING_MS), -1)
  const settled = await db.read(read => findSettled(read, until))
  for (const { siteKey, days } of settled)
    for (const run of runsOf(days))
      for (const some of inParts(datesBetween(run.from, run.to), DAYS_AT_ONCE)) {
        const sums = await sumSold(
          { db },
          { siteKey, from: itemAt(some, 0), to: itemAt(some, some.length - 1) },
        )
        await db.transaction(tx => keep(tx, { siteKey, days: some, sums, now }))
      }
  const kept = sumOf(settled.map(({ days }) => days.length))
  if (kept > 0) log.info({ days: kept }, 'sales of days are summed')
  return kept
}

interface Kept {
  readonly siteKey: string
  readonly days: readonly IsoDate[]
  readonly sums: readonly SoldSum[]
  readonly now: number
}

async function keep(tx: Tx, { siteKey, days, sums, now }: Kept): Promise<void> {
  const byDay = Map.groupBy(sums, ({ day }) => day)
  const of = days.map(day => byDay.get(day) ?? [])
  await sql`
    insert into sold_days (site_key, day, yen, sums, summed_at)
    select ${siteKey}, d.day::date, d.yen::bigint, d.sums::jsonb, ${new Date(now)}
      from ${listed('d', {
        day: ['text', days],
        yen: [
          'text',
          of.map(some => String(sumOf(some.flatMap(({ rates }) => rates.map(({ yen }) => yen))))),
        ],
        sums: ['text', of.map(some => JSON.stringify(some))],
      })}
    on conflict do nothing`.execute(tx)
}

interface DaysOfSite {
  readonly siteKey: string
  readonly days: readonly IsoDate[]
}

/** The days that are not kept and of which every payment and refund is decided. */
async function findSettled(read: Read, until: IsoDate): Promise<readonly DaysOfSite[]> {
  const tokyo = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Tokyo')::date`
  const { rows } = await sql<DaysOfSite>`
    with
      first as (select ${tokyo('created_at')} as day from reservation_payments order by created_at limit 1),
      days as (
        select site.site_key, day::date
          from (select site_key from languages where is_default) as site,
               generate_series((select day from first)::timestamp, ${until}::timestamp, '1 day') as day
      )
    select site_key as "siteKey", array_agg(day::text order by day) as days from (
      select site_key, day from days
      except select site_key, day from sold_days
      except select site_key, ${tokyo('updated_at')} from payment_attempts
       where operation is not null or needs_person or state in (${OPEN_STATES})
      except select site_key, ${tokyo('created_at')} from refund_requests where not is_spread
      except select q.site_key, ${tokyo('q.created_at')} from refunds f join refund_requests q on q.id = f.request_id
       where f.needs_person or f.state = 'requested'
    ) as settled group by site_key`.execute(read)
  return rows
}

/** Runs {@link keepSoldDays} each hour until stopped. */
export function startKeepingSoldDays(deps: KeepDeps): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: 3_600_000,
    work: () => keepSoldDays(deps),
    failed: 'sales of days could not be summed',
  })
}

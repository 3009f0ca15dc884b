import { addDays, type IsoDate, jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { type Reseller, RESELLER_COLUMNS, resellerOf } from '../keys/reseller.ts'
import { isToCome, listSpans, MOST_DAYS, statusOf } from '../offers/availability.ts'
import type { Offers } from '../offers/offers.ts'

interface WatchDeps extends Pick<Deps, 'db' | 'clock'> {
  readonly offers: Offers
}

/** A time that opens, sells out or changes its price is told within about this. */
const EVERY_SECONDS = 30
const LOOK_EVERY_MS = 5_000

/** Compares what resellers were told of availability with what is: any number of processes share the work. */
export function startWatchingAvailability(deps: WatchDeps & Pick<Deps, 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: LOOK_EVERY_MS,
    work: () => watchAvailability(deps),
    failed: 'availability could not be compared for resellers',
  })
}

/** Looks for all whose turn it is, one after the other; that one cannot be compared holds back no other one. */
export async function watchAvailability(deps: WatchDeps, everySeconds = EVERY_SECONDS): Promise<void> {
  const begin = await deps.db.read(read => sql<{ now: Date }>`select now()`.execute(read))
  const before = new Date((begin.rows[0]?.now.getTime() ?? 0) - everySeconds * 1_000)
  const failures: unknown[] = []
  for (;;) {
    const turn = await deps.db.transaction(tx => takeTurn(tx, before))
    if (turn === undefined) break
    try {
      await deps.db.transaction(async tx => {
        const row = await tx
          .selectFrom('resellers')
          .select(RESELLER_COLUMNS)
          .where('id', '=', turn.resellerId)
          .executeTakeFirstOrThrow()
        await compareAvailability(tx, deps, { endpointId: turn.endpointId, reseller: resellerOf(row) })
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'webhooks that could not be compared')
}

interface Watched {
  readonly endpointId: string
  readonly reseller: Reseller
}

interface Turn {
  readonly endpointId: string
  readonly resellerId: string
}

/** The turn of the one that was looked at longest ago, and not since: nobody else takes it. */
async function takeTurn(tx: Tx, before: Date): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    update reseller_webhooks set looked_at = clock_timestamp()
     where endpoint_id = (
             select w.endpoint_id
               from reseller_webhooks w
               join webhook_endpoints e on e.id = w.endpoint_id and e.removed_at is null and 'availability_update' = any(e.events)
              where w.looked_at <= ${before} order by w.looked_at limit 1 for update of w skip locked)
    returning endpoint_id as "endpointId", reseller_id as "resellerId"`.execute(tx)
  return rows[0]
}

type States = Readonly<Record<string, string>>

const states = v.record(v.string(), v.string())

/**
 * Tells an endpoint of each day that has a time in another state, or at another price, than it was told; the first look tells nothing.
 * How many places are left is not told, and neither is that a time has passed.
 */
export async function compareAvailability(
  tx: Tx,
  { offers, clock }: Pick<WatchDeps, 'offers' | 'clock'>,
  { endpointId, reseller }: Watched,
): Promise<void> {
  const nowMs = clock.now()
  const today = jstDateOf(nowMs)
  const range = { from: today, to: addDays(today, MOST_DAYS) }
  const { looked_at: lookedAt } = await tx
    .selectFrom('reseller_webhooks')
    .select('looked_at')
    .where('endpoint_id', '=', endpointId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const told = await readTold(tx, endpointId)
  const offered = await offers.of(reseller)
  const withdrawn = new Set([...told.values()].map(({ productId }) => productId))
  for (const { id } of offered) withdrawn.delete(id)
  const all = [...withdrawn].map(id => offers.ofProduct(reseller.siteKey, id))
  for (const offer of [...offered, ...(await Promise.all(all))]) {
    const spans = (await listSpans(tx, offer, range)).filter(span => isToCome(span, nowMs))
    for (const [date, ofDay] of Map.groupBy(spans, span => span.date)) {
      const now = Object.fromEntries(
        ofDay.map(span => [span.id, `${statusOf(span, { offer, wanted: 0, nowMs })} ${span.basePrice}`]),
      )
      if (isKnown(told.get(keyOf(offer.id, date))?.states, now)) continue
      await writeTold(tx, { endpointId, siteKey: reseller.siteKey, productId: offer.id, date, now })
      if (lookedAt !== null) await tell(tx, { endpointId, productId: offer.id, date })
    }
  }
  await tx
    .deleteFrom('reseller_told_days')
    .where('endpoint_id', '=', endpointId)
    .where('visit_date', '<', today)
    .execute()
  await tx
    .updateTable('reseller_webhooks')
    .set({ looked_at: sql<Date>`clock_timestamp()` })
    .where('endpoint_id', '=', endpointId)
    .execute()
}

function isKnown(told: States | undefined, now: States): boolean {
  return Object.entries(now).every(([id, state]) => told?.[id] === state)
}

function keyOf(productId: number, date: IsoDate): string {
  return `${productId} ${date}`
}

interface ToldDay {
  readonly productId: number
  readonly states: States
}

async function readTold(tx: Tx, endpointId: string): Promise<ReadonlyMap<string, ToldDay>> {
  const rows = await tx
    .selectFrom('reseller_told_days')
    .select(['product_id as productId', 'visit_date as date', 'states'])
    .where('endpoint_id', '=', endpointId)
    .execute()
  return new Map(
    rows.map(({ productId, date, ...row }) => [
      keyOf(productId, date),
      { productId, states: v.parse(states, row.states) },
    ]),
  )
}

interface Told {
  readonly endpointId: string
  readonly productId: number
  readonly date: IsoDate
}

async function writeTold(
  tx: Tx,
  { endpointId, siteKey, productId, date, now }: Told & { readonly siteKey: string; readonly now: States },
): Promise<void> {
  await tx
    .insertInto('reseller_told_days')
    .values({
      site_key: siteKey,
      endpoint_id: endpointId,
      product_id: productId,
      visit_date: date,
      states: JSON.stringify(now),
    })
    .onConflict(conflict =>
      conflict
        .columns(['endpoint_id', 'product_id', 'visit_date'])
        .doUpdateSet({ states: JSON.stringify(now) }),
    )
    .execute()
}

/** The messages of a day are told in their order. */
async function tell(tx: Tx, { endpointId, productId, date }: Told): Promise<void> {
  const day = JSON.stringify({ productId, date })
  await sql`select tell_endpoint(${endpointId}, 'availability_update', md5(${day})::uuid, ${day}::jsonb)`.execute(
    tx,
  )
}

import { sumOf } from '@kippu/domain/sum'
import { sql } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Database, Tx } from '../../db/database.ts'
import { list } from '../../db/list.ts'
import type { Actor } from '../../staff/actor.ts'
import { recordAction } from '../../staff/record-action.ts'
import { type ChosenSpans, detailsOf, lockChosen, subjectOf } from './chosen-spans.ts'

export interface SaleDeps {
  readonly db: Database
  readonly clock: Clock
  readonly actor: Actor
}

export interface ChangeSale {
  readonly chosen: ChosenSpans
  readonly state: 'open' | 'stopped'
  /** In the words of the actor. */
  readonly reason: string
}

export interface ChangedSale {
  /** Time spans that are in the state now. */
  readonly spans: number
  /** Those of them that were in the other one before. */
  readonly changed: number
  /** Units that are held or sold at the moment of the commit. None comes to them while they are stopped. */
  readonly taken: number
  readonly spanIds: readonly number[]
}

/**
 * Stops the sale of time spans, or resumes it. A transaction that takes stock has locked the spans and reads their
 * state with it, so that nothing of them is held after the commit that stops them. What is sold stays sold; holds of
 * before may be paid until they end.
 */
export async function setSaleState(
  { db, ...deps }: SaleDeps,
  { chosen, state, reason }: ChangeSale,
): Promise<ChangedSale> {
  return db.transaction(async tx => {
    const spans = await lockChosen(tx, chosen)
    const ids = spans.map(({ id }) => id)
    const changed = state === 'stopped' ? await stopLocked(tx, ids, reason) : await openLocked(tx, ids)
    const counts = { spans: ids.length, changed, taken: sumOf(spans.map(({ taken }) => taken)) }
    if (ids.length > 0)
      await recordAction(tx, deps, {
        permission: 'sales:write',
        siteKey: chosen.siteKey,
        verb: state === 'stopped' ? 'sales stop' : 'sales resume',
        subject: subjectOf(chosen),
        details: { ...detailsOf(chosen), ...counts },
        reason,
      })
    return { ...counts, spanIds: ids }
  })
}

/** Stops time spans that the caller has locked; answers how many were open. */
export async function stopLocked(tx: Tx, ids: readonly number[], reason: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update time_spans set sale_state = 'stopped', stopped_at = now(), stop_reason = ${reason}
     where id = any(${list('int', ids)}::int[]) and sale_state = 'open'`.execute(tx)
  return Number(numAffectedRows)
}

async function openLocked(tx: Tx, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update time_spans set sale_state = 'open', stopped_at = null, stop_reason = null
     where id = any(${list('int', ids)}::int[]) and sale_state = 'stopped'`.execute(tx)
  return Number(numAffectedRows)
}

import { sumOf } from '@kippu/domain/sum'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'
import { reason } from '../platform/staff/inputs.ts'
import { recordAction } from '../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../platform/staff/staff-verb.ts'
import { type ChosenSpans, chosenFields, detailsOf, lockChosen, subjectOf } from './chosen-spans.ts'
import { findOvertaken, type Overtaken, type SeenSpan, seenSpans } from './overtaken-spans.ts'

interface ChangeSale extends ChosenSpans {
  /** In the words of the actor. */
  readonly reason: string
  /** As they were seen: where one is another one by now, nothing is done. */
  readonly seen?: readonly SeenSpan[] | undefined
}

interface SaleParts {
  readonly db: Database
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

const changeSale = v.object({ ...chosenFields, reason, seen: seenSpans })

/**
 * Stops the sale of time spans. A transaction that takes stock has locked the spans and reads their state with it, so
 * that nothing of them is held after the commit that stops them. What is sold stays sold; holds that exist may be paid
 * until they end.
 */
export const stopSale = staffVerb({
  name: 'sales stop',
  permission: 'sales:write',
  reach: 'site',
  input: changeSale,
  run: ({ db }: SaleParts, asked: ChangeSale, act: Act) =>
    changeLocked(db, act, { ...asked, isOpen: false }, (tx, ids) => stopLocked(tx, ids, asked.reason)),
})

/** Sells time spans again. */
export const resumeSale = staffVerb({
  name: 'sales resume',
  permission: 'sales:write',
  reach: 'site',
  input: changeSale,
  run: ({ db }: SaleParts, asked: ChangeSale, act: Act) =>
    changeLocked(db, act, { ...asked, isOpen: true }, openLocked),
})

function changeLocked(
  db: Database,
  act: Act,
  { reason: why, seen, isOpen, ...chosen }: ChangeSale & { readonly isOpen: boolean },
  change: (tx: Tx, ids: readonly number[]) => Promise<number>,
): Promise<ChangedSale | Overtaken> {
  return db.transaction(async tx => {
    const spans = await lockChosen(tx, chosen)
    const overtaken = await findOvertaken(tx, spans, { chosen, seen, isOpen })
    if (overtaken !== undefined) return overtaken
    const ids = spans.map(({ id }) => id)
    const changed = await change(tx, ids)
    const counts = { spans: ids.length, changed, taken: sumOf(spans.map(({ taken }) => taken)) }
    if (ids.length > 0)
      await recordAction(tx, act, {
        subject: subjectOf(chosen),
        details: { ...detailsOf(chosen), ...counts },
        reason: why,
      })
    return { ...counts, spanIds: ids }
  })
}

/** Stops time spans that the caller has locked; answers how many were open. */
export async function stopLocked(tx: Tx, ids: readonly number[], why: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update time_spans set sale_state = 'stopped', stopped_at = now(), stop_reason = ${why}
     where id = any(${list('int', ids)}::int[]) and sale_state = 'open'`.execute(tx)
  return Number(numAffectedRows)
}

async function openLocked(tx: Tx, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update time_spans set sale_state = 'open', stopped_at = null, stop_reason = null
     where id = any(${list('int', ids)}::int[]) and sale_state = 'stopped'`.execute(tx)
  return Number(numAffectedRows)
}

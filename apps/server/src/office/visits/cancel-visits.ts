import { randomUUID } from 'node:crypto'

import { sumOf } from '@kippu/domain/sum'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Tx } from '../../platform/db/database.ts'
import { listed } from '../../platform/db/list.ts'
import {
  type ChosenSpans,
  chosenFields,
  detailsOf,
  findChosen,
  lockChosen,
  subjectOf,
} from '../../stock/chosen-spans.ts'
import { stopLocked } from '../../stock/set-sale-state.ts'
import {
  askApproval,
  type AskedApproval,
  hasStaff,
  type RefusedApproval,
  spendApproval,
  type ToApprove,
} from '../../platform/staff/approvals.ts'
import type { Deps } from '../../platform/deps.ts'
import { reason, uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type CancellationPlan, planCancellation } from './plan-cancellation.ts'
import type { TouchedVisit } from './touched-visits.ts'

interface CancelParts {
  readonly db: Database
}

/** The offer to the buyers: their money, or another day until a moment, in ms since 1970. */
export type Offer = { readonly way: 'refund' } | { readonly way: 'move'; readonly untilMs: number }

interface CancelVisits extends ChosenSpans {
  readonly offer: Offer
  /** The digest of the list that was seen. */
  readonly digest: string
  /** In the words of the actor. */
  readonly reason: string
  /** Another person has agreed to it. */
  readonly approval?: string | undefined
}

export type CancelledVisits =
  | { readonly kind: 'begun'; readonly id: number; readonly visits: number }
  /** The list is another one by now, and nothing was done. */
  | { readonly kind: 'changed'; readonly plan: CancellationPlan }
  | { readonly kind: 'nothing' }
  /** Nobody else has agreed to exactly this. */
  | { readonly kind: 'refused'; readonly why: 'a second person is needed' | RefusedApproval }

const cancelFields = {
  ...chosenFields,
  offer: v.variant('way', [
    v.object({ way: v.literal('refund') }),
    v.object({ way: v.literal('move'), untilMs: v.number() }),
  ]),
  digest: v.string(),
  reason,
}

/** The list of those whom it would touch; nothing is done. */
export const previewCancellation = staffVerb({
  name: 'visits cancel',
  permission: 'visits:cancel',
  reach: 'site',
  input: v.object(chosenFields),
  run: ({ db }: CancelParts, chosen: ChosenSpans) =>
    db.read(async read => planCancellation(read, await findChosen(read, chosen))),
})

/**
 * Cancels the visits of time spans: stops their sale, and writes down each reservation that is touched, in one transaction under the locks
 * of the spans. So the list is whole but for those who are being paid at that moment; they are added when they are paid. Workers do the rest
 * ({@link workCancellations}).
 */
export const cancelVisits = staffVerb({
  name: 'visits cancel',
  permission: 'visits:cancel',
  reach: 'site',
  input: v.object({ ...cancelFields, approval: v.optional(uuid) }),
  run: async ({ db }: CancelParts, asked: CancelVisits, act: Act): Promise<CancelledVisits> => {
    try {
      return await db.transaction(tx => write(tx, asked, act))
    } catch (error) {
      if (error instanceof ListHasChanged) return { kind: 'changed', plan: error.plan }
      throw error
    }
  },
})

/** Undoes the transaction. */
class ListHasChanged extends Error {
  override readonly name = 'ListHasChanged'
  readonly plan: CancellationPlan

  constructor(plan: CancellationPlan) {
    super('the list of touched visits is another one by now')
    this.plan = plan
  }
}

type NotAgreed = 'a second person is needed' | RefusedApproval

export const CANCEL = 'visits cancel'

/** Asks for a second person for a cancellation of exactly the visits that were seen. */
export const askCancellation = staffVerb({
  name: `${CANCEL} ask`,
  permission: 'visits:cancel',
  reach: 'site',
  input: v.object(cancelFields),
  run: ({ db, jobs }: CancelParts & Pick<Deps, 'jobs'>, asked: CancelVisits, act: Act) =>
    db.transaction(async (tx): Promise<AskedApproval | CancelledVisits> => {
      const plan = await planCancellation(tx, await findChosen(tx, asked))
      if (plan.spans === 0) return { kind: 'nothing' }
      if (plan.digest !== asked.digest) return { kind: 'changed', plan }
      const shown = {
        visits: plan.visits.length,
        yen: sumOf(plan.visits.map(({ yen }) => yen)),
        way: asked.offer.way,
        from: asked.from,
        to: asked.to,
      }
      return askApproval({ tx, jobs }, act, toApprove(asked), { shown, reason: asked.reason })
    }),
})

/** The arguments that a second person agrees to. */
export const askedCancellation = v.object({
  ...chosenFields,
  offer: cancelFields.offer,
})

function toApprove({ offer, digest, siteKey, productUuid, from, to, time, ids }: CancelVisits): ToApprove {
  const chosen = { siteKey, productUuid, from, to, time, ...(ids !== undefined && { ids }) }
  return { siteKey, verb: CANCEL, subject: subjectOf(chosen), asked: { ...chosen, offer }, digest }
}

/** The second person, where the deployment has people; or why nothing is done. */
async function agreedBy(
  tx: Tx,
  asked: CancelVisits,
  act: Act,
): Promise<Readonly<Record<string, unknown>> | NotAgreed> {
  const { approval } = asked
  if (!(await hasStaff(tx))) return {}
  if (approval === undefined) return 'a second person is needed'
  const used = await spendApproval(tx, act, approval, toApprove(asked))
  return typeof used === 'string' ? used : { approval, approved_by: used.by }
}

async function write(tx: Tx, asked: CancelVisits, act: Act): Promise<CancelledVisits> {
  const { offer, digest, reason: why, approval: _, ...chosen } = asked
  const spans = await lockChosen(tx, chosen)
  if (spans.length === 0) return { kind: 'nothing' }
  const agreed = await agreedBy(tx, asked, act)
  if (typeof agreed === 'string') return { kind: 'refused', why: agreed }
  const ids = spans.map(({ id }) => id)
  await stopLocked(tx, ids, why)
  const plan = await planCancellation(tx, ids)
  if (plan.digest !== digest) throw new ListHasChanged(plan)
  const { id } = await tx
    .insertInto('visit_cancellations')
    .values({
      site_key: chosen.siteKey,
      span_ids: ids,
      from_date: chosen.from,
      to_date: chosen.to,
      way: offer.way,
      moves_until: offer.way === 'move' ? new Date(offer.untilMs) : null,
      reason: why,
      staff: act.actor.name,
      // Not now(): orders that were taken while this waited for the locks are older than it.
      created_at: sql<Date>`clock_timestamp()`,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addItems(tx, { id, siteKey: chosen.siteKey }, plan.visits)
  await recordAction(tx, act, {
    subject: subjectOf(chosen),
    details: {
      ...detailsOf(chosen),
      cancellation: id,
      way: offer.way,
      spans: ids.length,
      visits: plan.visits.length,
      digest,
      ...agreed,
    },
    reason: why,
  })
  return { kind: 'begun', id, visits: plan.visits.length }
}

export interface CancellationKey {
  readonly id: number
  readonly siteKey: string
}

/** Writes reservations down that a cancellation touches; those that it knows stay as they are. Answers how many are new. */
export async function addItems(
  tx: Tx,
  { id, siteKey }: CancellationKey,
  visits: readonly Pick<TouchedVisit, 'reservationId' | 'orderId'>[],
): Promise<number> {
  if (visits.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into visit_cancellation_items (id, cancellation_id, site_key, reservation_id, order_id, state, check_at)
    select v.id, ${id}, ${siteKey}, v.reservation_id, v.order_id, 'waiting', now()
      from ${listed('v', {
        id: ['uuid', visits.map(() => randomUUID())],
        reservation_id: ['uuid', visits.map(({ reservationId }) => reservationId)],
        order_id: ['uuid', visits.map(({ orderId }) => orderId)],
      })}
    on conflict (cancellation_id, reservation_id) do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

import { jstDateOf, midnightOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import { askApproval, type AskedApproval, hasStaff, spendApproval } from '../../platform/staff/approvals.ts'
import { reason, site, uuid } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import {
  digestOfPlan,
  type PlannedRefund,
  planRefund,
  type WhatGoesBack,
  whatGoesBack,
} from './plan-refund.ts'
import { type ForReservation, type Refused, refused, type Sold, withSold } from './sold-visit.ts'
import { lockName } from '../../platform/db/lock-name.ts'
import { readBounds } from '../../sites/content/read-bounds.ts'

/** Inputs of a refund beside what goes back. */
export const guarded = { seen: v.optional(v.string()), approval: v.optional(uuid) }

export const askedRefund = v.union([
  v.object({ tickets: v.array(v.number()), evenAccepted: v.boolean(), evenDisputed: v.boolean() }),
  v.object({ difference: v.number(), evenDisputed: v.boolean() }),
])

/** The refund as an approval binds it: tickets by their numbers, also where all were meant. */
function askedOf(
  what: WhatGoesBack,
  { back }: Pick<PlannedRefund, 'back'>,
  evenDisputed: boolean,
): v.InferOutput<typeof askedRefund> {
  if ('difference' in what) return { difference: what.difference, evenDisputed }
  const tickets = back.tickets.map(({ number }) => number).toSorted((a, b) => a - b)
  return { tickets, evenAccepted: what.evenAccepted, evenDisputed }
}

export interface Admitted {
  readonly kind: 'admitted'
  /** Its line says this beside the refund: the approval, and the second person. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Whether somebody of the staff may give this back now: it is as they saw it, and it is not too much for one person. */
export async function admitRefund(
  tx: Tx,
  sold: Sold,
  request: ForReservation,
  what: WhatGoesBack,
): Promise<Admitted | Refused> {
  const { by: act, seen, approval, siteKey, reservationNumber: subject, evenDisputed = false } = request
  if (act === undefined) return ALONE_ADMITTED
  const plan = await planRefund(tx, sold, what)
  if (plan.kind === 'refused') return plan
  const digest = digestOfPlan(plan)
  if (seen !== undefined && seen !== digest) return refused('it has changed since it was seen')
  if (!(await hasStaff(tx))) return ALONE_ADMITTED
  if (approval === undefined)
    return (await isTooMuch(tx, act, { siteKey, subject, plan }))
      ? refused('a second person is needed')
      : ALONE_ADMITTED
  const used = await spendApproval(tx, act, approval, {
    siteKey,
    verb: 'refund',
    subject,
    asked: askedOf(what, plan, evenDisputed),
    digest,
  })
  if (typeof used === 'string') return refused(used)
  return { kind: 'admitted', details: { approval, approved_by: used.by } }
}

const ALONE_ADMITTED: Admitted = { kind: 'admitted', details: {} }

interface Judged {
  readonly siteKey: string
  readonly subject: string
  readonly plan: { readonly back: { readonly amount: number; readonly tickets: readonly unknown[] } }
}

/**
 * Whether it is too much for one person, with all that was given back of the order without a second one, and by the same person today. A name at the command
 * line proves nobody: who comes by it may be everybody, and everybody may have come by it.
 */
export async function isTooMuch(
  tx: Tx,
  { actor, via, clock }: Act,
  { siteKey, subject, plan: { back } }: Judged,
): Promise<boolean> {
  // Two refunds of one person at once would not see each other.
  await lockName(tx, `refunds ${siteKey}`)
  const alone = await readBounds(tx, siteKey)
  const midnight = new Date(midnightOf(jstDateOf(clock.now())))
  // The line of a move's begin counts, which is written under this lock; the line of its refusal takes that back, from the day that had it.
  const yen = sql`coalesce(sum(case verb
      when 'move begun' then (details -> 'refund')::integer
      when 'move refused' then -(details -> 'refund')::integer
      else coalesce(details -> 'yen', details -> 'difference')::integer end), 0)::integer`
  const alike = sql`staff_actions l where site_key = ${siteKey} and verb in ('refund', 'move begun', 'move refused')
                      and not details ? 'approval'`
  const { rows } = await sql<{ yen: number; tickets: number; of_day: number }>`
    select ${yen} as yen, coalesce(sum(jsonb_array_length(details -> 'tickets')), 0)::integer as tickets,
           (select ${yen} from ${alike}
               and at >= ${midnight} and (${via} = 'cli' or via = 'cli' or staff = ${actor.name})
               and (verb <> 'move refused' or exists (
                 select from staff_actions b where b.subject = l.subject and b.verb = 'move begun' and b.at >= ${midnight} and b.id < l.id))) as of_day
      from ${alike} and subject = ${subject}`.execute(tx)
  const [before = { yen: 0, tickets: 0, of_day: 0 }] = rows
  return (
    before.yen + back.amount > alone.Refund_Alone_Yen ||
    before.tickets + back.tickets.length > alone.Refund_Alone_Tickets ||
    before.of_day + back.amount > alone.Refund_Alone_Day_Yen
  )
}

/** Whether the difference that goes back with a move is too much for one person. */
export async function isTooMuchToMove(
  tx: Tx,
  act: Act,
  { siteKey, subject, refund }: Omit<Judged, 'plan'> & { readonly refund: number },
): Promise<boolean> {
  if (refund === 0 || !(await hasStaff(tx))) return false
  return isTooMuch(tx, act, { siteKey, subject, plan: { back: { amount: refund, tickets: [] } } })
}

interface AskedRefund {
  readonly siteKey: string
  readonly reservationNumber: string
  readonly what: WhatGoesBack
  readonly evenDisputed: boolean
  readonly reason: string
  readonly seen?: string | undefined
}

export type AskedSecondPerson = (AskedApproval & { readonly kind: 'asked' }) | Refused

/** Asks for a second person for a refund, exactly as it is now. */
export const askSecondPerson = staffVerb({
  name: 'refund ask',
  permission: 'refunds:write',
  reach: 'site',
  input: v.object({
    ...site,
    reservationNumber: v.string(),
    what: whatGoesBack,
    evenDisputed: v.boolean(),
    reason,
    seen: v.optional(v.string()),
  }),
  run: async (
    deps: PaymentDeps,
    { siteKey, reservationNumber: subject, what, evenDisputed, reason: why, seen }: AskedRefund,
    act: Act,
  ): Promise<AskedSecondPerson> =>
    withSold(deps, { siteKey, reservationNumber: subject }, async (tx, sold) => {
      const plan = await planRefund(tx, sold, what)
      if (plan.kind === 'refused') return plan
      const { back, dispute } = plan
      if (dispute !== undefined && !evenDisputed) return { ...refused('payment is disputed'), dispute }
      const digest = digestOfPlan(plan)
      if (seen !== undefined && seen !== digest) return refused('it has changed since it was seen')
      const asked = { siteKey, verb: 'refund', subject, asked: askedOf(what, plan, evenDisputed), digest }
      const shown = {
        yen: back.amount,
        tickets: back.tickets.map(({ number }) => number),
        stays: back.stays.yen,
      }
      return {
        kind: 'asked',
        ...(await askApproval({ tx, jobs: deps.jobs }, act, asked, { shown, reason: why })),
      }
    }),
})

import { sumOf } from '@kippu/domain/sum'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import { digestOfSeen } from '../../platform/staff/approvals.ts'
import type { HeldTicket } from '../../tickets/revoke.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { findDispute } from './find-dispute.ts'
import { chooseTickets, type Refused, refused, type Sold } from './sold-visit.ts'
import { spreadOver } from './spread-over.ts'
import type { RefundPart } from './spread-refund.ts'
import { WAITING } from './written-refund.ts'

/** Tickets that shall go back, or a part of the price of those that are left. */
export type WhatGoesBack =
  | { readonly tickets: 'all' | readonly number[]; readonly evenAccepted: boolean }
  | { readonly difference: number }

/** Tickets that go back, and yen. */
export interface GoingBack {
  readonly tickets: ReadonlyArray<{ readonly number: number; readonly yen: number }>
  readonly amount: number
  readonly stays: { readonly tickets: number; readonly yen: number }
}

export const whatGoesBack = v.union([
  v.object({ tickets: v.union([v.literal('all'), v.array(v.number())]), evenAccepted: v.boolean() }),
  v.object({ difference: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
])

/** A refund as it would be done now, under the locks of its visit. */
export interface PlannedRefund {
  readonly kind: 'planned'
  readonly back: GoingBack
  readonly parts: ReadonlyArray<RefundPart<Attempt>>
  readonly dispute: string | undefined
}

export async function planRefund(tx: Tx, sold: Sold, what: WhatGoesBack): Promise<PlannedRefund | Refused> {
  const back = goingBack(sold, what)
  if ('kind' in back) return back
  const spread = await spreadOver(tx, sold.payments, back.amount)
  if (spread.kind === 'too little') return refused('nothing was paid')
  if (spread.kind === 'wait') return refused(WAITING[spread.why])
  return { kind: 'planned', back, parts: spread.parts, dispute: await findDispute(tx, spread.parts) }
}

/** The tickets and the yen that go back, and what stays. */
export function goingBack(sold: Pick<Sold, 'tickets'>, what: WhatGoesBack): GoingBack | Refused {
  const valid = sold.tickets.filter(ticket => !ticket.isRevoked)
  const kept = yenOf(valid)
  if ('difference' in what) {
    if (what.difference >= kept) return refused('more than the tickets cost')
    const yen = kept - what.difference
    return { tickets: [], amount: what.difference, stays: { tickets: valid.length, yen } }
  }
  const chosen = chooseTickets(sold, what.tickets, what.evenAccepted)
  if (chosen.kind === 'refused') return chosen
  const amount = yenOf(chosen.tickets)
  return {
    tickets: chosen.tickets.map(({ number, price }) => ({ number, yen: price })),
    amount,
    stays: { tickets: valid.length - chosen.tickets.length, yen: kept - amount },
  }
}

function yenOf(tickets: readonly HeldTicket[]): number {
  return sumOf(tickets.map(({ price }) => price))
}

/** Stands for what goes back, to which payments, and what stays. */
export function digestOfPlan({ back, parts, dispute }: PlannedRefund): string {
  return digestOfSeen([back, parts.map(({ attempt, amount }) => [attempt.id, amount]), dispute ?? null])
}

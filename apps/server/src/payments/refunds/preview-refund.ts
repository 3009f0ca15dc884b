import { sumOf } from '@kippu/domain/sum'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { HeldTicket } from '../../tickets/revoke.ts'
import type { Attempt } from '../attempts/attempt.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { askLeft, type LeftMoney } from './ask-left.ts'
import { findDispute } from './find-dispute.ts'
import { chooseTickets, type Refused, refused, type Sold, withSold } from './sold-visit.ts'
import { spreadOver } from './spread-over.ts'
import type { RefundPart } from './spread-refund.ts'
import { WAITING } from './written-refund.ts'

/** Tickets that shall go back, or a part of the price of those that are left. */
export type WhatGoesBack =
  | { readonly tickets: 'all' | readonly number[]; readonly evenAccepted: boolean }
  | { readonly difference: number }

/** Tickets that go back, and yen. */
interface GoingBack {
  readonly tickets: ReadonlyArray<{ readonly number: number; readonly yen: number }>
  readonly amount: number
  readonly stays: { readonly tickets: number; readonly yen: number }
}

export interface RefundPreview extends GoingBack {
  readonly kind: 'preview'
  /** The newest payment first, each with what its provider tells of it. */
  readonly payments: ReadonlyArray<LeftMoney & { readonly method: string; readonly amount: number }>
  /** In the provider's words: the refund is refused unless somebody says that they know of it. */
  readonly dispute: string | null
}

/** A refund before it is asked for, decided as the refund itself is; nothing is done. */
export const previewRefund = staffVerb({
  name: 'refund',
  permission: 'refunds:write',
  reach: 'site',
  input: v.object({
    ...site,
    reservationNumber: v.string(),
    what: v.union([
      v.object({
        tickets: v.union([v.literal('all'), v.array(v.number())]),
        evenAccepted: v.boolean(),
      }),
      v.object({ difference: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
    ]),
  }),
  run: preview,
})

interface AskedPreview {
  readonly siteKey: string
  readonly reservationNumber: string
  readonly what: WhatGoesBack
}

async function preview(deps: PaymentDeps, asked: AskedPreview): Promise<RefundPreview | Refused> {
  const planned = await withSold(deps, asked, (tx, sold) => plan(tx, sold, asked.what))
  if (planned.kind === 'refused') return planned
  const { back, parts, dispute } = planned
  // No provider is asked while the reservation is locked.
  const payments = await Promise.all(
    parts.map(async ({ attempt, amount }) => ({
      method: attempt.method,
      amount,
      ...(await askLeft(deps, attempt.id)),
    })),
  )
  return { kind: 'preview', ...back, payments, dispute: dispute ?? null }
}

interface Planned {
  readonly kind: 'planned'
  readonly back: GoingBack
  readonly parts: ReadonlyArray<RefundPart<Attempt>>
  readonly dispute: string | undefined
}

async function plan(tx: Tx, sold: Sold, what: WhatGoesBack): Promise<Planned | Refused> {
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

import { type Tx } from '../../platform/db/database.ts'
import { failpoint } from '../../payments/attempts/failpoints.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import type { Refused, RefundRefusal } from '../../payments/refunds/sold-visit.ts'
import { endItem, postpone, type WaitingItem } from './item-queries.ts'
import { offerMove } from './offer-move.ts'
import { findTouchedOf } from './touched-visits.ts'

/**
 * Decides what becomes of one reservation of a cancellation, in one transaction with its letter. A worker that comes to
 * it a second time finds it decided.
 */
export async function settleItem(deps: PaymentDeps, item: WaitingItem): Promise<void> {
  await failpoint('cancel.claimed', item.orderId)
  const touched = await deps.db.read(read => findTouchedOf(read, item.spanIds, item.reservationId))
  // It was moved or given back meanwhile, and its buyer told so.
  if (touched === undefined) return end(deps, item, { state: 'done', code: 'gone' })
  const { used, tickets } = touched
  if (used === tickets.length) return end(deps, item, { state: 'done', code: 'took place' })
  // Somebody came with a part of it: a person knows what that means.
  if (used > 0) return end(deps, item, { state: 'needs_person', code: 'ticket was used' })
  if (item.movesUntil !== null) return offerMove(deps, item, { ...touched, movesUntil: item.movesUntil })
  const answer = await requestRefund(deps, {
    siteKey: item.siteKey,
    reservationNumber: touched.reservationNumber,
    tickets,
    evenAccepted: true,
    reason: item.reason,
    bulk: {
      orderId: touched.orderId,
      isToldOtherwise: item.letter === null,
      along: async (tx, { requestId, amount }) => {
        const state = amount === 0 ? 'done' : 'refunding'
        const refund = { refundRequestId: requestId, letter: 'refund' } as const
        await endItem(tx, deps, item, { state, code: amount === 0 ? 'cost nothing' : 'refunded', ...refund })
        await failpoint('cancel.committing', item.orderId)
      },
    },
  })
  await failpoint('cancel.committed', item.orderId)
  if (answer.kind === 'refused') await settleRefused(deps, item, answer)
}

/** The refusals that pass by themselves. */
const PASSING: ReadonlySet<RefundRefusal> = new Set([
  // A ticket was given back, or somebody entered, since it was looked at.
  'no such ticket',
  'ticket is revoked already',
  'ticket was used',
  'another time is being paid for',
  'the visit has moved',
  'another refund is under way',
  'payment is not captured yet',
  'payment is being given back or released',
])

/** Nobody can say what would go back, or to whom. */
const NO_PAYMENT = 'the store knows no payment of it'

/** After so many tries, in more than an hour, a person is needed. */
const MOST_TRIES = 40

async function settleRefused(deps: PaymentDeps, item: WaitingItem, { why, dispute }: Refused): Promise<void> {
  if (PASSING.has(why) && item.tries < MOST_TRIES) return postpone(deps.db, item, why)
  const named = dispute === undefined ? why : `${why}: ${dispute}`
  const code = why === 'nothing was paid' ? NO_PAYMENT : named
  await end(deps, item, { state: 'needs_person', code, letter: 'contact' })
}

async function end(
  deps: PaymentDeps,
  item: WaitingItem,
  ended: Parameters<typeof endItem>[3],
): Promise<void> {
  await deps.db.transaction(async (tx: Tx) => {
    await endItem(tx, deps, item, ended)
    await failpoint('cancel.committing', item.orderId)
  })
  await failpoint('cancel.committed', item.orderId)
}

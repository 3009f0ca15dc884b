import { failpoint } from '../../payments/attempts/failpoints.ts'
import type { PaymentDeps } from '../../payments/attempts/payment-deps.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellReseller } from '../../resellers/webhooks/tell-reseller.ts'
import { endItem, type WaitingItem, writeJudged } from './item-queries.ts'
import { type JudgedItem, judgeRefusal, judgeUse } from './judge-item.ts'
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
  const used = judgeUse(touched)
  if (used !== null) return end(deps, item, used)
  // A reseller owes nothing, whatever buyers are offered: its webhook tells it, and it books its guest anew if it wishes.
  const { isOfReseller } = touched
  if (item.movesUntil !== null && !isOfReseller)
    return offerMove(deps, item, { ...touched, movesUntil: item.movesUntil })
  const answer = await requestRefund(deps, {
    siteKey: item.siteKey,
    reservationNumber: touched.reservationNumber,
    tickets: touched.tickets,
    evenAccepted: true,
    reason: item.reason,
    bulk: {
      orderId: touched.orderId,
      isToldOtherwise: item.letter === null,
      along: async (tx, { requestId, amount }) => {
        const state = amount === 0 ? 'done' : 'refunding'
        const refund = { refundRequestId: requestId, ...(!isOfReseller && { letter: 'refund' as const }) }
        await endItem(tx, deps, item, { state, code: amount === 0 ? 'cost nothing' : 'refunded', ...refund })
        await failpoint('cancel.committing', item.orderId)
      },
    },
  })
  await failpoint('cancel.committed', item.orderId)
  if (answer.kind !== 'refused') return
  const judged = judgeRefusal(answer, item.tries)
  if (!isOfReseller || judged.state === 'waiting') return end(deps, item, judged)
  // Its visit does not take place, whatever becomes of the money.
  await end(deps, item, { state: judged.state, code: judged.code }, tx => tellReseller(tx, item.orderId))
}

async function end(
  deps: PaymentDeps,
  item: WaitingItem,
  judged: JudgedItem,
  along?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await deps.db.transaction(async tx => {
    await writeJudged(tx, deps, item, judged)
    await along?.(tx)
    await failpoint('cancel.committing', item.orderId)
  })
  await failpoint('cancel.committed', item.orderId)
}

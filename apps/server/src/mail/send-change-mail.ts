import type { JobOf } from '../platform/jobs/jobs.ts'
import { boughtById } from '../orders/bought/bought-order.ts'
import { moneyOfChange } from '../payments/refunds/find-refund-request.ts'
import { completionLetter } from './send-completion-mail.ts'
import { type MailDeps, sendReservationLetter } from './send-letter.ts'
import { completedReservation } from './reservation-reads.ts'

/** Tells of a visit that was moved, with its new tickets. One that has been moved again since is told of by the next mail. */
export async function sendChangeMail(deps: MailDeps, { orderId }: JobOf<'send-change-mail'>): Promise<void> {
  const change = await deps.db.find(moneyOfChange, orderId)
  if (change === undefined) return
  const { replaces, movesFrom, paid, refund } = change
  const [found, before] = await Promise.all([
    deps.db.find(completedReservation, { reservationId: replaces, lang: null }),
    deps.db.find(boughtById, movesFrom),
  ])
  if (found === undefined || before === undefined || found.order.id !== orderId) return
  const letter = await completionLetter(deps, found, {
    before: before.bought.product,
    paid,
    refund,
  })
  await sendReservationLetter(
    deps,
    { reservationId: replaces, order: found.order },
    { letter, id: `change.${orderId}` },
  )
}

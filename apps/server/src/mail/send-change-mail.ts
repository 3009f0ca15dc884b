import type { JobOf } from '../platform/jobs/jobs.ts'
import { boughtById } from '../orders/bought/bought-order.ts'
import { findOrderById } from '../orders/life/find-order.ts'
import { findChangeMoney } from '../payments/refunds/find-refund-request.ts'
import { completionLetter } from './send-completion-mail.ts'
import { type MailDeps, sendReservationLetter } from './send-letter.ts'
import { completedReservation } from './reservation-reads.ts'

/** Tells of a visit that was moved, with its new tickets. One that has been moved again since is told of by the next mail. */
export async function sendChangeMail(deps: MailDeps, { orderId }: JobOf<'send-change-mail'>): Promise<void> {
  const change = await deps.db.read(read => findOrderById(read, orderId))
  const { replaces = null, movesFrom = null } = change ?? {}
  if (replaces === null || movesFrom === null) return
  const found = await deps.db.find(completedReservation, { reservationId: replaces, lang: null })
  const before = await deps.db.find(boughtById, movesFrom)
  if (found === undefined || before === undefined || found.order.id !== orderId) return
  const money = await deps.db.read(read => findChangeMoney(read, orderId))
  const letter = await completionLetter(deps, found, {
    before: before.bought.product,
    ...money,
  })
  await sendReservationLetter(
    deps,
    { reservationId: replaces, order: found.order },
    { letter, id: `change.${orderId}` },
  )
}

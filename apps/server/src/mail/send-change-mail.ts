import { jstIso } from '@kippu/domain/jst-date'

import type { JobOf } from '../platform/jobs/jobs.ts'
import { toldChange } from '../payments/refunds/find-refund-request.ts'
import { completionLetter } from './send-completion-mail.ts'
import { type MailDeps, sendReservationLetter } from './send-letter.ts'
import { completedReservation } from './reservation-reads.ts'

/** Tells of a visit that was moved, with its new tickets. One that has been moved again since is told of by the next mail. */
export async function sendChangeMail(deps: MailDeps, { orderId }: JobOf<'send-change-mail'>): Promise<void> {
  const change = await deps.db.find(toldChange, orderId)
  if (change === undefined) return
  const { replaces, was, paid, refund } = change
  const found = await deps.db.find(completedReservation, { reservationId: replaces, lang: null })
  if (found === undefined || found.order.id !== orderId) return
  // A visit moves within its product.
  const before = {
    ...found.bought.product,
    reservation_from: jstIso(was.starts_at * 1000),
    reservation_to: jstIso(was.ends_at * 1000),
  }
  const letter = await completionLetter(deps, found, { before, paid, refund })
  await sendReservationLetter(
    deps,
    { reservationId: replaces, order: found.order },
    { letter, id: `change.${orderId}` },
  )
}

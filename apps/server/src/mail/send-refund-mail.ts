import type { JobOf } from '../platform/jobs/jobs.ts'
import { findRefundRequest } from '../payments/refunds/find-refund-request.ts'
import { reservationToken } from '../tickets/reservation-token.ts'
import { refundedTickets } from './refunded-tickets.ts'
import { refundedReservation } from './reservation-reads.ts'
import { buyerName, type MailDeps, sendReservationLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from '../sites/store-link.ts'
import { refundMail } from './templates/refund.ts'

/** Tells the buyer the refunded amount and its tickets, once the whole refund is done. */
export async function sendRefundMail(
  deps: MailDeps,
  { requestId }: JobOf<'send-refund-mail'>,
): Promise<void> {
  const request = await deps.db.read(read => findRefundRequest(read, requestId))
  if (request === undefined) return
  const { reservationId, purpose, ticketNumbers, amount } = request
  const found = await deps.db.find(refundedReservation, reservationId)
  if (found === undefined) return
  const { order, reservationNumber, origin, tickets } = found
  const isAnyLeft = tickets.some(({ is_revoked: isRevoked }) => !isRevoked)
  const token = reservationToken(deps.tokens, origin)
  const letter = refundMail(await siteMailContext(deps, order.siteKey, order.lang), {
    name: buyerName(order),
    reservationNumber,
    reason:
      purpose === 'tickets'
        ? { kind: 'tickets', tickets: refundedTickets(tickets, ticketNumbers) }
        : { kind: 'difference' },
    amount,
    url: isAnyLeft ? storeLink(deps, { ...order, route: `/tickets/#/id/${token}` }) : undefined,
  })
  await sendReservationLetter(deps, { reservationId, order }, { letter, id: `refund.${requestId}` })
}

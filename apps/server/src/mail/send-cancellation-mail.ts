import { jstIso } from '@kippu/domain/jst-date'

import type { JobOf } from '../platform/jobs/jobs.ts'
import { reservationToken } from '../tickets/reservation-token.ts'
import { findLetter, type LetterFacts } from '../office/visits/find-letter.ts'
import { refundedTickets } from './refunded-tickets.ts'
import { type CompletedReservation, completedReservation } from './reservation-reads.ts'
import { buyerName, type MailDeps, sendReservationLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from '../sites/store-link.ts'
import { type CancellationOffer, cancellationMail } from './templates/cancellation.ts'

/** Tells a buyer that their visit does not take place. None where it was moved before the mail was sent: it takes place on another day. */
export async function sendCancellationMail(
  deps: MailDeps,
  { itemId, second }: JobOf<'send-cancellation-mail'>,
): Promise<void> {
  const facts = await deps.db.read(read => findLetter(read, itemId))
  if (facts === undefined) return
  const { reservationId, orderId } = facts
  const found = await deps.db.find(completedReservation, { reservationId, lang: null })
  if (found === undefined || found.order.id !== orderId) return
  const { order, bought, reservationNumber } = found
  const letter = cancellationMail(await siteMailContext(deps, order.siteKey, order.lang), {
    name: buyerName(order),
    reservationNumber,
    product: bought.product,
    isShared: facts.isShared,
    offer: offerOf(deps, facts, found),
  })
  const id = second === undefined ? `cancellation.${itemId}` : `cancellation.${itemId}.${second}`
  await sendReservationLetter(deps, { reservationId, order }, { letter, id })
}

function offerOf(
  deps: MailDeps,
  { letter, movesUntil, ticketNumbers, amount }: LetterFacts,
  { order, origin, reservation: { tickets } }: CompletedReservation,
): CancellationOffer {
  const token = reservationToken(deps.tokens, origin)
  const linkTo = (route: string): string => storeLink(deps, { ...order, route })
  if (letter === 'move' && movesUntil !== null) {
    const until = jstIso(movesUntil.getTime())
    return { kind: 'move', url: linkTo(`/#/tickets/changedate/${token}`), until }
  }
  if (letter !== 'refund' || ticketNumbers === null) return { kind: 'contact' }
  const isAnyLeft = tickets.some(({ is_revoked: isRevoked }) => !isRevoked)
  return {
    kind: 'refund',
    tickets: refundedTickets(tickets, ticketNumbers),
    amount: amount ?? 0,
    url: isAnyLeft ? linkTo(`/tickets/#/id/${token}`) : undefined,
  }
}

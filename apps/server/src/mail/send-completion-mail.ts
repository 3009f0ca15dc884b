import type { JobOf } from '../jobs/jobs.ts'
import type { SubscribedReader } from '../mail-magazines/subscribed-reader.ts'
import { reservationToken } from '../tickets/reservation-token.ts'
import type { Letter } from './letter/letter.ts'
import {
  type CompletedReservation,
  completedReservation,
  type ReservationQuestion,
} from './reservation-reads.ts'
import { buyerName, type MailDeps, sendLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from './store-link.ts'
import { completionMail, type VisitChange } from './templates/completion.ts'

/** Sends the tickets of a reservation (S-6.02). A mail that fails never undoes the order (S-6.04). */
export function sendCompletionMail(
  deps: MailDeps,
  { reservationId }: JobOf<'send-completion-mail'>,
): Promise<void> {
  return sendTickets(deps, { reservationId, lang: null }, `completion.${reservationId}`)
}

/** Sends them once more, in another language perhaps (E-17): a mail of its own, which no mail program takes for the first one. */
export function sendTicketsAgain(
  deps: MailDeps,
  { reservationId, mailing, lang }: JobOf<'send-tickets-again'>,
): Promise<void> {
  return sendTickets(deps, { reservationId, lang }, `completion.${mailing}`)
}

async function sendTickets(deps: MailDeps, asked: ReservationQuestion, id: string): Promise<void> {
  const found = await deps.db.find(completedReservation, asked)
  if (found === undefined) return
  const order = { ...found.order, lang: asked.lang ?? found.order.lang }
  const letter = await completionLetter(deps, { ...found, order })
  await sendLetter(deps, order, { letter, id })
}

/** The mail with the tickets of a reservation. */
export async function completionLetter(
  deps: MailDeps,
  { order, bought, reservationNumber, origin, reader }: CompletedReservation,
  change?: VisitChange,
): Promise<Letter> {
  const token = reservationToken(deps.tokens, origin)
  return completionMail(await siteMailContext(deps, order.siteKey, order.lang), {
    name: buyerName(order),
    reservationNumber,
    order: bought,
    url: storeLink(deps, { ...order, route: `/tickets/#/id/${token}` }),
    releaseUrl:
      reader === null ? undefined : storeLink(deps, { ...order, route: releaseRoute(deps, reader) }),
    ...(change !== undefined && { change }),
  })
}

function releaseRoute({ tokens }: Pick<MailDeps, 'tokens'>, { id, tokenHash }: SubscribedReader): string {
  return `/#/mail-release/${tokens.deriveStored('magazine', id, tokenHash)}`
}

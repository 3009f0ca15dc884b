import type { JobOf } from '../jobs/jobs.ts'
import type { SubscribedReader } from '../mail-magazines/subscribed-reader.ts'
import { reservationToken } from '../tickets/reservation-token.ts'
import type { Letter } from './letter/letter.ts'
import { type CompletedReservation, completedReservation } from './reservation-reads.ts'
import { buyerName, type MailDeps, sendLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from './store-link.ts'
import { completionMail, type VisitChange } from './templates/completion.ts'

/** Sends the tickets of a reservation (S-6.02). A mail that fails never undoes the order (S-6.04). */
export async function sendCompletionMail(
  deps: MailDeps,
  { reservationId }: JobOf<'send-completion-mail'>,
): Promise<void> {
  const found = await deps.db.find(completedReservation, reservationId)
  if (found === undefined) return
  const letter = await completionLetter(deps, reservationId, found)
  await sendLetter(deps, found.order, { letter, id: `completion.${reservationId}` })
}

/** The mail with the tickets of a reservation. */
export async function completionLetter(
  deps: MailDeps,
  reservationId: string,
  { order, bought, reservationNumber, generation, tokenHash, reader }: CompletedReservation,
  change?: VisitChange,
): Promise<Letter> {
  const token = reservationToken(deps.tokens, { id: reservationId, generation }, tokenHash)
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

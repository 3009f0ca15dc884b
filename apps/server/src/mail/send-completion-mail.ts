import type { JobOf } from '../jobs/jobs.ts'
import { completedReservation } from './reservation-reads.ts'
import { buyerName, type MailDeps, sendLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from './store-link.ts'
import { completionMail } from './templates/completion.ts'

/** Sends the tickets of a reservation (S-6.02). A mail that fails never undoes the order (S-6.04). */
export async function sendCompletionMail(
  deps: MailDeps,
  { reservationId }: JobOf<'send-completion-mail'>,
): Promise<void> {
  const found = await deps.db.find(completedReservation, reservationId)
  if (found === undefined) return
  const { order, bought, reservationNumber, readerId } = found
  const reservationToken = deps.tokens.derive('reservation', reservationId)
  const letter = completionMail(await siteMailContext(deps, order.siteKey, order.lang), {
    name: buyerName(order),
    reservationNumber,
    order: bought,
    url: storeLink(deps, { ...order, route: `/tickets/#/id/${reservationToken}` }),
    releaseUrl:
      readerId === null
        ? undefined
        : storeLink(deps, { ...order, route: `/#/mail-release/${deps.tokens.derive('magazine', readerId)}` }),
  })
  await sendLetter(deps, order, { letter, id: `completion.${reservationId}` })
}

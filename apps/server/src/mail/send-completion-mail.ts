import type { JobOf } from '../jobs/jobs.ts'
import type { SubscribedReader } from '../mail-magazines/subscribed-reader.ts'
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
  const { order, bought, reservationNumber, tokenHash, reader } = found
  const reservationToken = deps.tokens.deriveStored('reservation', reservationId, tokenHash)
  const letter = completionMail(await siteMailContext(deps, order.siteKey, order.lang), {
    name: buyerName(order),
    reservationNumber,
    order: bought,
    url: storeLink(deps, { ...order, route: `/tickets/#/id/${reservationToken}` }),
    releaseUrl:
      reader === null ? undefined : storeLink(deps, { ...order, route: releaseRoute(deps, reader) }),
  })
  await sendLetter(deps, order, { letter, id: `completion.${reservationId}` })
}

function releaseRoute({ tokens }: Pick<MailDeps, 'tokens'>, { id, tokenHash }: SubscribedReader): string {
  return `/#/mail-release/${tokens.deriveStored('magazine', id, tokenHash)}`
}

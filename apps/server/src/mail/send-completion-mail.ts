import type { JobOf } from '../jobs/jobs.ts'
import { findReleaseToken } from '../mail-magazines/find-release-token.ts'
import { findOrderById } from '../orders/life/find-order.ts'
import { findReservation } from '../tickets/find-reservation.ts'
import { readBoughtOrder } from '../orders/bought/bought-order.ts'
import { buyerAddress, buyerName, type MailDeps, sendLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from './store-link.ts'
import { completionMail } from './templates/completion.ts'

/** Sends the tickets of a reservation (S-6.02). A mail that fails never undoes the order (S-6.04). */
export async function sendCompletionMail(
  deps: MailDeps,
  { reservationId }: JobOf<'send-completion-mail'>,
): Promise<void> {
  const reservation = await deps.db.read(tx => findReservation(tx, reservationId))
  const order = reservation && (await deps.db.read(tx => findOrderById(tx, reservation.orderId)))
  if (reservation === undefined || order === undefined) return
  const reservationToken = deps.tokens.derive('reservation', reservationId)
  const reader = { siteKey: order.siteKey, email: buyerAddress(order) }
  const releaseToken = await deps.db.read(tx => findReleaseToken(tx, deps.tokens, reader))
  const letter = completionMail(await siteMailContext(deps, order.siteKey, order.lang), {
    name: buyerName(order),
    reservationNumber: reservation.reservationNumber,
    order: await deps.db.read(tx => readBoughtOrder(tx, order)),
    url: storeLink(deps, { ...order, route: `/tickets/#/id/${reservationToken}` }),
    releaseUrl:
      releaseToken === undefined
        ? undefined
        : storeLink(deps, { ...order, route: `/#/mail-release/${releaseToken}` }),
  })
  await sendLetter(deps, order, { letter, id: `completion.${reservationId}` })
}

import type { Job } from '../jobs/queue.ts'
import { readBoughtProduct } from '../orders/bought-product.ts'
import { findOrderById } from '../orders/find-order.ts'
import { findReservation } from '../reservations/issue-reservation.ts'
import { answerOf, type MailDeps, sendLetter, siteWriting } from './send-letter.ts'
import { completionMail } from './templates/completion.ts'

type CompletionJob = Extract<Job, { name: 'send-completion-mail' }>

/** Sends the tickets of a reservation (S-6.02). A mail that fails never undoes the order (S-6.04). */
export async function sendCompletionMail(deps: MailDeps, { reservationId }: CompletionJob): Promise<void> {
  const reservation = await deps.db.read(tx => findReservation(tx, reservationId))
  const order = reservation && (await deps.db.read(tx => findOrderById(tx, reservation.orderId)))
  if (reservation === undefined || order === undefined) return
  const reservationToken = deps.tokens.derive('reservation', reservationId)
  const letter = completionMail(await siteWriting(deps, order.siteKey, order.lang), {
    name: answerOf(order, 'fullname'),
    reservationNumber: reservation.reservationNumber,
    product: await deps.db.read(tx => readBoughtProduct(tx, order.id, order.lang)),
    price: order.price,
    url: `${deps.sites.originOf(order.siteKey)}/tickets/#/id/${reservationToken}`,
  })
  await sendLetter(deps, order, { letter, id: `completion.${reservationId}` })
}

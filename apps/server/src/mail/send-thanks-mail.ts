import { sql } from 'kysely'

import type { Read } from '../platform/db/database.ts'
import type { JobOf } from '../platform/jobs/jobs.ts'
import { type SubscribedReader, subscribedReader } from '../orders/magazines/subscribed-reader.ts'
import { storeLink } from '../sites/store-link.ts'
import { completedReservation } from './reservation-reads.ts'
import { releaseLink } from './send-completion-mail.ts'
import { buyerName, type MailDeps, sendReservationLetter, siteMailContext } from './send-letter.ts'
import { thanksMail } from './templates/thanks.ts'

/** Thanks for a visit; nobody whose visit was given back, and nobody who has ended the magazine of the site since. */
export async function sendThanksMail(
  deps: MailDeps,
  { reservationId }: JobOf<'send-thanks-mail'>,
): Promise<void> {
  const found = await deps.db.find(completedReservation, { reservationId, lang: null })
  if (found === undefined || found.reservation.status !== 'active') return
  const { order, bought } = found
  const reader = await deps.db.read(read => readerOf(read, order.id))
  if (reader === null) return
  const writing = await siteMailContext(deps, order.siteKey, order.lang)
  const letter = thanksMail(writing, {
    name: buyerName(order),
    product: bought.product,
    storeUrl: storeLink(deps, { ...order, route: '/' }),
    releaseUrl: releaseLink(deps, order, reader),
  })
  await sendReservationLetter(deps, { reservationId, order }, { letter, id: `thanks.${reservationId}` })
}

/** The buyer of an order as a reader of the magazine of its site; null for one who is none, or no longer. */
async function readerOf(read: Read, orderId: string): Promise<SubscribedReader | null> {
  const { reader } = await read
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(subscribedReader(sql`orders.site_key`, sql`orders.email`, 'mail_magazine').as('reader'))
    .executeTakeFirstOrThrow()
  return reader
}

import type { JobOf } from '../platform/jobs/jobs.ts'
import type { OrderRecord } from '../orders/life/find-order.ts'
import type { SubscribedReader } from '../orders/magazines/subscribed-reader.ts'
import { changeFactsOf, changePermissionOf } from '../tickets/change-facts.ts'
import { reservationToken } from '../tickets/reservation-token.ts'
import type { Letter } from './letter/letter.ts'
import { mailedCodes } from './mailed-codes.ts'
import {
  type CompletedReservation,
  completedReservation,
  type ReservationQuestion,
} from './reservation-reads.ts'
import { buyerName, type MailDeps, sendReservationLetter, siteMailContext } from './send-letter.ts'
import { storeLink } from '../sites/store-link.ts'
import { completionMail, type VisitChange } from './templates/completion.ts'
import type { LaterLinks } from './templates/later.ts'
import { visitFile } from './visit-file.ts'

/** Sends the tickets of a reservation. A mail that fails never undoes the order. */
export async function sendCompletionMail(
  deps: MailDeps,
  { reservationId }: JobOf<'send-completion-mail'>,
): Promise<void> {
  await sendTickets(deps, { reservationId, lang: null }, `completion.${reservationId}`)
}

/**
 * Sends them once more, in another language perhaps: a mail of its own, which no mail program takes for the first one.
 */
export async function sendTicketsAgain(
  deps: MailDeps,
  { reservationId, mailing, lang }: JobOf<'send-tickets-again'>,
): Promise<void> {
  await sendTickets(deps, { reservationId, lang }, `completion.${mailing}`)
}

/** Sends them to an address that was corrected. */
export function sendCorrectedTickets(
  deps: MailDeps,
  { reservationId, mailing }: JobOf<'send-corrected-tickets'>,
): Promise<'sent' | 'refused'> {
  return sendTickets(deps, { reservationId, lang: null }, `completion.${mailing}`)
}

async function sendTickets(
  deps: MailDeps,
  asked: ReservationQuestion,
  id: string,
): Promise<'sent' | 'refused'> {
  const found = await deps.db.find(completedReservation, asked)
  if (found === undefined) return 'sent'
  const order = { ...found.order, lang: asked.lang ?? found.order.lang }
  const letter = await completionLetter(deps, { ...found, order })
  return sendReservationLetter(deps, { reservationId: asked.reservationId, order }, { letter, id })
}

/** The mail with the tickets of a reservation. */
export async function completionLetter(
  deps: MailDeps,
  found: CompletedReservation,
  moved?: VisitChange,
): Promise<Letter> {
  const { order, bought, reservationNumber, reader } = found
  const writing = await siteMailContext(deps, order.siteKey, order.lang)
  const links = linksOf(deps, found)
  return completionMail(writing, {
    name: buyerName(order),
    reservationNumber,
    order: bought,
    ...links,
    codes: await mailedCodes(deps, found),
    calendar: visitFile(writing, { ...found, url: links.url, writtenAt: deps.clock.now() }),
    receiptUrl: bought.total > 0 ? receiptLink(deps, found) : undefined,
    releaseUrl: reader === null ? undefined : releaseLink(deps, order, reader),
    ...(moved !== undefined && { moved }),
  })
}

/** Where the buyer of a reservation goes from a mail: to the tickets, to another day while it may be moved, and to a lost ticket. */
export function linksOf(
  deps: MailDeps,
  { order, origin, change }: Pick<CompletedReservation, 'order' | 'origin' | 'change'>,
): LaterLinks & { readonly url: string } {
  const token = reservationToken(deps.tokens, origin)
  const linkTo = (route: string): string => storeLink(deps, { ...order, route })
  const { allowed, until } = changePermissionOf(changeFactsOf(change), deps.clock.now())
  return {
    url: linkTo(`/tickets/#/id/${token}`),
    change: allowed && until !== null ? { url: linkTo(`/#/tickets/changedate/${token}`), until } : null,
    inquiryUrl: linkTo('/#/reservation-inquiry'),
  }
}

/** The page of the receipt, which asks for its addressee first. */
function receiptLink(
  deps: MailDeps,
  { order, origin }: Pick<CompletedReservation, 'order' | 'origin'>,
): string {
  const token = reservationToken(deps.tokens, origin)
  return storeLink(deps, { ...order, route: `/tickets/#/id/${token}/receipt` })
}

/** The page on which a reader ends their magazines. */
export function releaseLink(
  deps: Pick<MailDeps, 'sites' | 'tokens'>,
  order: Pick<OrderRecord, 'siteKey' | 'lang'>,
  { id, tokenHash }: SubscribedReader,
): string {
  const route = `/#/mail-release/${deps.tokens.deriveStored('magazine', id, tokenHash)}`
  return storeLink(deps, { ...order, route })
}

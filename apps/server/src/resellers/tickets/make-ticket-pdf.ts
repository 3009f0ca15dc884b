import { readFile } from 'node:fs/promises'

import { shortCodeInGroups, shortCodeOf } from '@kippu/domain/short-code'
import type { Site } from '@kippu/sites/site'
import { mailPicture } from '@kippu/sites/site-files'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'
import { readPassTickets } from '../../tickets/pass-tickets.ts'
import { drawSheet } from '../../tickets/receipts/pdf/draw-sheet.ts'
import { hasFaces } from '../../tickets/receipts/pdf/embed-fonts.ts'
import { cellsOf } from '../../tickets/receipts/pdf/sheet.ts'
import type { ShowingDeps } from '../../tickets/showing.ts'
import type { PassLocale } from '../../tickets/wallet/passes/visit-words.ts'
import { OctoRefusal } from '../octo-refusal.ts'
import { composeTicket } from './compose-ticket.ts'

interface AskedTicket {
  readonly site: Site
  /** The code of the ticket. */
  readonly code: string
  readonly locale: PassLocale
}

interface TicketPdf {
  /** `ABCD-EFGH`. */
  readonly shortCode: string
  readonly bytes: Buffer
}

/** A ticket that a reseller sold, as a page to print; not one of the house's own buyers, and none that lets nobody in any more. */
export async function makeTicketPdf(
  deps: ShowingDeps,
  { site, code, locale }: AskedTicket,
): Promise<TicketPdf | OctoRefusal> {
  const found = isTokenOf('ticket', code)
    ? await deps.db.read(read => findSold(read, { siteKey: site.key, code }))
    : undefined
  if (found === undefined) return NO_TICKET
  const { reservationId, ticketId, codeHash, issuedAt } = found
  const { lang } = locale
  const tickets = await readPassTickets(deps, { siteKey: site.key, reservationId, lang })
  const ticket = tickets(ticketId, null)
  if (ticket === undefined || ticket.isVoid) return NO_TICKET
  const shortCode = shortCodeInGroups(shortCodeOf(codeHash))
  const shown = { ...ticket, code: ticket.code === '' ? code : ticket.code, shortCode }
  const sheet = composeTicket(locale, { ticket: shown, house: site.name[lang] })
  if (!hasFaces(cellsOf(sheet), lang))
    return new OctoRefusal('NOT_FOUND', 'Draw the QR code: a name has no face')
  const logoFile = mailPicture(site, 'mail/logo-light.png')
  const logo = logoFile === undefined ? undefined : await readFile(logoFile)
  return { shortCode, bytes: await drawSheet(sheet, { lang, issuedAt, logo }) }
}

const NO_TICKET = new OctoRefusal('NOT_FOUND', 'There is no such ticket, or it is not valid any more')

interface SoldTicket {
  readonly reservationId: string
  readonly ticketId: number
  readonly codeHash: string
  readonly issuedAt: Date
}

async function findSold(
  read: Read,
  { siteKey, code }: { readonly siteKey: string; readonly code: string },
): Promise<SoldTicket | undefined> {
  const { rows } = await sql<SoldTicket>`
    select t.reservation_id as "reservationId", t.id as "ticketId", encode(t.code_hash, 'hex') as "codeHash", r.created_at as "issuedAt"
      from tickets t
      join reservations r on r.id = t.reservation_id and r.site_key = ${siteKey}
      join reseller_bookings b on b.order_id = r.order_id
     where t.code_hash = ${hashToken(code)}`.execute(read)
  return rows[0]
}

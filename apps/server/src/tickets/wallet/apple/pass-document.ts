import { visitKindOf } from '@kippu/domain/visit-time'
import type { Site } from '@kippu/sites/site'

import type { PassTicket } from '../../pass-tickets.ts'
import type { AppleWalletAccount } from '../accounts/apple-wallet-account.ts'
import type { HouseLook } from '../passes/house-look.ts'
import { howToUse, NO_VISIT, type PassLocale, visitWords } from '../passes/visit-words.ts'

export interface PassOfTicket {
  readonly serialNumber: string
  /** With which a phone asks for it. */
  readonly token: string
  readonly ticket: PassTicket
  /** Passes with the same lie upon each other; it says nothing of the reservation to a stranger. */
  readonly group: string
}

interface Issuing {
  readonly account: Pick<AppleWalletAccount, 'passTypeId' | 'teamId'>
  readonly site: Pick<Site, 'key' | 'name'>
  readonly look: HouseLook
  readonly locale: PassLocale
  /** Where phones ask for passes. */
  readonly serviceUrl: string
}

interface Field {
  readonly key: string
  readonly label: string
  readonly value: string
  readonly changeMessage?: string
}

/**
 * `pass.json` of a ticket (Apple's pass format, `eventTicket`). It names nobody: neither the buyer nor the holder of
 * the ticket, and has no link to the page of the tickets, whose address is a permission of its own.
 */
export function passDocument(
  { account, site, look, locale, serviceUrl }: Issuing,
  pass: PassOfTicket,
): object {
  const { lang, words } = locale
  const { ticket } = pass
  const house = site.name[lang]
  const { date, time } = ticket.isTakenBack ? NO_VISIT : visitWords(locale, ticket)
  const number = ticket.reservationNumber
  const message = { format: 'PKBarcodeFormatQR', message: ticket.code, messageEncoding: 'iso-8859-1' }
  return {
    formatVersion: 1,
    passTypeIdentifier: account.passTypeId,
    teamIdentifier: account.teamId,
    serialNumber: pass.serialNumber,
    webServiceURL: serviceUrl,
    authenticationToken: pass.token,
    groupingIdentifier: pass.group,
    organizationName: house,
    ...(look.logo === null && { logoText: house }),
    description: words('wallet_description', { house }),
    backgroundColor: rgb(look.surface),
    foregroundColor: rgb(look.ink),
    labelColor: rgb(look.accent),
    ...(!ticket.isTakenBack && {
      ...relevance(ticket),
      expirationDate: ticket.reservation_to,
    }),
    voided: ticket.isVoid,
    sharingProhibited: true,
    // A ticket that lets nobody in has no code to try.
    ...(ticket.code !== '' && { barcodes: [message], barcode: message }),
    eventTicket: {
      headerFields: time === null ? [] : [fieldOf('time', time, words('wallet_changed_time'))],
      primaryFields: [
        {
          key: 'product',
          label: ticket.isVoid ? words('wallet_void') : words('wallet_exhibition'),
          value: ticket.product_name,
        },
      ],
      secondaryFields: date === null ? [] : [fieldOf('date', date, words('wallet_changed_date'))],
      auxiliaryFields: [
        ...field('kind', words('wallet_kind'), ticket.option_name),
        ...field('number', words('ticket_number'), number ?? ''),
      ],
      backFields: [
        ...(ticket.isVoid ? field('void', words('wallet_void'), words('wallet_void_why')) : []),
        ...field('entry', words('wallet_entry'), howToUse(locale, ticket)),
        ...field('house', words('wallet_house'), [house, words('site_address')].filter(isFilled).join('\n')),
        ...field('conditions', words('mail_complete_conditions_title'), words('site_visit_conditions')),
      ],
    } satisfies Record<string, readonly Field[]>,
  }
}

/**
 * The moment at which a phone shows the pass by itself. Wallet puts a pass among the expired ones once that moment is over, so a
 * pass that admits all day, or for many days, has none.
 */
function relevance({ bookingType, reservation_from: from, reservation_to: to }: PassTicket): object {
  switch (visitKindOf(bookingType)) {
    case 'slot':
      return { relevantDate: from, relevantDates: [{ startDate: from, endDate: to }] }
    case 'day':
    case 'period':
      return {}
  }
}

function fieldOf(
  key: string,
  { label, value }: { readonly label: string; readonly value: string },
  changeMessage: string,
): Field {
  return { key, label, value, changeMessage }
}

/** None where there is nothing to say. */
function field(key: string, label: string, value: string): Field[] {
  return isFilled(value) ? [{ key, label, value }] : []
}

function isFilled(text: string): boolean {
  return text !== ''
}

function rgb(hex: string): string {
  return `rgb(${channelsOf(hex).join(', ')})`
}

/** Red, green and blue of `#rrggbb`. */
export function channelsOf(hex: string): [number, number, number] {
  const channel = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

import type { PassTicket } from '../../pass-tickets.ts'
import type { HouseLook } from '../passes/house-look.ts'
import { howToUse, NO_VISIT, type PassLocale, visitWords } from '../passes/visit-words.ts'

/** Google's names of the languages. */
const GOOGLE_LANGUAGES: Readonly<Record<Language, string>> = {
  ja: 'ja',
  en: 'en',
  kr: 'ko',
  'zh-hans': 'zh-CN',
  'zh-hant': 'zh-TW',
  th: 'th',
}

interface Issuing {
  readonly issuerId: string
  readonly site: Pick<Site, 'key' | 'name'>
  readonly look: Pick<HouseLook, 'accent'>
  readonly locale: PassLocale
}

/**
 * The common part of all tickets of a product in a language (`eventTicketClass`). Its day is not among it: a ticket
 * that is moved keeps its class.
 */
export function ticketClass({ issuerId, site, look, locale: { lang } }: Issuing, ticket: PassTicket): object {
  return {
    id: classId(issuerId, { siteKey: site.key, lang, ticket }),
    issuerName: site.name[lang],
    reviewStatus: 'UNDER_REVIEW',
    eventName: localized(lang, ticket.product_name),
    hexBackgroundColor: look.accent,
    // A ticket is in one account, on all phones of that.
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
  }
}

interface ClassOf {
  readonly siteKey: string
  readonly lang: Language
  readonly ticket: Pick<PassTicket, 'productId'>
}

function classId(issuerId: string, { siteKey, lang, ticket }: ClassOf): string {
  return `${issuerId}.${siteKey}-${ticket.productId}-${lang}`
}

/** A ticket (`eventTicketObject`), whole: what is changed is written whole too. It names nobody, as a pass of Apple's. */
export function ticketObject(
  { issuerId, site, locale }: Issuing,
  { id, ticket, group }: { readonly id: string; readonly ticket: PassTicket; readonly group: string },
): object {
  const { lang, words } = locale
  const { date, time } = ticket.isTakenBack ? NO_VISIT : visitWords(locale, ticket)
  const number = ticket.reservationNumber
  return {
    id: objectId(issuerId, id),
    classId: classId(issuerId, { siteKey: site.key, lang, ticket }),
    state: ticket.isVoid ? 'INACTIVE' : 'ACTIVE',
    ticketType: localized(lang, ticket.option_name === '' ? ticket.product_name : ticket.option_name),
    // A ticket that lets nobody in has no code to try.
    barcode: ticket.code === '' ? null : { type: 'QR_CODE', value: ticket.code },
    validTimeInterval: ticket.isTakenBack
      ? null
      : { start: { date: ticket.reservation_from }, end: { date: ticket.reservation_to } },
    reservationInfo: number === null ? null : { confirmationCode: number },
    groupingInfo: { groupingId: group },
    textModulesData: [
      ...(date === null ? [] : [textModule('date', date.label, date.value)]),
      ...(time === null ? [] : [textModule('time', time.label, time.value)]),
      ticket.isVoid
        ? textModule('void', words('wallet_void'), words('wallet_void_why'))
        : textModule('entry', words('wallet_entry'), howToUse(locale, ticket)),
    ],
  }
}

function textModule(id: string, header: string, body: string): object {
  return { id, header, body }
}

/** The id of a ticket at Google. @param id the serial number of its pass. */
export function objectId(issuerId: string, id: string): string {
  return `${issuerId}.${id}`
}

function localized(lang: Language, value: string): object {
  return { defaultValue: { language: GOOGLE_LANGUAGES[lang], value } }
}

import type { Language } from '@kippu/domain/language'

import { addressCorrectionTexts } from './address-correction.ts'
import { calendarTexts } from './calendar.ts'
import { checkInTexts } from './check-in.ts'
import { commonTexts } from './common.ts'
import { completeTexts } from './complete.ts'
import { confirmTexts } from './confirm.ts'
import { couponTexts } from './coupon.ts'
import { couponErrorTexts } from './coupon-errors.ts'
import { entryTexts } from './entry.ts'
import { errorPageTexts } from './error-pages.ts'
import { errorTexts } from './errors.ts'
import { gateTexts } from './gate.ts'
import { holdTexts } from './hold.ts'
import { hoursTexts } from './hours.ts'
import { inquiryTexts } from './inquiry.ts'
import { legalTexts } from './legal.ts'
import { cancellationMailTexts } from './cancellation-mails.ts'
import { mailLetterTexts } from './mail-letters.ts'
import { mailReleaseTexts } from './mail-release.ts'
import { mailScreenTexts } from './mail-screens.ts'
import { mailSummaryTexts } from './mail-summary.ts'
import { mailTexts } from './mails.ts'
import { membershipTexts } from './membership.ts'
import { openingTexts } from './opening.ts'
import { orderChoiceTexts } from './order-choices.ts'
import { orderTexts } from './order.ts'
import { paymentCardTexts } from './payment-card.ts'
import { paymentMethodTexts } from './payment-methods.ts'
import { paymentReturnTexts } from './payment-return.ts'
import { paymentStepTexts } from './payment-step.ts'
import { paymentTexts } from './payment.ts'
import { privacyTexts } from './privacy.ts'
import { shareMailTexts } from './share-mails.ts'
import { shareTexts } from './share.ts'
import { receiptTexts } from './receipt.ts'
import { scannerTexts } from './scanner.ts'
import { signageTexts } from './signage.ts'
import { signInTexts } from './sign-in.ts'
import type { SiteTextKey } from './site-text-key.ts'
import { spotTexts } from './spot.ts'
import { termsTexts } from './terms.ts'
import type { TextTable } from './text-table.ts'
import { ticketAppTexts } from './ticket-app.ts'
import { ticketChangeTexts } from './ticket-change.ts'
import { ticketErrorTexts } from './ticket-errors.ts'
import { ticketTexts } from './ticket.ts'
import { timeChangeTexts } from './time-change.ts'
import { transmissionTexts } from './transmission.ts'
import { visitingTexts } from './visiting.ts'
import { walletPassTexts, walletTexts } from './wallet.ts'

/** Every word a visitor reads, area by area. A new area is added here and nowhere else. */
export const TEXTS = {
  ...commonTexts,
  ...calendarTexts,
  ...orderTexts,
  ...orderChoiceTexts,
  ...openingTexts,
  ...hoursTexts,
  ...visitingTexts,
  ...signInTexts,
  ...mailScreenTexts,
  ...membershipTexts,
  ...mailReleaseTexts,
  ...paymentTexts,
  ...paymentMethodTexts,
  ...paymentCardTexts,
  ...paymentStepTexts,
  ...paymentReturnTexts,
  ...couponTexts,
  ...confirmTexts,
  ...completeTexts,
  ...entryTexts,
  ...ticketTexts,
  ...ticketAppTexts,
  ...receiptTexts,
  ...checkInTexts,
  ...scannerTexts,
  ...holdTexts,
  ...errorTexts,
  ...couponErrorTexts,
  ...ticketErrorTexts,
  ...errorPageTexts,
  ...inquiryTexts,
  ...addressCorrectionTexts,
  ...ticketChangeTexts,
  ...timeChangeTexts,
  ...shareTexts,
  ...spotTexts,
  ...legalTexts,
  ...privacyTexts,
  ...termsTexts,
  ...transmissionTexts,
  ...mailTexts,
  ...mailLetterTexts,
  ...mailSummaryTexts,
  ...cancellationMailTexts,
  ...shareMailTexts,
  ...signageTexts,
  ...walletTexts,
  ...walletPassTexts,
} as const satisfies TextTable

/** Every word the staff read at the gate: in its document alone, and in no visitor's. */
export const STAFF_TEXTS = { ...gateTexts } as const satisfies TextTable

export type StaffTextKey = keyof typeof STAFF_TEXTS

/** Key of a text in these tables: it has words in every language. */
export type BundledTextKey = keyof typeof TEXTS

export type TextKey = BundledTextKey | SiteTextKey

/** The dialog of a wrong ticket link may appear before the texts call has answered. */
const { error_record_not_found_title, error_record_not_found_message } = errorTexts

/**
 * The areas whose texts the server writes into each document, so that the first screen needs no call for its words.
 * Keep them short: they count for the budget of the first view (`apps/web/check-budget.ts`).
 */
export const FIRST_SCREEN_AREAS = {
  order: [commonTexts, calendarTexts, orderTexts, hoursTexts, entryTexts],
  ticket: [
    commonTexts,
    entryTexts,
    ticketTexts,
    ticketChangeTexts,
    walletTexts,
    { error_record_not_found_title, error_record_not_found_message },
  ],
} as const satisfies Record<'order' | 'ticket', readonly TextTable[]>

/** All texts in one language, by key: the rows of the seed and the answer of GET texts. */
export function textsOf(lang: Language): Record<string, string> {
  return inLanguage(TEXTS, lang)
}

/** The texts of the first screens of an entry, by key. */
export function firstScreenTexts(
  entry: keyof typeof FIRST_SCREEN_AREAS,
  lang: Language,
): Record<string, string> {
  return Object.assign({}, ...FIRST_SCREEN_AREAS[entry].map(area => inLanguage(area, lang)))
}

/** The words of the staff in one language, by key. */
export function staffTextsOf(lang: Language): Record<string, string> {
  return inLanguage(STAFF_TEXTS, lang)
}

function inLanguage(table: TextTable, lang: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([key, words]) => [key, words[lang]]))
}

import { entryWordsOf } from '@kippu/domain/check-in/entry-words'
import { formatDate, formatTimeRange } from '@kippu/domain/date-format'
import { epochMsOf, type IsoDate, jstDateOf, timeOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import type { BookingType } from '@kippu/domain/states/ticket'
import type { TextKey } from '@kippu/texts/texts'
import { type VisitTime, visitTimeOf } from '@kippu/domain/visit-time'

import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Block } from '../letter/letter.ts'
import type { Words } from '../../sites/words.ts'

/** The language and the formats of a mail's dates and prices. */
export interface MailLocale {
  readonly lang: Language
  readonly words: Words
}

/** Product and time of a visit, in large letters. */
export function visitBlock(writing: MailLocale, product: BoughtProduct): Block {
  return { kind: 'visit', name: product.product_name, lines: visitTimeLines(writing, product) }
}

/** The time of a visit, a line for the day and one for the time. */
export function visitTimeLines(writing: MailLocale, product: BoughtProduct): string[] {
  const { lang } = writing
  const visitTime = visitTimeOfProduct(product)
  switch (visitTime.kind) {
    case 'slot':
      return [writeDay(writing, visitTime.day), formatTimeRange(visitTime.from, visitTime.to, lang)]
    case 'day': {
      const { day, hours } = visitTime
      return [
        writeDay(writing, day),
        ...(hours === null ? [] : [formatTimeRange(hours.from, hours.to, lang)]),
      ]
    }
    case 'period':
      return [writePeriod(writing, visitTime)]
  }
}

/** When the visit begins, for a subject: a day with its time, a day, or a period. */
export function visitStart(writing: MailLocale, product: BoughtProduct): string {
  const visitTime = visitTimeOfProduct(product)
  switch (visitTime.kind) {
    case 'slot':
      return writeMoment(writing, visitTime.from)
    case 'day':
      return writeDay(writing, visitTime.day)
    case 'period':
      return writePeriod(writing, visitTime)
  }
}

export function visitTimeOfProduct(product: BoughtProduct): VisitTime {
  return visitTimeOf(product.sale_type, { from: product.reservation_from, to: product.reservation_to })
}

/** A time in +09:00 as a date with its time of day. */
export function writeMoment(writing: MailLocale, jstDateTime: string): string {
  const date = writeDay(writing, jstDateOf(epochMsOf(jstDateTime)))
  return writing.words('mail_moment', { date, time: timeOf(jstDateTime) })
}

/** When the visitor enters, and how often. */
export function howToEnter({ words }: MailLocale, product: BoughtProduct): Block[] {
  const often = entryWordsOf(product).map(({ key, params }) => words(key, params))
  return [words(WHEN[product.sale_type]), ...often].map(text => ({ kind: 'small', text }))
}

const WHEN = {
  time: 'mail_complete_entry_time',
  date: 'mail_complete_entry_date',
  period: 'mail_complete_entry_period',
} as const satisfies Record<BookingType, TextKey>

/** The venue's conditions for visitors, in its own words. */
export function visitConditions({ words }: MailLocale): Block[] {
  const conditions = words('site_visit_conditions')
  if (conditions === '') return []
  return [
    { kind: 'heading', text: words('mail_complete_conditions_title') },
    { kind: 'small', text: conditions },
  ]
}

function writePeriod(
  writing: MailLocale,
  { firstDay, lastDay }: Extract<VisitTime, { readonly kind: 'period' }>,
): string {
  const days = { from: writeDay(writing, firstDay), to: writeDay(writing, lastDay) }
  return writing.words('mail_complete_period_value', days)
}

export function writeDay({ lang, words }: MailLocale, day: IsoDate): string {
  return formatDate(day, words('common_date_format'), lang)
}

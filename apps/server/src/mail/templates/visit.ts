import { formatDate, formatTimeRange } from '@kippu/domain/date-format'
import { epochMsOf, type IsoDate, jstDateOf, timeOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { type VisitTime, visitTimeOf } from '@kippu/domain/visit-time'

import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Block } from '../letter/letter.ts'
import type { Words } from '../letter/words.ts'

/** The language and the formats of a mail's dates and prices. */
export interface MailLocale {
  readonly lang: Language
  readonly words: Words
}

type Fact = readonly [label: string, ...lines: string[]]

/** Product and time of a visit as facts of a mail (S-6.02). */
export function visitFacts(writing: MailLocale, product: BoughtProduct): Fact[] {
  return [
    [writing.words('mail_complete_product'), product.product_name],
    ...visitTimeFacts(writing, visitTimeOfProduct(product)),
  ]
}

/** The time of a visit without a label, a line for the day and one for the time. */
export function visitTimeLines(writing: MailLocale, product: BoughtProduct): string[] {
  return visitTimeFacts(writing, visitTimeOfProduct(product)).flatMap(([, ...lines]) => lines)
}

export function visitTimeOfProduct(product: BoughtProduct): VisitTime {
  return visitTimeOf(product.sale_type, { from: product.reservation_from, to: product.reservation_to })
}

/** A time in +09:00 as a date with its time of day. */
export function writeMoment(writing: MailLocale, jstDateTime: string): string {
  return `${writeDay(writing, jstDateOf(epochMsOf(jstDateTime)))} ${timeOf(jstDateTime)}`
}

function visitTimeFacts(writing: MailLocale, visitTime: VisitTime): Fact[] {
  const { lang, words } = writing
  switch (visitTime.kind) {
    case 'slot':
      return [
        [words('mail_complete_date'), writeDay(writing, visitTime.day)],
        [words('mail_complete_time'), formatTimeRange(visitTime.from, visitTime.to, lang)],
      ]
    case 'day':
      return [[words('mail_complete_date'), writeDay(writing, visitTime.day)]]
    case 'period': {
      const days = { from: writeDay(writing, visitTime.firstDay), to: writeDay(writing, visitTime.lastDay) }
      return [[words('mail_complete_period'), words('mail_complete_period_value', days)]]
    }
  }
}

/** How the visitor enters. */
export function howToEnter({ words }: MailLocale, { kind }: VisitTime): string {
  switch (kind) {
    case 'slot':
      return words('mail_complete_entry_time')
    case 'day':
      return words('mail_complete_entry_date')
    case 'period':
      return words('mail_complete_entry_period')
  }
}

/** The venue's conditions for visitors, in its own words. */
export function visitConditions({ words }: MailLocale): Block[] {
  const conditions = words('site_visit_conditions')
  if (conditions === '') return []
  return [
    { kind: 'heading', text: words('mail_complete_conditions_title') },
    { kind: 'small', text: conditions },
  ]
}

function writeDay({ lang, words }: MailLocale, day: IsoDate): string {
  return formatDate(day, words('common_date_format'), lang)
}

import { formatDate, formatTimeRange } from '@kippu/domain/date-format'
import { epochMsOf, jstDateOf, timeOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'

import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Words } from '../letter/words.ts'

/** The language and the formats of a mail's dates and prices. */
export interface MailLocale {
  readonly lang: Language
  readonly words: Words
}

type Fact = readonly [label: string, ...lines: string[]]

/** Product and time of a visit as facts of a mail (S-6.02). */
export function visitFacts(writing: MailLocale, product: BoughtProduct): Fact[] {
  return [[writing.words('mail_complete_product'), product.product_name], ...whenFacts(writing, product)]
}

/** A time in +09:00 as a date with its time of day. */
export function writeMoment({ lang, words }: MailLocale, jstDateTime: string): string {
  const date = formatDate(jstDateOf(epochMsOf(jstDateTime)), words('common_date_format'), lang)
  return `${date} ${timeOf(jstDateTime)}`
}

function whenFacts({ lang, words }: MailLocale, product: BoughtProduct): Fact[] {
  const { reservation_from: from, reservation_to: to } = product
  const write = (epochMs: number): string => formatDate(jstDateOf(epochMs), words('common_date_format'), lang)
  const firstDay = write(epochMsOf(from))
  switch (product.sale_type) {
    case 'time':
      return [
        [words('mail_complete_date'), firstDay],
        [words('mail_complete_time'), formatTimeRange(from, to, lang)],
      ]
    case 'date':
      return [[words('mail_complete_date'), firstDay]]
    case 'period': {
      // An end at midnight belongs to the day before it.
      const lastDay = write(Math.max(epochMsOf(from), epochMsOf(to) - 1))
      return [
        [words('mail_complete_period'), words('mail_complete_period_value', { from: firstDay, to: lastDay })],
      ]
    }
  }
}

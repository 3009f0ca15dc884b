import { formatDate, formatTimeRange } from '@kippu/domain/date-format'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { type Span, visitTimeOf } from '@kippu/domain/visit-time'

import type { Words } from '../../../sites/words.ts'
import type { PassTicket } from '../../pass-tickets.ts'

/** The words of a pass. */
export interface PassLocale {
  readonly lang: Language
  readonly words: Words
}

interface Fact {
  readonly label: string
  readonly value: string
}

/** A ticket of whose visit nothing is said. */
export const NO_VISIT = { date: null, time: null } as const

/** When a ticket admits, in words: its day or days, and the time of the day where it has one. */
export function visitWords(
  { lang, words }: PassLocale,
  { bookingType, reservation_from: from, reservation_to: to }: PassTicket,
): { readonly date: Fact; readonly time: Fact | null } {
  const dayOf = (day: IsoDate): string => formatDate(day, words('common_date_format'), lang)
  const visit = visitTimeOf(bookingType, { from, to })
  const onDay = (day: IsoDate) => ({ label: words('wallet_date'), value: dayOf(day) })
  const timeOf = (label: 'wallet_time' | 'ticket_hours', times: Span) => ({
    label: words(label),
    value: formatTimeRange(times.from, times.to, lang),
  })
  switch (visit.kind) {
    case 'slot':
      return { date: onDay(visit.day), time: timeOf('wallet_time', visit) }
    case 'day': {
      const { day, hours } = visit
      return { date: onDay(day), time: hours === null ? null : timeOf('ticket_hours', hours) }
    }
    case 'period': {
      const days = { from: dayOf(visit.firstDay), to: dayOf(visit.lastDay) }
      return {
        date: {
          label: words('wallet_period'),
          value: words('mail_complete_period_value', days),
        },
        time: null,
      }
    }
  }
}

/** The use of its code: a person enters by it, or gets a set product. */
export function howToUse({ words }: PassLocale, { type }: Pick<PassTicket, 'type'>): string {
  return words(type === 'set' ? 'ticket_set_note' : 'wallet_entry_how')
}

import type { boughtProduct } from '@kippu/contract/orders'
import type { BookingType } from '@kippu/domain/states/ticket'
import type { IsoDate } from '@kippu/domain/jst-date'
import { visitTimeOf } from '@kippu/domain/visit-time'
import type { Span, VisitTime } from '@kippu/domain/visit-time'
import type { InferOutput } from 'valibot'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'

// `sale_type` is a booking type. Its `date` is a visit of kind `day`, and its `time` a `slot`: see `@kippu/domain/visit-time`.

type BoughtVisit = Pick<
  InferOutput<typeof boughtProduct>,
  'sale_type' | 'reservation_from' | 'reservation_to'
>

/** The time of the visit that a bought product is for. */
export function visitTimeOfProduct({
  sale_type,
  reservation_from: from,
  reservation_to: to,
}: BoughtVisit): VisitTime {
  return visitTimeOf(sale_type, { from, to })
}

/** One labelled value about the time of a visit. The screen that shows it chooses the label by `name`. */
interface VisitTimeFact {
  readonly name: 'period' | 'date' | 'entry' | 'hours'
  readonly text: string
}

interface VisitTimeTexts {
  /** For a summary without labels: each line is understood by itself. */
  readonly lines: readonly string[]
  /** For a list of labels and values. */
  readonly facts: readonly VisitTimeFact[]
}

/** Returns a function that writes the time of a visit: a period, or a day with its hours or its entry window. */
export function useVisitTimeTexts(): (visitTime: VisitTime) => VisitTimeTexts {
  const t = useText()
  const { date, timeRange } = useDates()
  const dayWith = (name: 'entry' | 'hours', day: IsoDate, times: Span | null): VisitTimeTexts => {
    const facts: VisitTimeFact[] = [{ name: 'date', text: date(day) }]
    if (times !== null) facts.push({ name, text: timeRange(times.from, times.to) })
    return { lines: facts.map(({ text }) => text), facts }
  }
  return visitTime => {
    switch (visitTime.kind) {
      case 'period': {
        const [from, to] = [date(visitTime.firstDay), date(visitTime.lastDay)]
        return {
          lines: [t('order_period', { from, to })],
          facts: [{ name: 'period', text: t('common_period', { from, to }) }],
        }
      }
      case 'day':
        return dayWith('hours', visitTime.day, visitTime.hours)
      case 'slot':
        return dayWith('entry', visitTime.day, visitTime)
    }
  }
}

/**
 * Returns a function that names one of several time spans that the visitor can choose from. A period is named by its
 * days. The others are named by their hours, because the page already shows the day.
 */
export function useTimeSpanText(): (type: BookingType, span: Span) => string {
  const t = useText()
  const { date, timeRange } = useDates()
  return (type, span) => {
    const visitTime = visitTimeOf(type, span)
    switch (visitTime.kind) {
      case 'period':
        return t('common_period', { from: date(visitTime.firstDay), to: date(visitTime.lastDay) })
      case 'day':
      case 'slot':
        return timeRange(span.from, span.to)
    }
  }
}

import type { boughtProduct } from '@kippu/contract/orders'
import type { BookingType } from '@kippu/domain/states/ticket'
import { visitWhen } from '@kippu/domain/visit-when'
import type { VisitWhen } from '@kippu/domain/visit-when'
import type { InferOutput } from 'valibot'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'

type BoughtVisit = Pick<
  InferOutput<typeof boughtProduct>,
  'sale_type' | 'reservation_from' | 'reservation_to'
>

/** When the visit of an order is. */
export function whenOf({ sale_type, reservation_from: from, reservation_to: to }: BoughtVisit): VisitWhen {
  return visitWhen(sale_type, { from, to })
}

/** One labelled value about when a visit is. `name` chooses the label. */
interface WhenFact {
  readonly name: 'period' | 'date' | 'entry'
  readonly words: string
}

interface WhenWords {
  /** For a summary without labels: each line is understood by itself. */
  readonly lines: readonly string[]
  /** For a list of labels and values. */
  readonly facts: readonly WhenFact[]
}

/** Returns a function that says when a visit is: a period, a day, or a day with its entry window. */
export function useWhenWords(): (when: VisitWhen) => WhenWords {
  const t = useText()
  const { date, timeRange } = useDates()
  return when => {
    switch (when.kind) {
      case 'period': {
        const [from, to] = [date(when.firstDay), date(when.lastDay)]
        return {
          lines: [t('order_period', { from, to })],
          facts: [{ name: 'period', words: `${from} – ${to}` }],
        }
      }
      case 'day':
        return { lines: [date(when.day)], facts: [{ name: 'date', words: date(when.day) }] }
      case 'slot': {
        const [day, entry] = [date(when.day), timeRange(when.from, when.to)]
        return {
          lines: [day, entry],
          facts: [
            { name: 'date', words: day },
            { name: 'entry', words: entry },
          ],
        }
      }
    }
  }
}

interface Span {
  readonly from: string
  readonly to: string
}

/**
 * Returns a function that names a time span in a list of several: the days of a period, or the hours of a slot. The day
 * of a slot is shown elsewhere.
 */
export function useSpanWords(): (type: BookingType, span: Span) => string {
  const { date, timeRange } = useDates()
  return (type, span) => {
    const when = visitWhen(type, span)
    switch (when.kind) {
      case 'period':
        return `${date(when.firstDay)} ~ ${date(when.lastDay)}`
      case 'day':
      case 'slot':
        return timeRange(span.from, span.to)
    }
  }
}

import type { boughtProduct } from '@kippu/contract/orders'
import type { InferOutput } from 'valibot'

import { useDates } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'

export type Visit = Pick<
  InferOutput<typeof boughtProduct>,
  'sale_type' | 'reservation_from' | 'reservation_to'
>

/** The time of a visit in one line: a period, a day, or a day with its entry window. */
export function useVisitTime(): (visit: Visit) => string {
  const t = useText()
  const dates = useDates()
  return ({ sale_type: saleType, reservation_from: from, reservation_to: to }) => {
    switch (saleType) {
      case 'period':
        return t('order_period', { from: dates.date(from), to: dates.date(to) })
      case 'date':
        return dates.date(from)
      case 'time':
        return `${dates.date(from)} ${dates.timeRange(from, to)}`
    }
  }
}

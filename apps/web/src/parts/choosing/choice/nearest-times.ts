import type { TimeSpan } from '@kippu/contract/products'
import { nearestOf } from '@kippu/domain/calendar/nearest-days'
import { epochMsOf } from '@kippu/domain/jst-date'

import { type Choice, holds } from './order-choice.ts'
import { partyOf } from './ticket-kinds.ts'

/**
 * The times of the day nearest to the chosen one that hold the party, where that does not; none where no time of the day
 * does. Null where the chosen visit holds it, or a time is still to be chosen.
 */
export function nearestTimesOf({ product, day, span, counts }: Choice): readonly TimeSpan[] | null {
  if (day === undefined) return null
  const fits = holds(Math.max(1, partyOf(product, counts)))
  const free = day.time_spans.filter(fits)
  if (span === undefined) return free.length > 0 ? null : free
  return fits(span) ? null : nearestOf(free, ({ from }) => epochMsOf(from), epochMsOf(span.from))
}

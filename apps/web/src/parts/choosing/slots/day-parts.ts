import type { TimeSpan } from '@kippu/contract/products'
import { timeOf } from '@kippu/domain/jst-date'

export type DayPart = 'morning' | 'afternoon' | 'evening'

interface SpansOfPart<Span> {
  /** Null where the times are not told apart. */
  readonly part: DayPart | null
  readonly spans: readonly Span[]
}

/** So many times are read at a glance. */
const FEW = 6

/** Times by the part of the day in which they begin, parts without times left out; a few times are one list. */
export function dayPartsOf<Span extends Pick<TimeSpan, 'from'>>(
  spans: readonly Span[],
  isGrouped: boolean,
): ReadonlyArray<SpansOfPart<Span>> {
  const parts = Map.groupBy(spans, ({ from }) => dayPartOf(from))
  if (!isGrouped || spans.length <= FEW || parts.size < 2) return [{ part: null, spans }]
  return [...parts].map(([part, ofPart]) => ({ part, spans: ofPart }))
}

/** @param from a date-time in +09:00. */
function dayPartOf(from: string): DayPart {
  const time = timeOf(from)
  if (time < '12:00') return 'morning'
  return time < '17:00' ? 'afternoon' : 'evening'
}

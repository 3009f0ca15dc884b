import { epochMsOf } from './jst-date.ts'

/** A set product of a reservation that looks for its place at the new time. */
export interface SetToPlace {
  readonly uuid: string
  readonly timeSpanId: number
  readonly quantity: number
  /** Begin of its time, in ms since 1970. */
  readonly startsAtMs: number
}

/** A set product with its time spans, by the names of the wire; `from` is a date-time in +09:00. */
interface OfferedSet {
  readonly uuid: string
  readonly time_spans: ReadonlyArray<{
    readonly time_span_id: number
    readonly from: string
    readonly stock_count: number
  }>
}

export interface NewVisit {
  /** How much later the visit begins, in ms; negative where it begins earlier. */
  readonly laterMs: number
  /** Set products need stock. */
  readonly needsStock: boolean
  /** Units of each time span that are free for this visit alone: a change that this one replaces holds them. */
  readonly own: ReadonlyMap<number, number>
}

/**
 * The time span of a set product beside the new visit: the one that begins nearest to its old time, moved as the visit is;
 * with stock where it is needed. Of two as near the earlier one. Undefined: the set product is not offered then, or is sold out.
 */
export function placeOfSet(
  set: SetToPlace,
  offered: readonly OfferedSet[],
  { laterMs, needsStock, own }: NewVisit,
): number | undefined {
  const spans = offered.find(({ uuid }) => uuid === set.uuid)?.time_spans ?? []
  const wished = set.startsAtMs + laterMs
  const possible = spans
    .filter(
      ({ time_span_id, stock_count }) =>
        !needsStock ||
        time_span_id === set.timeSpanId ||
        stock_count + (own.get(time_span_id) ?? 0) >= set.quantity,
    )
    .map(({ time_span_id, from }) => ({ id: time_span_id, away: Math.abs(epochMsOf(from) - wished), from }))
    .toSorted((a, b) => a.away - b.away || a.from.localeCompare(b.from))
  return possible[0]?.id
}

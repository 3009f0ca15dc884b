import type { Calendar, CalendarTime } from '@kippu/contract/console/calendar'

/** A time as it was seen. */
export interface SeenTime extends CalendarTime {
  readonly date: string
  /** Its place among the products of the calendar. */
  readonly product: number
}

export interface CalendarActProps {
  readonly site: string
  readonly products: Calendar['products']
  /** As they were seen when the act was chosen. */
  readonly times: readonly SeenTime[]
  /** Those of the same ids as they are now, once they have been read again. */
  readonly readAgain: () => Promise<readonly SeenTime[]>
  readonly onClose: () => void
  /** It is done: the next press chooses anew. */
  readonly onDone: () => void
}

export function timesOf({ days }: Calendar): readonly SeenTime[] {
  return days.flatMap(({ date, product, times }) => times.map(time => ({ ...time, date, product })))
}

export interface Figures {
  readonly times: number
  readonly stopped: number
  readonly capacity: number
  readonly taken: number
  readonly held: number
  readonly sold: number
  /** For channels, and not sold to them yet. */
  readonly kept: number
}

export function figuresOf(times: readonly CalendarTime[]): Figures {
  const sum = (of: (time: CalendarTime) => number): number =>
    times.reduce((total, time) => total + of(time), 0)
  const [taken, held] = [sum(time => time.taken), sum(time => time.held)]
  return {
    times: times.length,
    stopped: times.filter(time => time.is_stopped).length,
    capacity: sum(time => time.capacity),
    taken,
    held,
    kept: sum(time => time.kept),
    // One whose hold has ended is not sold, and not counted as held by the next read.
    sold: Math.max(0, taken - held),
  }
}

/** `84+6/120`: sold, held, and the capacity. */
export function figuresText({ sold, held, capacity }: Figures): string {
  return held === 0 ? `${sold}/${capacity}` : `${sold}+${held}/${capacity}`
}

/** The days that times lie on, both included, and their product where they have one. */
export function daysOf(
  times: readonly SeenTime[],
  products: Calendar['products'],
): { readonly from: string; readonly to: string; readonly product: string | null } {
  const dates = times.map(({ date }) => date).toSorted()
  const [first] = times
  const isOne = times.every(({ product }) => product === first?.product)
  return {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    product: isOne ? (products[first?.product ?? -1]?.uuid ?? null) : null,
  }
}

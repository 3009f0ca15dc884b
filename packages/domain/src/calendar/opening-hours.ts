import { addDays, type IsoDate, jstDateOf, jstIso, timeOf, weekdayOf } from '../jst-date.ts'
import type { BookingType } from '../states/ticket.ts'
import { type Span, visitKindOf } from '../visit-time.ts'

/** From when to when a house is open on a day, `HH:mm`; midnight at its end is `24:00`. */
export interface OpenHours {
  readonly from: string
  readonly to: string
}

/** Days on which other hours count than on their weekdays. */
export interface HoursException {
  /** `yyyy-MM-dd`, or `MM-dd` for the same days of each year; the last day is included. */
  readonly from: string
  readonly to: string
  /** Empty: closed. */
  readonly hours: readonly OpenHours[]
}

/** When a house is open. */
export interface OpeningHours {
  /** By weekday, Sunday first; an empty list is a day on which it is closed. */
  readonly week: ReadonlyArray<readonly OpenHours[]>
  /** So long before the house closes nobody is let in any more; null where entry ends with the hours. */
  readonly lastEntryMinutes: number | null
  /** The first that has a day counts. */
  readonly exceptions: readonly HoursException[]
}

/** Hours as they are told: with the last entry, `HH:mm`, or null where it says nothing. */
export interface ToldHours extends OpenHours {
  readonly lastEntry: string | null
}

/** How far the next open day is looked for, in days. */
const MOST_DAYS_AHEAD = 60

/** The hours of a house on a day, in order; empty where it is closed. */
export function hoursOn(opening: OpeningHours, day: IsoDate): readonly ToldHours[] {
  const exception = opening.exceptions.find(one => isWithin(one, day))
  const hours = exception?.hours ?? opening.week[weekdayOf(day)] ?? []
  return hours.map(open => ({ ...open, lastEntry: lastEntryOf(opening, open) }))
}

/** Whether a time of a day lies within hours from its begin to its end. */
export function isWithinHours(hours: readonly OpenHours[], { from, to }: OpenHours): boolean {
  const end = to === '00:00' ? '24:00' : to
  return hours.some(open => open.from <= from && end <= open.to)
}

function isWithin({ from, to }: HoursException, day: IsoDate): boolean {
  const asked = from.length === day.length ? day : day.slice('yyyy-'.length)
  // Days around the end of a year: from 12-29 to 01-03.
  return from <= to ? from <= asked && asked <= to : from <= asked || asked <= to
}

function lastEntryOf({ lastEntryMinutes }: OpeningHours, { from, to }: OpenHours): string | null {
  const last = lastEntryMinutes === null ? 0 : minutesOf(to) - lastEntryMinutes
  return last > minutesOf(from) ? clockOf(last) : null
}

/** Today at a house: its hours while any of them lie ahead, and else when it opens next. */
export type Today =
  | { readonly kind: 'open'; readonly hours: readonly ToldHours[] }
  /** `closed` all day, or `over`. Null where no day of the next weeks is open. */
  | { readonly kind: 'closed' | 'over'; readonly next: OpenDay | null }

interface OpenDay {
  readonly day: IsoDate
  readonly hours: readonly ToldHours[]
}

/** @param nowMs ms since 1970: the day is the one that it is in Japan. */
export function todayAt(opening: OpeningHours, nowMs: number): Today {
  const today = jstDateOf(nowMs)
  const hours = hoursOn(opening, today)
  const now = timeOf(jstIso(nowMs))
  if (hours.some(({ to }) => now < to)) return { kind: 'open', hours }
  return { kind: hours.length === 0 ? 'closed' : 'over', next: nextOpenDay(opening, today) }
}

function nextOpenDay(opening: OpeningHours, today: IsoDate): OpenDay | null {
  for (let ahead = 1; ahead <= MOST_DAYS_AHEAD; ahead++) {
    const day = addDays(today, ahead)
    const hours = hoursOn(opening, day)
    if (hours.length > 0) return { day, hours }
  }
  return null
}

/**
 * The hours that a visitor of a product has on a day. The spans that are sold win: a ticket for a day has its own hours, and slots that do
 * not lie within those of the house are open all the same. A pass has those of the house.
 *
 * @param spans of the product on that day.
 */
export function visitHoursOn(
  opening: OpeningHours,
  day: IsoDate,
  { type, spans }: { readonly type: BookingType; readonly spans: readonly Span[] },
): readonly ToldHours[] {
  const house = hoursOn(opening, day)
  const sold = spans.map(span => ({ from: timeOf(span.from), to: endOf(span, day) }))
  switch (visitKindOf(type)) {
    case 'period':
      return house
    case 'slot':
      return sold.every(slot => house.some(hours => lies(slot, hours))) ? house : around(house, sold)
    case 'day':
      return sold.length === 0 ? house : around(house, sold)
  }
}

/** An end on another day is midnight: the hours are those of one day. */
function endOf({ to }: Span, day: IsoDate): string {
  return to.startsWith(day) ? timeOf(to) : '24:00'
}

function lies(inner: OpenHours, outer: OpenHours): boolean {
  return outer.from <= inner.from && inner.to <= outer.to
}

/** From the first begin to the last end. Where the house closes at that time too, its last entry counts. */
function around(house: readonly ToldHours[], sold: readonly OpenHours[]): readonly ToldHours[] {
  const from = sold.map(span => span.from).toSorted()[0]
  const to = sold
    .map(span => span.to)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) return []
  const isOfWholeDay = from === '00:00' && to >= '23:59'
  if (isOfWholeDay) return house
  const closing = house.find(hours => hours.to === to)?.lastEntry ?? ''
  return [{ from, to, lastEntry: closing > from ? closing : null }]
}

/** `05:00-09:30, 19:00-22:00` as hours; undefined for anything else. Each begins after the one before has ended. */
export function parseOpenHours(text: string): readonly OpenHours[] | undefined {
  const hours = text.split(/, ?/).map(part => HOURS.exec(part))
  const parsed = hours.flatMap(match => {
    const [, from = '', to = ''] = match ?? []
    return from < to ? [{ from, to }] : []
  })
  const isOrdered = parsed.every(({ from }, at) => from > (parsed[at - 1]?.to ?? ''))
  return parsed.length === hours.length && isOrdered ? parsed : undefined
}

const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function clockOf(minutes: number): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

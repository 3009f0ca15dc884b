import { addDays, epochMsOf, jstIso } from './jst-date.ts'
import type { IsoDate } from './jst-date.ts'
import { hoursIn } from './visit-time.ts'
import type { VisitTime } from './visit-time.ts'

/** A visit as an entry of the visitor's calendar. */
export interface CalendarEntry {
  /** The same for all times of one visit, so that a calendar replaces an entry instead of adding one. */
  readonly uid: string
  /** How often the visit was moved: a calendar keeps the entry with the highest. */
  readonly sequence: number
  /** In ms since 1970. */
  readonly writtenAt: number
  readonly visitTime: VisitTime
  readonly summary: string
  readonly location: string
  readonly description: string
  readonly url: string
}

const MOST_OCTETS = 75

const ZONE = 'Asia/Tokyo'

/** A zone that is named has to be described (RFC 5545, 3.2.19). Japan has had no summer time since 1951. */
const JAPAN = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:JST',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/**
 * An iCalendar file (RFC 5545) with one entry. A time is written as the clocks of Japan have it, with their zone, so that the calendar of a
 * traveller shows where it is meant; a day without hours and a period are dates, which have none. Those and the hours of a day leave the
 * visitor free for other things.
 */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kippu//Tickets//EN',
    'METHOD:PUBLISH',
    ...zonesOf(entry.visitTime),
    'BEGIN:VEVENT',
    `UID:${textOf(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utcOf(entry.writtenAt)}`,
    ...timesOf(entry.visitTime),
    `SUMMARY:${textOf(entry.summary)}`,
    `LOCATION:${textOf(entry.location)}`,
    `DESCRIPTION:${textOf(entry.description)}`,
    `URL:${entry.url}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

/** The zones that the times of the entry name. */
function zonesOf(visitTime: VisitTime): readonly string[] {
  return hoursIn(visitTime) === null ? [] : JAPAN
}

function timesOf(visitTime: VisitTime): string[] {
  const hours = hoursIn(visitTime)
  const times =
    hours === null
      ? datesOf(visitTime)
      : [
          `DTSTART;TZID=${ZONE}:${japaneseOf(epochMsOf(hours.from))}`,
          `DTEND;TZID=${ZONE}:${japaneseOf(epochMsOf(hours.to))}`,
        ]
  return [...times, `TRANSP:${takesTheTime(visitTime) ? 'OPAQUE' : 'TRANSPARENT'}`]
}

/** Whether nothing else can be done in the hours of the visit. */
function takesTheTime({ kind }: VisitTime): boolean {
  switch (kind) {
    case 'slot':
      return true
    case 'day':
    case 'period':
      return false
  }
}

/** The end of an entry is the first day after it. */
function datesOf(visitTime: VisitTime): string[] {
  const [first, last] =
    'firstDay' in visitTime ? [visitTime.firstDay, visitTime.lastDay] : [visitTime.day, visitTime.day]
  return [`DTSTART;VALUE=DATE:${digitsOf(first)}`, `DTEND;VALUE=DATE:${digitsOf(addDays(last, 1))}`]
}

function digitsOf(date: IsoDate): string {
  return date.replaceAll('-', '')
}

/** Japan is so far ahead of UTC. */
const JST_AHEAD_MS = 9 * 3_600_000

function utcOf(epochMs: number): string {
  return `${japaneseOf(epochMs - JST_AHEAD_MS)}Z`
}

function japaneseOf(epochMs: number): string {
  return jstIso(epochMs).slice(0, 'yyyy-MM-ddTHH:mm:ss'.length).replaceAll(/[-:]/g, '')
}

/** Commas, semicolons and backslashes have a meaning of their own; a new line is written as `\n`. */
function textOf(text: string): string {
  return text.replaceAll(/[\\;,]/g, character => `\\${character}`).replaceAll(/\r\n?|\n/g, '\\n')
}

/** Lines of 75 octets at most, each further one after a blank; no character is cut. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > MOST_OCTETS) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x1_0000 ? 3 : 4
}

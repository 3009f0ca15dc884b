import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { calendarFile, type CalendarEntry } from './calendar-file.ts'
import { epochMsOf } from './jst-date.ts'
import { visitTimeOf } from './visit-time.ts'

const ENTRY: CalendarEntry = {
  uid: 'ABCDEFGH23.demo@kippu',
  sequence: 0,
  writtenAt: epochMsOf('2026-11-24T18:05:07+09:00'),
  visitTime: visitTimeOf('time', { from: '2026-12-01T08:30:00+09:00', to: '2026-12-01T09:00:00+09:00' }),
  summary: '光の森',
  location: '灯森ミュージアム',
  description: '大人 × 2',
  url: 'https://tickets.example/tickets/#/id/rsv_1',
}

/** What a calendar reads: names with their parameters, and values without escapes (RFC 5545, 3.1 and 3.3.11). */
function read(file: string): ReadonlyMap<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  return new Map(
    lines.map(line => {
      const colon = line.indexOf(':')
      const value = line
        .slice(colon + 1)
        .replaceAll(/\\([\\;,nN])/g, (_, c: string) => (c.toLowerCase() === 'n' ? '\n' : c))
      return [line.slice(0, colon), value]
    }),
  )
}

const octets = (text: string): number => new TextEncoder().encode(text).length

describe('a calendar file (RFC 5545)', () => {
  test('is this file for an entry window in the morning of Japan, with the zone of Japan', () => {
    expect(calendarFile(ENTRY).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kippu//Tickets//EN',
      'METHOD:PUBLISH',
      'BEGIN:VTIMEZONE',
      'TZID:Asia/Tokyo',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
      'TZNAME:JST',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:ABCDEFGH23.demo@kippu',
      'SEQUENCE:0',
      'DTSTAMP:20261124T090507Z',
      'DTSTART;TZID=Asia/Tokyo:20261201T083000',
      'DTEND;TZID=Asia/Tokyo:20261201T090000',
      'TRANSP:OPAQUE',
      'SUMMARY:光の森',
      'LOCATION:灯森ミュージアム',
      'DESCRIPTION:大人 × 2',
      'URL:https://tickets.example/tickets/#/id/rsv_1',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test.each([
    ['date', '2026-12-02T09:00:00+09:00', ['20261201', '20261202']],
    ['period', '2026-12-31T18:00:00+09:00', ['20261201', '20270101']],
    ['period', '2027-01-01T00:00:00+09:00', ['20261201', '20270101']],
  ] as const)('a visit by %s to %s has dates; the end is the day after', (type, to, days) => {
    const visitTime = visitTimeOf(type, { from: '2026-12-01T09:00:00+09:00', to })
    const file = read(calendarFile({ ...ENTRY, visitTime }))
    expect([file.get('DTSTART;VALUE=DATE'), file.get('DTEND;VALUE=DATE')]).toEqual(days)
    expect(file.has('DTSTART')).toBe(false)
  })

  test.each([
    ['time', '2026-12-01T09:30:00+09:00', '20261201T093000', 'OPAQUE'],
    ['date', '2026-12-01T21:30:00+09:00', '20261201T213000', 'TRANSPARENT'],
    ['date', '2026-12-02T02:00:00+09:00', '20261202T020000', 'TRANSPARENT'],
  ] as const)(
    'a visit by %s to %s has its hours; a day leaves time for others',
    (type, to, end, transparency) => {
      const visitTime = visitTimeOf(type, { from: '2026-12-01T09:00:00+09:00', to })
      const file = read(calendarFile({ ...ENTRY, visitTime }))
      expect(file.get('DTSTART;TZID=Asia/Tokyo')).toBe('20261201T090000')
      expect(file.get('DTEND;TZID=Asia/Tokyo')).toBe(end)
      expect([file.get('TRANSP'), file.get('TZID')]).toEqual([transparency, 'Asia/Tokyo'])
    },
  )

  test('keeps its id when the visit moves, and has a higher sequence', () => {
    const before = read(calendarFile(ENTRY))
    const after = read(calendarFile({ ...ENTRY, sequence: 1 }))
    expect(after.get('UID')).toBe(before.get('UID'))
    expect([before.get('SEQUENCE'), after.get('SEQUENCE')]).toEqual(['0', '1'])
  })

  test('any words come back as they were, in lines of 75 octets at most', () => {
    const words = fc
      .string({ unit: 'grapheme', maxLength: 300, size: 'max' })
      .map(text => text.replaceAll(/[\r\n]/g, '\n'))
    fc.assert(
      fc.property(words, words, (summary, description) => {
        const file = calendarFile({ ...ENTRY, summary, description })
        for (const line of file.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        const got = read(file)
        expect([got.get('SUMMARY'), got.get('DESCRIPTION')]).toEqual([summary, description])
      }),
    )
  })
})

import {
  type HoursException,
  type OpenHours,
  type OpeningHours,
  parseOpenHours,
} from '@kippu/domain/calendar/opening-hours'
import type { Weekday } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'

import type { Spoken, Visiting } from './site.ts'

/** As `site.json` names the days of the week. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

type WeekdayName = (typeof WEEKDAYS)[number]

/** Hours are written `10:00-18:00`, or `05:00-09:30, 19:00-24:00`; null is closed. */
export type VisitingDefinition = Partial<Omit<Visiting, 'opening' | 'quietHours'>> & {
  readonly hours?: Readonly<Record<WeekdayName, string | null>>
  readonly lastEntryMinutes?: number
  readonly exceptions?: ReadonlyArray<Pick<HoursException, 'from' | 'to'> & { readonly hours: string | null }>
  readonly quietHours?: { readonly days: readonly WeekdayName[]; readonly hours: string }
}

/** Fills in what a site does not say. Everything is optional: a site without any of it has a page with its address and its contact. */
export function visitingOf({
  hours,
  lastEntryMinutes,
  exceptions,
  quietHours,
  ...said
}: VisitingDefinition): Visiting {
  const opening: OpeningHours | null =
    hours === undefined
      ? null
      : {
          week: WEEKDAYS.map(day => hoursOf(hours[day])),
          lastEntryMinutes: lastEntryMinutes ?? null,
          exceptions: (exceptions ?? []).map(({ from, to, hours }) => ({ from, to, hours: hoursOf(hours) })),
        }
  return {
    map: null,
    nearest: null,
    ways: [],
    parking: null,
    minutes: null,
    signs: {},
    accessNote: null,
    questions: [],
    groups: null,
    ...said,
    opening,
    quietHours: quietHours === undefined ? null : quietOf(quietHours),
  }
}

function quietOf({ days, hours }: NonNullable<VisitingDefinition['quietHours']>): Visiting['quietHours'] {
  return { weekdays: days.map(weekdayOf), hours: hoursOf(hours) }
}

function weekdayOf(name: WeekdayName): Weekday {
  const numbers = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 } as const
  return numbers[name]
}

/** @throws for hours that `site.json` may not have. */
function hoursOf(written: string | null): readonly OpenHours[] {
  if (written === null) return []
  const hours = parseOpenHours(written)
  if (hours === undefined) throw new Error(`not hours: ${written}`)
  return hours
}

/** Words and the language that they are in. */
export interface Said {
  readonly text: string
  readonly lang: Language
}

/** The words in a language; in English where they lack it. */
export function sayIn(words: Spoken, lang: Language): Said {
  const text = words[lang]
  return text === undefined ? { text: words.en, lang: 'en' } : { text, lang }
}

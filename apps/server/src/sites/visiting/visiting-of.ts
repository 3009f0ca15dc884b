import type { Answer } from '@kippu/contract/call'
import type { getVisiting } from '@kippu/contract/visiting'
import type { OpeningHours } from '@kippu/domain/calendar/opening-hours'
import type { Language } from '@kippu/domain/language'
import type { Site, Spoken } from '@kippu/sites/site'
import { type Said, sayIn } from '@kippu/sites/visiting'

import type { Words } from '../words.ts'
import { mapOf } from './map-of.ts'

/** The page of a house in one language. */
export function visitingOf(site: Site, lang: Language, words: Words): Answer<typeof getVisiting> {
  const { visiting, address } = site
  const { quietHours } = visiting
  const say = (spoken: Spoken): Said => sayIn(spoken, lang)
  return {
    address: address[lang],
    map_url: mapOf(site, lang),
    opening: visiting.opening && openingOf(visiting.opening),
    nearest: nearestOf(site, lang, words),
    ways: visiting.ways.map(say),
    parking: visiting.parking && say(visiting.parking),
    minutes: visiting.minutes,
    signs: visiting.signs,
    quiet_hours: quietHours && { weekdays: [...quietHours.weekdays], hours: [...quietHours.hours] },
    access_note: visiting.accessNote && say(visiting.accessNote),
    questions: visiting.questions.map(({ question, answer }) => ({
      question: say(question),
      answer: say(answer),
    })),
    groups: visiting.groups && say(visiting.groups),
  }
}

function openingOf({
  week,
  lastEntryMinutes,
  exceptions,
}: OpeningHours): Answer<typeof getVisiting>['opening'] {
  return {
    week: week.map(hours => [...hours]),
    lastEntryMinutes,
    exceptions: exceptions.map(({ from, to, hours }) => ({ from, to, hours: [...hours] })),
  }
}

/** The way from the nearest stop or town, in one line; null where the house does not say. */
export function nearestOf(
  { visiting: { nearest } }: Pick<Site, 'visiting'>,
  lang: Language,
  words: Words,
): string | null {
  if (nearest === null) return null
  const { place, minutes, by } = nearest
  return words(`visiting_by_${by}`, { place: sayIn(place, lang).text, minutes })
}

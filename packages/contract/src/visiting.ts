import { isIsoDate } from '@kippu/domain/jst-date'
import { VISITING_SIGNS } from '@kippu/domain/visiting'
import * as v from 'valibot'

import { call } from './call.ts'
import { askedLanguage, language } from './shapes.ts'

/** The page of a house for guests who have not come yet. */

const said = v.pipe(
  v.object({
    text: v.pipe(v.string(), v.description('The words.')),
    lang: v.pipe(
      language,
      v.description('The language that they are in: English where the house has no others.'),
    ),
  }),
  v.title('Said'),
)
export type Said = v.InferOutput<typeof said>

const clock = v.pipe(
  v.string(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'clock'),
  v.description('A time of the day in Japan, `HH:mm`; `24:00` is midnight at its end.'),
  v.examples(['10:00']),
)

const openHours = v.pipe(
  v.object({
    from: v.pipe(clock, v.description('When the house opens.')),
    to: v.pipe(clock, v.description('When it closes.')),
  }),
  v.title('OpenHours'),
)

const hoursOfDay = v.array(openHours)

const exceptionDay = v.pipe(
  v.string(),
  v.check(text => isIsoDate(text) || /^\d\d-\d\d$/.test(text), 'date'),
  v.description('A day, `yyyy-MM-dd`; `MM-dd` is that day of each year.'),
)

const opening = v.pipe(
  v.object({
    week: v.pipe(
      v.array(hoursOfDay),
      v.length(7),
      v.description('The hours by weekday, Sunday first; an empty list where it is closed.'),
    ),
    lastEntryMinutes: v.pipe(
      v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      v.description(
        'So long before it closes nobody is let in any more; null where entry ends with the hours.',
      ),
    ),
    exceptions: v.pipe(
      v.array(
        v.object({
          from: v.pipe(exceptionDay, v.description('The first day.')),
          to: v.pipe(exceptionDay, v.description('The last day.')),
          hours: v.pipe(hoursOfDay, v.description('The hours of these days; an empty list is closed.')),
        }),
      ),
      v.description('Days with other hours; the first that has a day counts.'),
    ),
  }),
  v.title('OpeningHours'),
)

const signs = v.pipe(
  v.object({
    setting: v.optional(
      v.pipe(v.picklist(VISITING_SIGNS.setting), v.description('In a building or outdoors.')),
    ),
    photographs: v.optional(
      v.pipe(v.picklist(VISITING_SIGNS.photographs), v.description('Whether guests may take photographs.')),
    ),
    cloakroom: v.optional(v.pipe(v.picklist(VISITING_SIGNS.cloakroom), v.description('Where bags go.'))),
    lift: v.optional(v.pipe(v.picklist(VISITING_SIGNS.lift), v.description('Whether there is a lift.'))),
    wheelchair: v.optional(
      v.pipe(v.picklist(VISITING_SIGNS.wheelchair), v.description('How much is free of steps.')),
    ),
    pushchair: v.optional(
      v.pipe(v.picklist(VISITING_SIGNS.pushchair), v.description('Where pushchairs may go.')),
    ),
    dogs: v.optional(v.pipe(v.picklist(VISITING_SIGNS.dogs), v.description('Which dogs may come in.'))),
    flashing: v.optional(
      v.pipe(v.picklist(VISITING_SIGNS.flashing), v.description('Whether strong light flashes.')),
    ),
  }),
  v.description('What it says in signs; one that it does not answer is left out.'),
)

const visiting = v.pipe(
  v.object({
    address: v.pipe(v.string(), v.description('Where the house is.')),
    map_url: v.pipe(v.string(), v.description('A map of it.')),
    opening: v.pipe(v.nullable(opening), v.description('When it is open; null where it does not say.')),
    nearest: v.pipe(
      v.nullable(v.string()),
      v.description('The way from the nearest stop or town, in one line; null where it does not say.'),
    ),
    ways: v.pipe(v.array(said), v.description('Ways to come.')),
    parking: v.pipe(v.nullable(said), v.description('Where cars stand.')),
    minutes: v.pipe(
      v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      v.description('How long most visits last, in minutes.'),
    ),
    signs,
    quiet_hours: v.pipe(
      v.nullable(
        v.object({
          weekdays: v.pipe(
            v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(6))),
            v.description('Days of the week, 0 is Sunday.'),
          ),
          hours: v.pipe(hoursOfDay, v.description('The hours of these days.')),
        }),
      ),
      v.description('When it is quiet on purpose; null where there are no such hours.'),
    ),
    access_note: v.pipe(v.nullable(said), v.description('More about access.')),
    questions: v.pipe(
      v.array(
        v.object({
          question: v.pipe(said, v.description('What guests ask.')),
          answer: v.pipe(said, v.description('The answer.')),
        }),
      ),
      v.description('Questions and answers.'),
    ),
    groups: v.pipe(v.nullable(said), v.description('How groups and schools book.')),
  }),
  v.title('Visiting'),
)
export type VisitingGuide = v.InferOutput<typeof visiting>

export const getVisiting = call({
  method: 'GET',
  path: '/api/v1/visiting',
  summary: 'Hours, way and access of the house',
  description:
    'What the house tells its guests before they come. Words that it lacks in a language are in English.',
  query: v.strictObject({ lang: askedLanguage }),
  response: visiting,
  status: 200,
  errors: [],
  revalidated: true,
})

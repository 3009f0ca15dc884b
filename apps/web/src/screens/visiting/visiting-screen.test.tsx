import type { VisitingGuide } from '@kippu/contract/visiting'
import { VISITING_SIGNS } from '@kippu/domain/visiting'
import { textsOf } from '@kippu/texts/texts'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { createQueryClient } from '../../api/query-client.ts'
import { VisitingScreen } from './visiting-screen.tsx'

const DAY = [{ from: '10:00', to: '18:00' }]
const said = (text: string) => ({ text, lang: 'en' as const })

const FULL: VisitingGuide = {
  address: '1-1 Mizube',
  map_url: 'https://map.example/',
  opening: {
    week: [DAY, DAY, [], DAY, DAY, DAY, DAY],
    lastEntryMinutes: 60,
    exceptions: [
      { from: '12-29', to: '01-03', hours: [] },
      { from: '2027-01-04', to: '2027-01-04', hours: [{ from: '12:00', to: '18:00' }] },
    ],
  },
  nearest: '7 min walk from Tomori Station',
  ways: [said('By train')],
  parking: said('120 spaces'),
  minutes: 90,
  signs: { setting: 'both', lift: 'yes', dogs: 'assistance' },
  quiet_hours: { weekdays: [4], hours: [{ from: '10:00', to: '11:00' }] },
  access_note: said('Four wheelchairs'),
  questions: [{ question: said('Rain?'), answer: said('Open.') }],
  groups: said('Email us'),
}
const BARE: VisitingGuide = {
  ...FULL,
  opening: null,
  nearest: null,
  ways: [],
  parking: null,
  minutes: null,
  signs: {},
  quiet_hours: null,
  access_note: null,
  questions: [],
  groups: null,
}

async function open(guide: VisitingGuide, lang: 'en' | 'th' = 'en'): Promise<HTMLElement> {
  answerFetch({ 'GET /api/v1/visiting': guide })
  const { element } = render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <VisitingScreen />
    </QueryClientProvider>,
    buildFirstView({ lang, texts: textsOf(lang), today: '2026-12-02' }),
  )
  await eventually(() => expect(element.textContent).toContain(guide.address))
  return element
}

const textsIn = (element: HTMLElement, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) =>
    textContent.replaceAll('\u2060\u00A0', ' '),
  )

test('tells the hours of the week from its first day on, today marked, and the days soon with others', async () => {
  const element = await open(FULL)
  const usual = '10:00 - 18:00, last entry 17:00'
  expect(textsIn(element, 'dl div').slice(0, 9)).toEqual([
    `Mon${usual}`,
    'TueClosed',
    ...['Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(day => day + usual),
    'Wed, Dec 30 to Sun, Jan 3Closed',
    'Mon, Jan 412:00 - 18:00, last entry 17:00',
  ])
  expect(textsIn(element, '[data-today=true] dt')).toEqual(['Wed'])
})

test('tells the way, the signs, answers and groups', async () => {
  const element = await open(FULL)
  for (const words of [
    '7 min walk from Tomori Station',
    'By train',
    '120 spaces',
    'Rain?',
    'Open.',
    'Email us',
  ])
    expect(element.textContent).toContain(words)
  expect(textsIn(element, 'ul:has(svg) li')).toEqual([
    'Allow about 90 minutes',
    'Indoors and outdoors',
    'Lift',
    'Assistance dogs welcome',
    'Quiet hours Thu 10:00 - 11:00',
  ])
  expect(element.querySelector('a')?.getAttribute('href')).toBe('https://map.example/')
})

test('words in English are marked as such on a page in another language', async () => {
  const element = await open(FULL, 'th')
  expect(textsIn(element, 'span[lang=en]')).toContain('By train')
})

test('has its address, its rule and its contact where the house says nothing else', async () => {
  const element = await open(BARE)
  expect(textsIn(element, 'h2')).toEqual(['Getting here', 'Changes and cancellation', 'How to contact us'])
})

test('every answer of every sign has its words', () => {
  const texts = textsOf('ja')
  for (const [sign, answers] of Object.entries(VISITING_SIGNS))
    for (const answer of answers) expect(texts[`visiting_${sign}_${answer}`]).toBeTruthy()
})

import { fillTemplate } from '@kippu/domain/text-template'
import { TEXTS } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import type { Translate } from '../../i18n/texts.tsx'
import { choicesOf } from './field-choices.ts'

const t: Translate = (key, params) => fillTemplate(TEXTS[key].ja, params)
const SITE = { mailMagazine: true, teamlabMailMagazine: true }
const area = (residentArea: 'text' | 'prefectures_and_countries' | 'japan_and_others', lang: 'ja' | 'en') =>
  choicesOf('resident_area', { t, lang, signIn: { ...SITE, residentArea } })

test('thirteen ages in their order between "not selected" and "no answer" (R-3.53, R-3.54, D-25)', () => {
  const ages = choicesOf('age', { t, lang: 'ja', signIn: { ...SITE, residentArea: 'text' } })
  expect(ages).toHaveLength(15)
  expect(ages?.[0]?.value).toBe('')
  expect(ages?.[1]).toEqual({ value: '18-24', label: '18〜24歳' })
  expect(ages?.slice(-2).map(({ value }) => value)).toEqual(['80 and above', 'noSend'])
})

test('three genders after "not selected" (R-3.52)', () => {
  const genders = choicesOf('gender', { t, lang: 'ja', signIn: { ...SITE, residentArea: 'text' } })
  expect(genders?.map(({ value }) => value)).toEqual(['', 'male', 'female', 'no_answer'])
})

test('where buyers live is what the site asks for (R-3.45–3.47)', () => {
  expect(area('text', 'ja')).toBeNull()
  expect(area('prefectures_and_countries', 'ja')).toHaveLength(49)
  expect(area('prefectures_and_countries', 'en')).toHaveLength(201)
  expect(area('japan_and_others', 'ja')).toHaveLength(3)
})

test('a name is typed', () => {
  expect(choicesOf('fullname', { t, lang: 'ja', signIn: { ...SITE, residentArea: 'text' } })).toBeNull()
})

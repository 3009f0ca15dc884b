// @vitest-environment node
import type { SignInView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import { fillTemplate } from '@kippu/domain/text-template'
import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import type { Translate } from '../../i18n/texts.tsx'
import { answerWords, choicesOf, isOffered } from './field-choices.ts'

const SITE_TEXTS: Record<string, string> = {
  site_region_okinawa: '沖縄県内',
  site_region_other: '県外',
  site_question1_tv: 'テレビ',
}
const t: Translate = (key, params) => fillTemplate({ ...textsOf('ja'), ...SITE_TEXTS }[key] ?? '', params)
const { signIn } = buildFirstView().site

function choices(field: string, { isRequired = true, lang = 'ja', ...site }: Options = {}) {
  return choicesOf(field, isRequired, { t, lang, signIn: { ...signIn, ...site } })
}
type Options = Partial<SignInView> & { readonly isRequired?: boolean; readonly lang?: Language }

const valuesOf = (field: string, options?: Options) => choices(field, options)?.map(({ value }) => value)

test('age is a list of thirteen bands in their order after "not selected" (R-3.20, R-3.53, R-3.54, R-9.18)', () => {
  const ages = choices('age')
  expect(ages).toHaveLength(14)
  expect(ages?.slice(0, 2)).toEqual([
    { value: '', label: t('common_select') },
    { value: '18-24', label: '18〜24歳' },
  ])
  expect(ages?.at(-1)).toEqual({ value: '80 and above', label: '80歳以上' })
})

test('an optional list offers "no answer", a required one does not (D-25, R-5.07, R-5.08)', () => {
  expect(valuesOf('age', { isRequired: false })?.at(-1)).toBe('noSend')
  expect(valuesOf('resident_area', { isRequired: false, residentArea: 'prefectures' })?.at(-1)).toBe('noSend')
  expect(valuesOf('age')).not.toContain('noSend')
})

test.each([true, false])('three genders after "not selected", required %s (R-3.52, R-5.06)', isRequired => {
  expect(valuesOf('gender', { isRequired })).toEqual(['', 'male', 'female', 'no_answer'])
})

test.each([
  ['text', 'ja', null],
  ['text', 'en', null],
  ['prefectures', 'ja', 48],
  ['prefectures', 'en', null],
  ['prefectures_and_countries', 'ja', 48],
  ['prefectures_and_countries', 'en', 200],
  ['japan_and_others', 'ja', 2],
  ['japan_and_others', 'th', 2],
  ['japan_and_others', 'en', 200],
] as const)(
  'a site set to %s shows in %s a list of %s (R-3.45–3.47, R-9.17)',
  (residentArea, lang, count) => {
    const areas = choices('resident_area', { residentArea, lang })
    expect(areas === null ? null : areas.length - 1).toBe(count)
  },
)

test('a regional list has the entries of its site in its words (R-3.48)', () => {
  const regions = choices('resident_area', { residentArea: 'regional', regions: ['okinawa', 'other'] })
  expect(regions?.slice(1)).toEqual([
    { value: 'okinawa', label: '沖縄県内' },
    { value: 'other', label: '県外' },
  ])
})

test('the first question has the answers of its site, and is typed where the site has none (R-3.51)', () => {
  expect(choices('questionnaire1', { question1: ['tv'] })?.[1]).toEqual({ value: 'tv', label: 'テレビ' })
  expect(choices('questionnaire1')).toBeNull()
})

test.each(['fullname', 'email', 'phone', 'address', 'questionnaire2', 'questionnaire3'])(
  '%s is typed (R-3.20)',
  field => expect(choices(field)).toBeNull(),
)

test('an answer is shown in the words of the form; one that its lists do not offer is not among its choices', () => {
  const context = { t, lang: 'ja', signIn: { ...signIn, residentArea: 'prefectures' } } as const
  expect(answerWords({ key: 'resident_area', value: 'Tokyo' }, context)).toBe('東京都')
  expect(answerWords({ key: 'fullname', value: '山田' }, context)).toBe('山田')
  expect(isOffered({ key: 'resident_area', value: 'France' }, context)).toBe(false)
  expect(isOffered({ key: 'fullname', value: '山田' }, context)).toBe(true)
})

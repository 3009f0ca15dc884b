import { LANGUAGES } from '@kippu/domain/language'
import { expect, test } from 'vitest'

import { COUNTRIES_EN } from './countries-en.ts'
import { japanAndOthers } from './japan-and-others.ts'
import { PREFECTURES } from './prefectures.ts'

const valuesOf = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value)

test('48 areas of Japan: 北海道 first, 沖縄県 47th, その他 last (R-3.46)', () => {
  expect(PREFECTURES).toHaveLength(48)
  expect([PREFECTURES[0], PREFECTURES[46], PREFECTURES[47]].map(area => area?.label)).toEqual([
    '北海道',
    '沖縄県',
    'その他',
  ])
  expect(new Set(valuesOf(PREFECTURES)).size).toBe(48)
  expect(new Set(PREFECTURES.map(({ label }) => label)).size).toBe(48)
})

test('the English list of countries has exactly 200 entries, each once (R-3.55, D-49)', () => {
  expect(COUNTRIES_EN).toHaveLength(200)
  expect(new Set(valuesOf(COUNTRIES_EN)).size).toBe(200)
})

test('it is in alphabetical order except for the last four (R-3.56)', () => {
  const states = valuesOf(COUNTRIES_EN).slice(0, 196)
  expect(states).toEqual(states.toSorted(new Intl.Collator('en').compare))
  expect(valuesOf(COUNTRIES_EN).slice(-4)).toEqual(['North Korea', 'Palestine', 'Taiwan', 'Others'])
})

test('Japan is shown in both languages (R-3.57)', () => {
  expect(COUNTRIES_EN.find(({ value }) => value === 'Japan')?.label).toBe('Japan / 日本')
})

test('the short list offers Japan and Others in every language, with values of the long one (R-3.47)', () => {
  for (const lang of LANGUAGES) {
    expect(valuesOf(japanAndOthers(lang))).toEqual(['Japan', 'Others'])
    expect(new Set(japanAndOthers(lang).map(({ label }) => label)).size).toBe(2)
  }
  expect(valuesOf(COUNTRIES_EN)).toEqual(expect.arrayContaining(['Japan', 'Others']))
})

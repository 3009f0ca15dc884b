import { describe, expect, test } from 'vitest'
import { LANGUAGES, bcp47Of, chooseLanguage, isLanguage, languageOfTag, localeOf } from './language.ts'

describe('isLanguage (D-12)', () => {
  test('accepts exactly the six codes of the store', () => {
    expect(LANGUAGES).toEqual(['ja', 'en', 'kr', 'zh-hans', 'zh-hant', 'th'])
    for (const language of LANGUAGES) expect(isLanguage(language)).toBe(true)
  })

  test.each(['ko', 'fr', 'JA', 'zh', 'ja ', '', null, undefined, 0, ['ja']])('refuses %j', x => {
    expect(isLanguage(x)).toBe(false)
  })
})

test.each([
  ['ja', 'ja_JP', 'R-9.22'],
  ['en', 'en_US', 'R-9.23'],
  ['zh-hans', 'zh_CN', 'R-9.24'],
  ['zh-hant', 'zh_TW', 'R-9.25'],
  ['kr', 'ko-KR', 'R-9.26'],
  ['th', 'en_US', 'R-9.27'],
  ['xx', 'en_US', 'R-9.27'],
  ['constructor', 'en_US', 'R-9.27'],
  [undefined, 'en_US', 'R-9.27'],
])('the provider locale of %s is %s (%s)', (lang, locale, _row) => {
  expect(localeOf(lang)).toBe(locale)
})

test('every language has a tag that Intl knows (D-12)', () => {
  expect(LANGUAGES.map(bcp47Of)).toEqual(['ja', 'en', 'ko', 'zh-Hans', 'zh-Hant', 'th'])
  for (const language of LANGUAGES) expect(Intl.getCanonicalLocales(bcp47Of(language))).toHaveLength(1)
})

test('a tag of others is the language that is written so, or none', () => {
  const tags = ['ja-JP', 'en', 'en-GB', 'ko', 'zh', 'zh-CN', 'zh-TW', 'zh-HK', 'th-TH', 'fr', '', 'a b', '\0']
  expect(tags.map(languageOfTag)).toEqual([
    'ja',
    'en',
    'en',
    'kr',
    'zh-hans',
    'zh-hans',
    'zh-hant',
    'zh-hant',
    'th',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

describe('chooseLanguage (D-14)', () => {
  test.each([
    ['a stored language is kept', { stored: 'kr', defaultLanguage: 'en' }, { language: 'kr', reload: false }],
    [
      'an unsupported one falls back to the default (R-5.01)',
      { stored: 'fr', defaultLanguage: 'en' },
      { language: 'en', reload: false },
    ],
    [
      'an unsupported one without a default is Japanese',
      { stored: 'fr', defaultLanguage: undefined },
      { language: 'ja', reload: false },
    ],
    [
      'a first visit takes the default and reloads (R-5.02, R-5.03)',
      { stored: null, defaultLanguage: 'en' },
      { language: 'en', reload: true },
    ],
    [
      'a first visit in Japanese does not reload (R-5.03)',
      { stored: null, defaultLanguage: 'ja' },
      { language: 'ja', reload: false },
    ],
    [
      'a first visit is Japanese when the list cannot be read',
      { stored: undefined, defaultLanguage: undefined },
      { language: 'ja', reload: false },
    ],
    [
      'a default that is not a language of the store is Japanese',
      { stored: null, defaultLanguage: 'de' },
      { language: 'ja', reload: false },
    ],
  ])('%s', (_, remembered, chosen) => {
    expect(chooseLanguage(remembered)).toEqual(chosen)
  })

  test('reloads once only: after the reload the language is stored', () => {
    const first = chooseLanguage({ stored: null, defaultLanguage: 'th' })
    expect(chooseLanguage({ stored: first.language, defaultLanguage: 'th' }).reload).toBe(false)
  })
})

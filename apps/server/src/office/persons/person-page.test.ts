import { LANGUAGES } from '@kippu/domain/language'
import { expect, test } from 'vitest'

import { HELD_PARTS } from './held-data.ts'
import { personPage } from './person-page.ts'
import { personTexts } from '@kippu/texts/person'

const pageOf = (...langs: readonly string[]) =>
  personPage({
    site: 'demo',
    at: Date.parse('2026-12-01T00:00:00Z'),
    addresses: ['{at}<b>@x.example'],
    held: [
      {
        part: 'orders',
        rows: langs.map((lang, day) => ({
          lang,
          created_at: `2026-11-0${9 - day}`,
          email: 'a@x.example',
          version: 3,
        })),
      },
    ],
  })

test.each(LANGUAGES)('the page for a person is in the language of their newest order: %s', lang => {
  const page = pageOf(lang, 'ja', 'en')
  expect(page).toContain(personTexts.orders[lang])
  expect(page).toContain(`<dt>${personTexts.email[lang]}</dt>`)
  // Nothing that they gave is taken for a place of a word, or for a tag.
  expect(page).toContain('{at}&#60;b&#62;@x.example')
  expect(page).toContain('<dt>version</dt>')
})

test('every kind of thing that is held has a name in it', () => {
  expect(Object.keys(HELD_PARTS).filter(part => !Object.hasOwn(personTexts, part))).toEqual([])
  expect(personPage({ site: 'demo', at: 0, addresses: [], held: [] })).toContain(
    personTexts.without_address.ja,
  )
})

import { expect, test } from 'vitest'

import { shownLanguage } from './shown-language.ts'

test.each([
  ['en', 'th', 'en'],
  ['xx', 'th', 'th'],
  [undefined, 'th', 'th'],
  [undefined, 'xx', 'ja'],
])('asked for %s after an order in %s it shows %s', (asked, ordered, shown) => {
  expect(shownLanguage(asked, ordered)).toBe(shown)
})

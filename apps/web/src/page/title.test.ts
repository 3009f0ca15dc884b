import { LANGUAGES } from '@kippu/domain/language'
import { expect, test } from 'vitest'

import { titleOf } from './title.ts'

test('R-2.71: Japanese has its own title, every other language the default one', () => {
  const title = { ja: 'チケット', default: 'Tickets' }
  expect(LANGUAGES.map(lang => titleOf({ title }, lang))).toEqual([
    'チケット',
    ...Array.from({ length: 5 }, () => 'Tickets'),
  ])
})

// @vitest-environment node
import { expect, test } from 'vitest'

import { firstTexts } from './texts.tsx'

const view = { lang: 'en', texts: { common_ok: 'OK' } } as const

test('the words of the document are the first words in its own language (R-2.86)', () => {
  expect(firstTexts(view, 'en')).toEqual({ common_ok: 'OK' })
})

test('in another language the document has no words: nobody reads a language they did not ask for (R-2.86)', () => {
  expect(firstTexts(view, 'ja')).toEqual({})
})

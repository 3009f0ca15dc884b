import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { ChangeUrlScreen } from './change-url-screen.tsx'

test.each(LANGUAGES)('R-2.81: a link from before a date change says so in %s', lang => {
  const texts = textsOf(lang)
  const { element } = render(<ChangeUrlScreen />, buildFirstView({ lang, texts }))
  expect(element.querySelector('h1')?.textContent).toBe(texts['change_url_title'])
  expect(element.textContent).toContain(texts['change_url_message'])
  const links = [...element.querySelectorAll('a')].map(link => link.getAttribute('href'))
  expect(links.slice(0, 2)).toEqual(['#/reservation-inquiry', '#/order'])
  // Whom to ask.
  expect(links).toHaveLength(4)
})

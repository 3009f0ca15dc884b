import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { WayIn } from './way-in.tsx'

const SITE = { site_seller: 'Club', site_phone: '0551-00-0015', site_email: 'club@balcony.example' }

function open(missing: 'token' | 'product', lang: (typeof LANGUAGES)[number], settings = {}) {
  const texts: Readonly<Record<string, string>> = { ...textsOf(lang), ...SITE }
  const { element } = render(<WayIn missing={missing} />, buildFirstView({ lang, texts, settings }))
  const links = [...element.querySelectorAll('a')].map(link => link.getAttribute('href'))
  return { element, links, texts }
}

test.each(LANGUAGES)('R-1.39, R-1.40: in %s it says how to come in, and whom to ask', lang => {
  for (const missing of ['token', 'product'] as const) {
    const { element, links, texts } = open(missing, lang)
    expect(element.textContent).toContain(texts[`order_stop_${missing}_title`])
    expect(element.textContent).toContain(texts[`order_stop_${missing}`])
    expect(links).toEqual(['#/reservation-inquiry', 'tel:0551000015', 'mailto:club@balcony.example'])
  }
})

test('where the operators have set it there is a way to the page with the link', () => {
  const { links, element, texts } = open('token', 'ja', { Entrance_Url: 'https://club.example/tickets' })
  expect(links[0]).toBe('https://club.example/tickets')
  expect(element.querySelector('a')?.textContent).toBe(texts['order_stop_token_go'])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'club', ''])('%j is not a way', Entrance_Url => {
  expect(open('product', 'ja', { Entrance_Url }).links[0]).toBe('#/reservation-inquiry')
})

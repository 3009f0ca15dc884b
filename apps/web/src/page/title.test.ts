import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { eventually } from '../../test/render.tsx'
import { followHeading, titleOf } from './title.ts'

const TITLE = { ja: 'チケット | 灯森', default: 'Tickets | Tomori' }
const title = (lang: (typeof LANGUAGES)[number], heading?: string) => titleOf({ title: TITLE }, lang, heading)

test('R-2.71: Japanese has its own title, every other language the default one', () => {
  expect(LANGUAGES.map(lang => title(lang))).toEqual([
    TITLE.ja,
    ...Array.from({ length: 5 }, () => TITLE.default),
  ])
})

test('R-2.71, R-3.21: the heading of a screen stands before the title of the site, in its own language', () => {
  expect(LANGUAGES.map(lang => title(lang, textsOf(lang)['payment_title']))).toEqual([
    'お支払い方法 – チケット | 灯森',
    'Payment – Tickets | Tomori',
    '결제 수단 – Tickets | Tomori',
    '支付方式 – Tickets | Tomori',
    '付款方式 – Tickets | Tomori',
    'วิธีชำระเงิน – Tickets | Tomori',
  ])
})

test('what the title of the site begins with is not said twice', () => {
  expect([title('ja', 'チケット'), title('th', 'ตั๋ว')]).toEqual([TITLE.ja, 'ตั๋ว – Tickets | Tomori'])
})

let heading: HTMLElement
let end: () => void
beforeEach(() => {
  const main = document.body.appendChild(document.createElement('main'))
  heading = main.appendChild(document.createElement('h1'))
  heading.textContent = 'One moment'
  end = followHeading(text => `${text} | Tomori`)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

test('a heading that changes while its screen is open changes the title, one that is put in as well', async () => {
  expect(document.title).toBe('One moment | Tomori')
  heading.textContent = 'Payment'
  await eventually(() => expect(document.title).toBe('Payment | Tomori'))
  const other = document.createElement('h1')
  other.textContent = 'Review'
  heading.replaceWith(other)
  await eventually(() => expect(document.title).toBe('Review | Tomori'))
})

test('"Error:" before a title stays while the rest of the screen changes', async () => {
  document.title = `Error: ${document.title}`
  const late = document.body.appendChild(document.createElement('p'))
  const seen = new Promise(resolve => new MutationObserver(resolve).observe(late, { childList: true }))
  late.append('more')
  await seen
  expect(document.title).toBe('Error: One moment | Tomori')
})

test('after its end the title is left alone', async () => {
  end()
  const seen = new Promise(resolve => new MutationObserver(resolve).observe(heading, { childList: true }))
  heading.textContent = 'Payment'
  await seen
  expect(document.title).toBe('One moment | Tomori')
})

import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'

import { afterEach, expect, test } from 'vitest'

import { takeEarlyPress } from './early-press.ts'

const root = document.documentElement

afterEach(() => {
  delete root.dataset['alive']
  document.body.innerHTML = ''
})

/** The calendar as the server sends it, with its button of the next month and two days; the document's own script listens. */
function open(): { readonly presses: string[]; readonly day: (date: string) => HTMLElement | null } {
  const presses: string[] = []
  const days = ['2026-12-05', '2026-12-06'].map(
    date => `<button data-date="${date}" aria-disabled="false" aria-pressed="false"><b>1</b></button>`,
  )
  document.body.innerHTML = `<div data-month="2026-12"><button id="next" aria-disabled="false"></button>${days.join('')}</div>`
  document.body.addEventListener('click', ({ target }) => {
    if (root.dataset['alive'] === '' && target instanceof HTMLElement)
      presses.push(target.dataset['date'] ?? target.id)
  })
  return { presses, day: date => document.querySelector<HTMLElement>(`[data-date="${date}"]`) }
}

const template = readFileSync('apps/web/index.html', 'utf8')
const [script = ''] = /(?<=<script>)[^<]*data-pressed[^]*?(?=<\/script>)/.exec(template) ?? []
runInThisContext(script)

test('a day is marked before the app is there, and chosen once when it takes over', () => {
  const { presses, day } = open()
  day('2026-12-05')?.click()
  day('2026-12-06')?.querySelector('b')?.click()
  expect([
    day('2026-12-05')?.getAttribute('aria-pressed'),
    day('2026-12-06')?.getAttribute('aria-pressed'),
  ]).toEqual(['false', 'true'])
  takeEarlyPress()
  takeEarlyPress()
  expect(presses).toEqual(['2026-12-06'])
})

test('a month that is turned before the app is there is turned once when it takes over, and a day is chosen no more', () => {
  const { presses, day } = open()
  day('2026-12-05')?.click()
  const next = document.querySelector<HTMLElement>('#next')
  next?.click()
  next?.click()
  expect(day('2026-12-05')?.getAttribute('aria-pressed')).toBe('false')
  takeEarlyPress()
  takeEarlyPress()
  expect(presses).toEqual(['next'])
  expect(next?.hasAttribute('aria-pressed')).toBe(false)
})

test('a product and a language that are chosen before the app is there are chosen once when it takes over', () => {
  document.body.innerHTML =
    '<select><option>ja</option><option>en</option></select><input id="1" type="radio" name="one" checked><input id="2" type="radio" name="one"><input id="3" type="radio" name="one">'
  const seen: string[] = []
  const [menu, , second, third] = document.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
    'select, input',
  )
  if (!menu || !second || !third) throw new Error('no fields')
  second.click()
  third.click()
  menu.value = 'en'
  menu.dispatchEvent(new Event('change', { bubbles: true }))
  menu.addEventListener('change', () => seen.push(menu.value))
  for (const radio of [second, third]) radio.addEventListener('click', () => seen.push(radio.id))
  takeEarlyPress()
  takeEarlyPress()
  expect(seen).toEqual(['en', '3'])
})

test('a day that is pressed once more changes nothing, so that nothing is drawn anew', () => {
  const { day } = open()
  day('2026-12-05')?.click()
  const changes = new MutationObserver(() => undefined)
  changes.observe(root, { attributes: true, subtree: true })
  day('2026-12-05')?.click()
  expect(changes.takeRecords()).toEqual([])
  day('2026-12-06')?.click()
  expect(changes.takeRecords().map(({ attributeName }) => attributeName)).toEqual([
    'data-pressed',
    'data-pressed',
    'aria-pressed',
    'aria-pressed',
  ])
  changes.disconnect()
})

test('a day that the app has chosen again after a reload stays as it is', () => {
  const { presses, day } = open()
  const cell = document.createElement('div')
  cell.setAttribute('aria-selected', 'true')
  day('2026-12-05')?.replaceWith(cell)
  cell.innerHTML = '<button data-date="2026-12-05" aria-disabled="false" aria-pressed="true"></button>'
  day('2026-12-05')?.click()
  takeEarlyPress()
  expect([presses, day('2026-12-05')?.getAttribute('aria-pressed')]).toEqual([[], 'true'])
})

test('afterwards the script leaves days alone', () => {
  const { day } = open()
  takeEarlyPress()
  day('2026-12-05')?.click()
  expect(day('2026-12-05')?.getAttribute('aria-pressed')).toBe('false')
})

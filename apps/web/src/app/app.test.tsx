import { LANGUAGES } from '@kippu/domain/language'
import type { Language } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../test/answering-fetch.ts'
import { buildFirstView } from '../../test/first-view.ts'
import { click, eventually } from '../../test/render.tsx'
import { CONNECTION_WORDS } from '../i18n/bundled-words.ts'
import { openSession } from '../session/session.ts'
import { App } from './app.tsx'
import { createAppQueryClient } from './app-query-client.ts'
import { FixedRouter } from '../page/router.tsx'
import type { ScreenRoute } from './screen-route.ts'

const SCREEN = <h1>the screen</h1>
const ROUTES: readonly ScreenRoute[] = [
  { path: '/payment-callback/wallet', screen: SCREEN, step: 'confirm', isOfAnyPayment: true },
  { path: '/', screen: SCREEN, step: 'order', hasFirstTexts: true },
  { path: '/later', screen: SCREEN, hasFirstTexts: true },
  { path: '*', screen: SCREEN },
]
const rowsOf = (lang: Language) => Object.entries(textsOf(lang)).map(([key, text]) => ({ key, text }))

let close = (): void => {}
beforeEach(() => openSession('demo'))
afterEach(() => close())

/** The app on a page whose document lacks some words. The server wrote it in `written`. */
function openApp(lang: Language, written: Language, route = '/terms'): HTMLElement {
  const view = buildFirstView({ lang: written })
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const queryClient = createAppQueryClient(view, lang)
  act(() =>
    root.render(
      <FixedRouter route={route}>
        <App view={view} lang={lang} routes={ROUTES} queryClient={queryClient} />
      </FixedRouter>,
    ),
  )
  close = () => {
    act(() => root.unmount())
    element.remove()
  }
  return element
}

test.each(LANGUAGES)(
  'R-2.86, R-8.27–8.29: a server that never answers is reported in %s with bundled words, and asked again',
  async lang => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    const element = openApp(lang, lang === 'ja' ? 'en' : 'ja')
    const { title, message } = CONNECTION_WORDS[lang]
    await eventually(() => expect(element.querySelector('dialog h2')?.textContent).toBe(title))
    expect(element.querySelector('dialog')?.textContent).toContain(message)
    expect(element.querySelector('main h1')).toBeNull()
    click(element.querySelector('dialog button'))
    await eventually(() => expect(element.querySelector('dialog')).toBeNull())
    answerFetch({ 'GET /api/v1/texts': rowsOf(lang) })
    click(element.querySelector('main button'))
    await eventually(() => expect(element.querySelector('main h1')?.textContent).toBe('the screen'))
  },
)

test('R-2.86: no screen is shown before its words are there', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const element = openApp('en', 'ja')
  await eventually(() => expect(element.querySelector('main output')).not.toBeNull())
  expect(element.querySelector('main h1')).toBeNull()
  expect(element.textContent).not.toContain('the screen')
  expect(element.querySelector('main button')).toBeNull()
})

test.each([
  ['an order', 'the step', { query: '', marked: 1 }],
  ['a change of time', 'no step', { query: '?time_change=true', marked: 0 }],
])('what a payment of %s leads to shows %s of a purchase', (_what, _steps, { query, marked }) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const element = openApp('ja', 'ja', `/payment-callback/wallet${query}`)
  expect(element.querySelectorAll('[aria-current="step"]')).toHaveLength(marked)
})

test.each([
  ['the order page has the title of the site', '/', 'チケット'],
  ['a later screen has its heading before it', '/later', 'the screen – チケット'],
])('R-2.71: %s', async (_what, route, title) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  openApp('ja', 'ja', route)
  await eventually(() => expect(document.title).toBe(title))
})

import type { ShownNotice } from '@kippu/contract/notices'
import { LANGUAGES } from '@kippu/domain/language'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually } from '../../../test/render.tsx'
import { followNotices } from './follow-notices.tsx'
import { renderNotices } from './render-notices.tsx'

const NOW = Date.parse('2026-12-01T10:00:00+09:00')
const STORM: ShownNotice = {
  id: 1,
  severity: 'warning',
  shown_until: '2026-12-01T16:00:00+09:00',
  lang: 'ja',
  text: '本日は台風のため16時に閉館します。',
}
const MUSIC: ShownNotice = { ...STORM, id: 2, severity: 'information', text: '中庭で演奏会を開きます。' }
const ASK = 'GET /api/v1/notices'

let place: HTMLElement
let end = (): void => {}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  sessionStorage.clear()
  place = document.body.appendChild(document.createElement('div'))
  place.id = 'notices'
})
afterEach(() => {
  act(() => end())
  place.remove()
  vi.useRealTimers()
})

/** A page whose document was written just now. */
function open(notices: readonly ShownNotice[], changes: object = {}): void {
  const view = buildFirstView({ notices, writtenAt: NOW, ...changes })
  act(() => {
    end = followNotices(view, view.lang)
  })
}
const texts = () => [...place.querySelectorAll('details > p:first-of-type')].map(p => p.textContent)
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
const comeBack = () => act(() => document.dispatchEvent(new Event('visibilitychange')))

test.each(LANGUAGES)(
  'the server writes the band in %s: a landmark with words and severity, all open',
  async lang => {
    const view = buildFirstView({
      lang,
      notices: [
        { ...STORM, lang },
        { ...MUSIC, lang: 'en' },
      ],
    })
    place.innerHTML = await renderNotices(view)
    const [warning, information] = place.querySelectorAll('details')
    expect(place.querySelector('section')?.getAttribute('aria-label')).toBe(view.texts['notice_information'])
    expect(warning?.querySelector('strong')?.textContent).toBe(view.texts['notice_warning'])
    expect(information?.querySelector('strong')?.textContent).toBe(view.texts['notice_information'])
    expect([warning?.open, information?.open]).toEqual([true, true])
    // Words in another language than the page's say so, to eyes and to screen readers.
    expect(information?.querySelector('p')?.lang).toBe(lang === 'en' ? '' : 'en')
    expect(information?.textContent.includes(view.texts['notice_english'] ?? '?')).toBe(lang !== 'en')
  },
)

test('a notice disappears by itself at its end, in the second of the store', () => {
  const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  // This device is slow: the document says what time it is.
  vi.useFakeTimers({ now: NOW - 30_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  open([STORM, { ...MUSIC, shown_until: '2026-12-01T10:00:30+09:00' }])
  advance(29_999)
  expect(texts()).toHaveLength(2)
  advance(1)
  expect(texts()).toEqual([STORM.text])
  expect(place.querySelector('section')).not.toBeNull()
})

test('a folded notice keeps its line, also on the next page of the tab; a new one is open', async () => {
  open([STORM])
  const details = () => place.querySelectorAll('details')
  act(() => details()[0]?.querySelector('summary')?.click())
  await eventually(() => expect(details()[0]?.open).toBe(false))
  expect(details()[0]?.querySelector('summary')?.textContent).toContain(STORM.text)
  act(() => end())
  open([STORM, MUSIC])
  expect([...details()].map(({ open }) => open)).toEqual([false, true])
})

test('somebody who comes back is told what is new, and what was withdrawn is gone', async () => {
  const { asked } = answerFetch({ [ASK]: [MUSIC] })
  open([STORM])
  pass(59_000)
  await comeBack()
  expect(asked).toEqual([])
  pass(1_000)
  await comeBack()
  await eventually(() => expect(texts()).toEqual([MUSIC.text]))
  expect(asked).toHaveLength(1)
})

test('another screen asks as well, and no answer leaves the band as it is', async () => {
  const { asked } = answerFetch({ [ASK]: new Response('{}', { status: 503 }) })
  open([STORM])
  pass(60_000)
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
  await eventually(() => expect(asked).toHaveLength(1))
  expect(texts()).toEqual([STORM.text])
})

test('an old document, or a device with a wrong clock, asks at once and believes the answer', async () => {
  answerFetch({ [ASK]: [STORM] })
  open([], { writtenAt: NOW - 86_400_000 })
  await eventually(() => expect(texts()).toEqual([STORM.text]))
})

test('a page that nobody looks at asks for nothing', async () => {
  const { asked } = answerFetch({ [ASK]: [] })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  open([STORM])
  pass(3_600_000)
  await comeBack()
  hidden.mockRestore()
  expect(asked).toEqual([])
})

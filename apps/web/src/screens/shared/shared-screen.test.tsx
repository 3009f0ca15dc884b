import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter, ParamsContext } from '../../page/router.tsx'
import { siteStorage } from '../../session/storage.ts'
import { SharedScreen } from './shared-screen.tsx'

const VIEW = buildFirstView({ texts: textsOf('ja') })
const words = (key: string): string => VIEW.texts[key] ?? '?'
const READ = 'GET /api/v1/shares/shr_1'
const ACCEPT = 'POST /api/v1/shareacceptances/shr_1'
const PART = {
  status: 'offered',
  product_name: '光の森',
  booking_type: 'time',
  reservation_from: '2099-12-02T10:00:00+09:00',
  reservation_to: '2099-12-02T10:30:00+09:00',
  giver_name: '花＊＊',
  tickets: [],
  reservation_token: null,
}
const refused = (error: string, status = 400) => new Response(JSON.stringify({ error }), { status })

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

let went: string[] = []
beforeEach(() => {
  went = []
  vi.spyOn(location, 'assign').mockImplementation(address => void went.push(String(address)))
})

async function openShared(answers: Readonly<Record<string, unknown>>) {
  const asked = answerFetch({ [READ]: PART, ...answers })
  const { element } = render(
    <FixedRouter route="/tickets/shared/shr_1">
      <ParamsContext value={{ shareToken: 'shr_1' }}>
        <SharedScreen />
      </ParamsContext>
    </FixedRouter>,
    VIEW,
  )
  await eventually(() => expect(element.textContent).toContain('光の森'))
  const button = () => element.querySelector('main button, button')
  return { element, button, ...asked }
}

test('the tickets open, and after the back button the page can be used again (R-2.48)', async () => {
  const { button } = await openShared({ [ACCEPT]: { reservation_token: 'shd_1' } })
  click(button())
  await eventually(() => expect(went).toEqual(['/tickets/#/id/shd_1']))
  expect(button()?.getAttribute('aria-busy') ?? button()?.getAttribute('aria-disabled')).toBe('true')
  act(() => void window.dispatchEvent(new Event('pageshow')))
  click(button())
  await eventually(() => expect(went).toHaveLength(2))
})

test('whoever was second has nothing to come back to (S-10.03)', async () => {
  const { element, button } = await openShared({ [ACCEPT]: refused('share accepted already') })
  click(button())
  await eventually(() => expect(element.textContent).toContain(words('shared_elsewhere_title')))
  expect(Object.keys(localStorage)).toEqual([])
})

test('a storage that keeps nothing costs no ticket: each try sends the same key', async () => {
  vi.spyOn(siteStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { button, bodies } = await openShared({ [ACCEPT]: refused('internal server error', 500) })
  for (const tries of [1, 2]) {
    click(button())
    await eventually(() => expect(bodies).toHaveLength(tries))
    await eventually(() => expect(button()?.getAttribute('aria-busy')).not.toBe('true'))
  }
  expect(bodies[0]).toEqual(bodies[1])
})

import { jstIso } from '@kippu/domain/jst-date'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { HeldNote } from './held-note.tsx'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00+09:00') }))
afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

/** The note of an order that is held for some minutes; null means no order. */
function openNote(minutes: number | null) {
  if (minutes !== null) {
    const savedOrder = {
      productUuid: 'P',
      productName: 'Digital Forest',
      saleType: 'time',
      date: '2026-12-05',
      productTimespanID: 7,
      from: '2026-12-05T10:00:00+09:00',
      to: '2026-12-05T10:30:00+09:00',
      expiresAt: jstIso(Date.now() + minutes * MINUTE),
    } as const
    useSession.setState({
      orderToken: 'ord_1',
      savedOrder: { ...savedOrder, productOptions: [], setProducts: [] },
    })
  }
  return render(<HeldNote />, buildFirstView({ lang: 'en', texts: textsOf('en') })).element
}

test('the order page says how long the visitor’s own order still holds its tickets (S-1.07, S-1.17)', async () => {
  const element = openNote(12)
  await pass(0)
  expect(element.textContent).toBe('Tickets held for 12 more minutes')
  await pass(11 * MINUTE)
  expect(element.textContent).toBe('Tickets held for 1 more minute')
})

test('when the time is over the line disappears, and the choices stay (S-1.17)', async () => {
  const element = openNote(1)
  await pass(MINUTE)
  expect(element.textContent).toBe('')
  expect(useSession.getState().savedOrder).not.toBeNull()
})

test('no line is shown when no order is held', async () => {
  const element = openNote(null)
  await pass(0)
  expect(element.textContent).toBe('')
})

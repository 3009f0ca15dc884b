import type { TemporaryOrder } from '@kippu/contract/orders'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { buildOrder } from '../../../../test/order.ts'
import { click, render } from '../../../../test/render.tsx'
import { useInFlight } from '../../../api/in-flight.ts'
import { learnServerTime } from '../../../api/server-clock.ts'
import { useSession } from '../../../session/session.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { useCurrentOrder } from '../order/current-order.ts'
import { HoldTimer } from './hold-timer.tsx'

const view = buildFirstView({ lang: 'en', texts: textsOf('en') })
const MINUTE = 60_000
const READ = 'GET /api/v1/orders/ord_1'
const EXTEND = 'PUT /api/v1/orders/hold/ord_1'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00+09:00') })
  useSession.setState({ orderToken: 'ord_1' })
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

/** The order as the server has it, and its timer. */
function Held(): ReactNode {
  const { order } = useCurrentOrder()
  return order.data === undefined ? null : <HoldTimer order={order.data} />
}

async function openTimer(expires_at: string, more: Partial<TemporaryOrder> = {}, answers = {}) {
  const { asked } = answerFetch({ [READ]: buildOrder({ expires_at, ...more }), ...answers })
  const { element } = render(<Held />, view)
  await pass(0)
  const button = (words: string) =>
    [...element.querySelectorAll('button')].find(({ textContent }) => textContent === words)
  return {
    asked,
    seen: () => element.querySelector('p > span')?.textContent,
    said: () => element.querySelector('output')?.textContent,
    dialog: () => element.querySelector('dialog')?.textContent,
    button,
    press: async (words: string) => {
      click(button(words))
      await pass(0)
    },
  }
}

test.each([
  [3, undefined],
  [2, '2 more times'],
  [1, '1 more time'],
])(
  'with %i extensions left the dialog of the last minute says how often, and why: %s',
  async (extensions_left, words) => {
    const { dialog } = await openTimer('2026-12-01T10:01:00+09:00', { extensions_left })
    expect(dialog()).toContain('get more time')
    expect(/You can extend your hold (.+)\. On days that are nearly sold out/.exec(dialog() ?? '')?.[1]).toBe(
      words,
    )
  },
)

describe('the time left', () => {
  test('is shown in whole minutes, rounded up', async () => {
    const { seen } = await openTimer('2026-12-01T10:30:00+09:00')
    expect(seen()).toBe('Tickets held for 30 more minutes')
    await pass(55_000)
    expect(seen()).toContain('30 more minutes')
    await pass(5_000)
    expect(seen()).toContain('29 more minutes')
  })

  test('D-18: of an order without places is the time that it stays open', async () => {
    const { seen, dialog } = await openTimer('2026-12-01T10:02:00+09:00', { places: 'at_proof' })
    expect(seen()).toBe('Your order stays open for 2 more minutes')
    await pass(MINUTE)
    expect(dialog()).toContain('Your order stays open for less than another minute')
    expect(dialog()).not.toContain('hold')
  })

  test('is read out at five minutes, at one and at the end, and not in between (WCAG 2.2.1)', async () => {
    const { said } = await openTimer('2026-12-01T10:06:00+09:00')
    expect(said()).toBe('')
    await pass(MINUTE)
    expect(said()).toContain('5 more minutes')
    await pass(MINUTE)
    expect(said()).toBe('')
    await pass(3 * MINUTE)
    expect(said()).toContain('1 more minute')
    expect(said()).not.toContain('minutes')
    await pass(MINUTE)
    expect(said()).toBe('Your tickets are no longer held. Please choose your day again.')
  })

  test.each([-35, 35])(
    'is that of the server, although the clock is %i minutes wrong (S-1.07)',
    async wrong => {
      const now = Date.now()
      const said = new Response(JSON.stringify(buildOrder({ expires_at: '2026-12-01T10:30:00+09:00' })), {
        headers: { date: new Date(now).toUTCString(), 'cache-control': 'no-store' },
      })
      vi.setSystemTime(now + wrong * MINUTE)
      onTestFinished(() => {
        vi.setSystemTime(now)
        learnServerTime(said)
      })
      const { seen, asked } = await openTimer('', {}, { [READ]: said })
      expect(seen()).toContain('30 more minutes')
      await pass(31 * MINUTE)
      expect(seen()).toContain('no longer held')
      expect(asked.length).toBeGreaterThan(1)
    },
  )

  test('is checked as soon as a sleeping page is visible again', async () => {
    const { seen } = await openTimer('2026-12-01T10:30:00+09:00')
    vi.setSystemTime(Date.parse('2026-12-01T10:20:00+09:00'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(seen()).toContain('10 more minutes')
  })
})

describe('more time (WCAG 2.2.1)', () => {
  const longer = { expires_at: '2026-12-01T10:35:00+09:00', extensions_left: 9 }

  test('is offered beside the clock from five minutes on', async () => {
    const { button, press, seen, asked } = await openTimer(
      '2026-12-01T10:06:00+09:00',
      {},
      { [EXTEND]: longer },
    )
    expect(button('Get more time')).toBeUndefined()
    await pass(MINUTE)
    await press('Get more time')
    expect(asked).toEqual([READ, EXTEND])
    expect(seen()).toContain('34 more minutes')
    expect(useToast.getState().message).toBe('We’re holding your tickets for longer.')
  })

  test('is offered in a dialog in the last minute, with the whole minute to answer', async () => {
    const { dialog, press, seen } = await openTimer('2026-12-01T10:02:00+09:00', {}, { [EXTEND]: longer })
    await pass(55_000)
    expect(dialog()).toBeUndefined()
    await pass(5_000)
    expect(dialog()).toContain('Do you need more time?')
    expect(document.activeElement?.textContent).toBe('Get more time')
    await pass(40_000)
    expect(dialog()).toContain('Do you need more time?')
    await press('Get more time')
    expect(seen()).toContain('34 more minutes')
    expect(dialog()).toBeUndefined()
  })

  test('is offered in a dialog once for each end: a dialog that was closed does not come back', async () => {
    const { dialog, press, asked } = await openTimer('2026-12-01T10:01:00+09:00')
    await press('Close')
    await pass(20_000)
    expect(dialog()).toBeUndefined()
    expect(asked).not.toContain(EXTEND)
  })

  test('that the server no longer grants is not offered, and the end is announced', async () => {
    const { dialog, button, press } = await openTimer('2026-12-01T10:01:00+09:00', { extensions_left: 0 })
    expect(dialog()).toContain('can’t add more time')
    expect(button('Get more time')).toBeUndefined()
    await press('OK')
    expect(dialog()).toBeUndefined()
  })

  test.each(['payment_pending', 'payment_3ds'] as const)('is not offered for a %s order', async status => {
    const { dialog, button } = await openTimer('2026-12-01T10:01:00+09:00', { status })
    expect(dialog()).toBeUndefined()
    expect(button('Get more time')).toBeUndefined()
  })

  test('is not offered while a payment is under way', async () => {
    useInFlight.setState({ requesting: 1 })
    const { dialog } = await openTimer('2026-12-01T10:01:00+09:00')
    expect(dialog()).toBeUndefined()
    act(() => useInFlight.setState({ requesting: 0 }))
    expect(dialog()).toContain('Do you need more time?')
  })
})

describe('the end', () => {
  test('reads the order, and the failure handler shows the session_timeout (R-4.41, R-8.17, S-1.07)', async () => {
    const { asked, seen } = await openTimer('2026-12-01T10:00:30+09:00')
    const gone = new Response(JSON.stringify({ error: 'session_timeout' }), { status: 400 })
    const after = answerFetch({ [READ]: gone })
    await pass(30_000)
    expect(seen()).toContain('no longer held')
    expect([...asked, ...after.asked]).toEqual([READ, READ])
    await pass(MINUTE)
    expect(after.asked).toEqual([READ])
  })

  test('by a clock that is fast is not an end: the order is read again until the server says so', async () => {
    const { asked } = await openTimer('2026-12-01T09:59:00+09:00')
    await pass(MINUTE)
    expect(asked.length).toBeGreaterThan(2)
  })

  test('is taken back when the order turns out to be held longer', async () => {
    const { seen } = await openTimer('2026-12-01T10:00:30+09:00')
    answerFetch({ [READ]: buildOrder({ expires_at: '2026-12-01T10:10:00+09:00', status: 'payment_3ds' }) })
    await pass(30_000)
    await pass(0)
    expect(seen()).toContain('10 more minutes')
  })
})

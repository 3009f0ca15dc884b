import { textsOf } from '@kippu/texts/texts'
import { act, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Mock } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { answerScripts } from '../../../test/answering-scripts.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { openSession, useSession } from '../../session/session.ts'
import { CompleteScreen } from './complete-screen.tsx'

const view = buildFirstView({ texts: textsOf('en'), lang: 'en' })
const READ = 'GET /api/v1/gtm/rsv_secret'
const DONE = { reservationToken: 'rsv_secret', reservationNumber: 'ABCDEFGH23', paymentNumber: 'pay_1' }
const PURCHASE = {
  transaction_id: 'ABCDEFGH23',
  value: 7600,
  currency: 'JPY',
  tax: 690,
  coupon: 'FLAT500',
  payment_type: 'stripe_secure',
  items: [
    { item_id: 'uuid-1', item_name: '灯の森', item_variant: '大人', price: 3200, quantity: 2 },
    { item_id: 'uuid-1', item_name: '灯の森', item_variant: '子ども', price: 1200, quantity: 1 },
    { item_id: 'uuid-2', item_name: '図録', item_variant: '', price: 500, quantity: 1 },
  ],
} as const

/** Each test has addresses of its own, because a document loads each address only once. */
let count = 0
let scripts: { tagManager: string; adTracker: string }
let reload: Mock<() => void>

beforeEach(() => {
  count += 1
  scripts = {
    tagManager: `https://tags.example/gtm.js?id=GTM-TEST${count}`,
    adTracker: `https://ads.example/${count}.js`,
  }
  reload = vi.fn<() => void>()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  useSession.setState({ completeData: DONE })
})

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  delete window.dataLayer
  location.hash = ''
})

/** The page itself reads the visit. */
const purchasesAmong = (asked: readonly string[]): string[] => asked.filter(name => name.includes('/gtm/'))

type ConfiguredScripts = Partial<Record<keyof typeof scripts, string>>

/** Shows the completion page of a site with these scripts. */
function complete({ tagManager, adTracker }: ConfiguredScripts) {
  const site = { ...view.site, tagManagerScript: tagManager ?? null, adTrackerScript: adTracker ?? null }
  return render(<CompleteScreen />, { ...view, site })
}

const eventsOf = (): unknown[] => window.dataLayer?.map(entry => Reflect.get(entry, 'event')) ?? []

test('a site without scripts loads nothing, requests nothing and leaves the page without a full load (R-3.32, D-42)', async () => {
  const { asked } = answerScripts({})
  const calls = answerFetch({ [READ]: PURCHASE }).asked
  complete({}).show(null)
  await eventually(() => expect(reload).not.toHaveBeenCalled())
  expect([asked, purchasesAmong(calls), window.dataLayer]).toEqual([[], [], undefined])
  expect(useSession.getState().purchaseData).toBeNull()
})

describe('the tag manager', () => {
  test('has one script with the id of the site, and finds the purchase as it was paid (R-3.32, R-7.71)', async () => {
    const { asked } = answerScripts({})
    const { urls } = answerFetch({ [READ]: PURCHASE })
    complete({ tagManager: scripts.tagManager })
    await eventually(() => expect(asked).toEqual([scripts.tagManager]))
    expect(window.dataLayer).toEqual([
      { event: 'gtm.js', 'gtm.start': expect.any(Number) },
      { event: 'purchase', ecommerce: PURCHASE },
    ])
    expect(purchasesAmong(urls)).toEqual(['/api/v1/gtm/rsv_secret'])
  })

  test('learns neither who bought nor the token of the tickets', async () => {
    answerScripts({})
    answerFetch({ [READ]: { ...PURCHASE, customer_info: [{ key: 'email', value: 'me@mail.example' }] } })
    complete({ tagManager: scripts.tagManager })
    await eventually(() => expect(eventsOf()).toContain('purchase'))
    expect(JSON.stringify(window.dataLayer)).not.toMatch(/rsv_secret|pay_1|mail\.example/)
  })

  test('the purchase is stored as it was reported, and a reload does not report it again (R-3.67, S-14.02)', async () => {
    const { asked } = answerScripts({})
    const calls = answerFetch({ [READ]: PURCHASE }).asked
    const { show } = complete({ tagManager: scripts.tagManager })
    await eventually(() => expect(useSession.getState().purchaseData).toEqual(PURCHASE))
    show(null)
    await openSession('demo')
    delete window.dataLayer
    complete(scripts)
    await eventually(() => expect(purchasesAmong(calls)).toHaveLength(1))
    expect([asked, window.dataLayer]).toEqual([[scripts.tagManager], undefined])
  })

  test('the next purchase in the same tab is reported as well', async () => {
    answerScripts({})
    answerFetch({ [READ]: PURCHASE })
    useSession.setState({
      purchaseData: { ...PURCHASE, items: [...PURCHASE.items], transaction_id: 'ANOTHER234' },
    })
    complete({ tagManager: scripts.tagManager })
    await eventually(() => expect(eventsOf()).toEqual(['gtm.js', 'purchase']))
  })

  test('reports a purchase once even when effects run twice', async () => {
    const { asked } = answerScripts({})
    answerFetch({ [READ]: PURCHASE })
    const site = { ...view.site, tagManagerScript: scripts.tagManager }
    render(
      <StrictMode>
        <CompleteScreen />
      </StrictMode>,
      { ...view, site },
    )
    await eventually(() => expect(asked).toHaveLength(1))
    expect(eventsOf()).toEqual(['gtm.js', 'purchase'])
  })
})

test('the tracker of ad conversions is loaded and receives no data (R-7.72)', async () => {
  const { asked } = answerScripts({})
  answerFetch({ [READ]: PURCHASE })
  complete({ adTracker: scripts.adTracker })
  await eventually(() => expect(asked).toEqual([scripts.adTracker]))
  expect(window.dataLayer).toBeUndefined()
})

describe('third-party scripts stay out of every other screen (R-7.71, R-7.72)', () => {
  test('leaving the completion page loads a new document', async () => {
    const { asked } = answerScripts({})
    answerFetch({ [READ]: PURCHASE })
    const { show } = complete(scripts)
    await eventually(() => expect(asked).toHaveLength(2))
    expect(reload).not.toHaveBeenCalled()
    show(null)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('a visitor who leaves before the purchase is read takes no script along', async () => {
    const { asked } = answerScripts({})
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => promise)
    const { show } = complete(scripts)
    show(null)
    await act(async () => resolve(new Response(JSON.stringify(PURCHASE))))
    await eventually(() => expect(asked).toEqual([]))
    expect(reload).not.toHaveBeenCalled()
    expect(useSession.getState().purchaseData).toBeNull()
  })
})

test('a purchase that cannot be read, or a script that does not load, never disturbs the visitor', async () => {
  const { asked } = answerScripts({})
  answerFetch({ [READ]: new Response('{}', { status: 500 }) })
  const { element, show } = complete(scripts)
  await eventually(() => expect(element.textContent).toContain('ABCDEFGH23'))
  show(null)
  expect([asked, document.querySelector('[role=alertdialog]')]).toEqual([[], null])
  expect(reload).not.toHaveBeenCalled()
})

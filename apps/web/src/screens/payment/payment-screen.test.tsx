import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../app/router.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { PaymentScreen } from './payment-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const SAVED = {
  paymentMethodType: 'stripe',
  paymentData: { payment_method_type: 'stripe', payment_method: 'pm_1' },
  card: { brand: 'visa', last4: '1112' },
} as const

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

async function openPayment(route = '/payment', price = 6400) {
  answerFetch({
    'GET /api/v1/orders/ord_1': buildOrder({ price }),
    'GET /api/v1/paymentmethods': [
      method('stripe_secure', 'クレジットカード(本人認証あり)'),
      method('stripe', 'クレジットカード'),
    ],
  })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(
    <FixedRouter route={route}>
      <PaymentScreen />
    </FixedRouter>,
    view,
  )
  await eventually(() => expect(element.textContent).not.toContain('読み込み中です'))
  return element
}

function method(type: string, name: string) {
  const client = { provider: 'stripe', scripts: [], styles: [], config: {}, is_test: true }
  return { payment_method_type: type, name, discount_type: null, discount_amount: 0, client }
}

test('every method of the site can be chosen by its name (R-1.06, R-2.16)', async () => {
  const element = await openPayment()
  const labels = [...element.querySelectorAll('fieldset label')].map(label => label.textContent)
  expect(labels).toHaveLength(2)
  expect(labels[0]).toContain('クレジットカード(本人認証あり)')
  expect(labels[1]).toContain('クレジットカード')
})

test('the card component unfolds below the chosen method alone (R-2.18)', async () => {
  const element = await openPayment()
  expect(element.querySelector('fieldset [class*=details]')).toBeNull()
  const second = element.querySelectorAll<HTMLInputElement>('fieldset input[type=radio]')[1]!
  await act(async () => second.click())
  const details = [...element.querySelectorAll('fieldset [class*=details]')]
  expect(details).toHaveLength(1)
  expect(details[0]!.parentElement!.contains(second)).toBe(true)
})

test('who comes back to change the payment finds the choice made before, and the way back leads to the confirmation (R-2.19, R-3.65)', async () => {
  useSession.setState({ savedPayment: SAVED })
  const element = await openPayment('/payment?ref=c')
  const chosen = element.querySelector<HTMLInputElement>('input[type=radio]:checked')
  expect(chosen?.value).toBe('stripe')
  expect(element.textContent).toContain('1112')
  expect(element.querySelector('header a')?.getAttribute('href')).toBe('#/confirm')
})

test('going on keeps the payment page in the session and leads to the confirmation (R-4.09)', async () => {
  useSession.setState({ savedPayment: SAVED })
  const element = await openPayment()
  const next = [...element.querySelectorAll<HTMLButtonElement>('button[type=submit]')].at(-1)!
  await act(async () => next.click())
  await eventually(() => expect(location.hash).toBe('#/confirm'))
  const stored = Object.entries(sessionStorage).find(([key]) => key.endsWith('savedPayment'))
  expect(stored?.[1]).toBe(JSON.stringify(SAVED))
})

test('an order of nothing has no method to choose (D-55)', async () => {
  const element = await openPayment('/payment', 0)
  expect(element.querySelector('input[type=radio]')).toBeNull()
  expect(element.textContent).toContain('お支払いはありません')
})

import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { rememberOwnPayment } from '../../session/own-payments.ts'
import { useSession } from '../../session/session.ts'
import { AdyenCallbackScreen, GmoThreeDsScreen, SbpsThreeDsScreen } from './challenge-callback-screens.tsx'
import { WalletCallbackScreen } from './wallet-callback-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const CONFIRM = 'POST /api/v1/orders/confirmcheckout'
const EXECUTE = 'POST /api/v1/gmo-secure/exe-payment'
const COMPLETED = {
  result: 'completed',
  reservation_token: 'rsv_1',
  reservation_number: 'ABCDEFGH23',
  payment_number: 'pay_1',
  time_change: false,
}

const BY = {
  payment_number: 'pay_1',
  payment_reference: 'ref_1',
  payment_method_type: 'softbank_3ds',
}

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

function comeBack(route: string, screen: ReactElement): HTMLElement {
  return render(<FixedRouter route={route}>{screen}</FixedRouter>, view).element
}

describe('R-2.28, R-4.40: /payment-callback/gmo3ds', () => {
  test.each(['md', 'MD'])('executes the payment that %s names (R-7.27)', async name => {
    const { bodies } = answerFetch({ [EXECUTE]: COMPLETED })
    comeBack(`/payment-callback/gmo3ds?${name}=acc1`, <GmoThreeDsScreen />)
    await eventually(() => expect(location.hash).toBe('#/complete'))
    expect(bodies).toEqual([{ md: 'acc1' }])
  })
  test('without it there is no payment to execute', async () => {
    const { asked } = answerFetch({})
    comeBack('/payment-callback/gmo3ds', <GmoThreeDsScreen />)
    await eventually(() => expect(location.hash).toBe('#/not-found'))
    expect(asked).toEqual([])
  })
})

test('R-2.29: /payment-callback/sbps3ds confirms the payment in the address', async () => {
  const { bodies } = answerFetch({ [CONFIRM]: COMPLETED })
  comeBack('/payment-callback/sbps3ds?payment_number=pay_1&status=success', <SbpsThreeDsScreen />)
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(bodies).toEqual([{ payment_number: 'pay_1', payment_method_type: 'softbank_3ds' }])
})

test('a tab that a wallet opens finds the payment of this browser by its reference, and its bank’s MD (S-15.01)', async () => {
  rememberOwnPayment({ reference: 'ref_1', number: 'pay_1', md: 'md_1' })
  const { bodies } = answerFetch({ [CONFIRM]: COMPLETED, [EXECUTE]: COMPLETED })
  comeBack('/payment-callback/sbps3ds?payment_number=ref_1&status=success', <SbpsThreeDsScreen />)
  await eventually(() => expect(location.hash).toBe('#/complete'))
  location.hash = ''
  comeBack('/payment-callback/gmo3ds?payment_number=ref_1&md=ref_1', <GmoThreeDsScreen />)
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(bodies).toEqual([{ payment_number: 'pay_1', payment_method_type: 'softbank_3ds' }, { md: 'md_1' }])
})

test.each([
  ['completed', 'お支払いが完了しました'],
  ['open', 'お支払いはまだ完了していません'],
  ['checking', 'お支払いを確認しています'],
])('another browser reads that the payment is %s, and gets no tickets (S-15.01)', async (state, title) => {
  const elsewhere = { result: 'elsewhere', state, payment_method_type: 'softbank_3ds', time_change: false }
  const { bodies } = answerFetch({ [CONFIRM]: elsewhere, 'GET /api/v1/paymentmethods': [] })
  const element = comeBack('/payment-callback/sbps3ds?payment_number=ref_2', <SbpsThreeDsScreen />)
  await eventually(() => expect(element.querySelector('h1')?.textContent).toBe(title))
  expect(bodies[0]).toMatchObject({ payment_number: 'ref_2' })
  expect(location.hash).toBe('')
})

describe('R-2.31: /adyen-callback', () => {
  test('passes on the query that Adyen added (R-7.30)', async () => {
    const { bodies } = answerFetch({ [CONFIRM]: COMPLETED })
    const query = 'payment_number=pay_1&payment_method_type=adyen_alipay&redirectResult=a%2Bb%3D'
    comeBack(`/adyen-callback?${query}`, <AdyenCallbackScreen />)
    await eventually(() => expect(location.hash).toBe('#/complete'))
    expect(bodies).toEqual([
      {
        payment_number: 'pay_1',
        payment_method_type: 'adyen_alipay',
        details: { redirectResult: 'a+b=' },
      },
    ])
  })
  test('remembers payment and method when the address names neither', async () => {
    act(() =>
      useSession.setState({
        paymentNumber: 'pay_2',
        savedPayment: { paymentMethodType: 'adyen_credit', paymentData: null, card: null },
      }),
    )
    const { bodies } = answerFetch({ [CONFIRM]: { ...COMPLETED, payment_number: 'pay_2' } })
    comeBack('/adyen-callback?redirectResult=x', <AdyenCallbackScreen />)
    await eventually(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ payment_number: 'pay_2', payment_method_type: 'adyen_credit' })
  })
  test('does not accept the return of another provider', async () => {
    const { asked } = answerFetch({})
    comeBack('/adyen-callback?payment_number=pay_1&payment_method_type=stripe', <AdyenCallbackScreen />)
    await eventually(() => expect(location.hash).toBe('#/not-found'))
    expect(asked).toEqual([])
  })
})

test('R-2.25: a visitor who comes back without paying may continue there or choose another method, and is not sent anywhere', async () => {
  const open = { result: 'redirect', ...BY, redirect_url: 'https://wallet.example/1' }
  answerFetch({ [CONFIRM]: open, 'GET /api/v1/paymentmethods': [] })
  const element = comeBack('/payment-callback/sbps3ds?payment_number=pay_1', <SbpsThreeDsScreen />)
  await eventually(() => expect(element.querySelector('h1')?.textContent).toContain('完了していません'))
  expect(element.querySelectorAll('button')).toHaveLength(2)
  expect(element.querySelectorAll('a')).toHaveLength(0)
})

test.each([
  ['left open', { result: 'redirect', redirect_url: 'https://wallet.example/1' }],
  ['not known yet', { result: 'checking' }],
])(
  'while the payment of a change is %s, the tickets as they are stay one tap away (S-11.01)',
  async (_is, result) => {
    act(() => useSession.setState({ changeDateResult: { oldToken: 'rsv_1', token: 'tch_1' } }))
    answerFetch({ [CONFIRM]: { ...BY, ...result, time_change: true }, 'GET /api/v1/paymentmethods': [] })
    const element = comeBack(
      '/payment-callback/sbps3ds?payment_number=pay_1&time_change=true',
      <SbpsThreeDsScreen />,
    )
    await eventually(() =>
      expect([...element.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
        '/tickets/#/id/rsv_1',
      ]),
    )
    act(() => useSession.setState({ changeDateResult: null }))
  },
)

describe('R-2.30: /payment-callback/wallet', () => {
  test('goes on with the state that this browser took along (S-13.02)', async () => {
    act(() => useSession.setState({ dPayState: 'state-1' }))
    comeBack('/payment-callback/wallet?payment_number=pay_1&state=state-1', <WalletCallbackScreen />)
    await eventually(() => expect(location.hash).toBe('#/d-pay-confirm'))
  })
  test.each([
    ['another state', 'state=state-2', 'state-1'],
    ['none', '', 'state-1'],
    ['one that nobody took along', 'state=state-1', null],
    ['an empty one', 'state=', ''],
  ])('%s ends on the error page, without a call to the server (S-13.02)', async (_what, query, dPayState) => {
    const { asked } = answerFetch({})
    act(() => useSession.setState({ dPayState }))
    comeBack(`/payment-callback/wallet?${query}`, <WalletCallbackScreen />)
    await eventually(() => expect(location.hash).toBe('#/error'))
    expect(asked).toEqual([])
  })
})

test('an open payment says until when the tickets are held, and under which name it continues', async () => {
  const open = { result: 'redirect', ...BY, redirect_url: 'https://wallet.example/1' }
  answerFetch({
    [CONFIRM]: open,
    'GET /api/v1/paymentmethods': [],
    'GET /api/v1/orders/ord_1': buildOrder({ expires_at: '2099-12-01T10:05:00+09:00' }),
  })
  act(() => useSession.setState({ orderToken: 'ord_1' }))
  const element = comeBack('/payment-callback/sbps3ds?payment_number=pay_1', <SbpsThreeDsScreen />)
  await eventually(() => expect(element.textContent).toContain('確保の期限：10:05'))
  const name = textsOf('ja')['payment_method_softbank_3ds']
  expect(element.querySelector('button')?.textContent).toBe(`${name}でお支払いを続ける`)
})

test('cancelling a payment that was refused leads to the other methods (R-8.07)', async () => {
  const open = { result: 'redirect', ...BY, redirect_url: 'https://wallet.example/1' }
  const answers: Record<string, unknown> = {
    [CONFIRM]: open,
    'GET /api/v1/paymentmethods': [],
    'GET /api/v1/orders/ord_1': new Response('{}', { status: 404 }),
  }
  answerFetch(answers)
  act(() => useSession.setState({ orderToken: 'ord_1' }))
  const element = comeBack('/payment-callback/sbps3ds?payment_number=pay_1', <SbpsThreeDsScreen />)
  await eventually(() => expect(element.querySelectorAll('button')).toHaveLength(2))
  const refusal = { error: 'payment_api_failure', can_retry: true, order_token: 'ord_1' }
  answers[CONFIRM] = new Response(JSON.stringify(refusal), { status: 400 })
  click(element.querySelectorAll('button')[1])
  await eventually(() => expect(location.hash).toBe('#/payment'))
})

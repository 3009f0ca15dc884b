import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentResult } from '@kippu/contract/payments'
import { act, createRef, useImperativeHandle } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { NO_PIECES } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { usePaymentStep } from './use-payment-step.ts'

const went: string[] = []
const sent: HTMLFormElement[] = []

beforeEach(() => {
  went.length = 0
  sent.length = 0
  vi.spyOn(location, 'assign').mockImplementation(address => void went.push(String(address)))
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    // A browser only sends a form that is in the document.
    if (this.isConnected) sent.push(this)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

function open(method: PaymentMethod) {
  const step = createRef<ReturnType<typeof usePaymentStep>>()
  function Step(): null {
    const current = usePaymentStep()
    useImperativeHandle(step, () => current)
    return null
  }
  render(<Step />)
  return {
    follow: async (result: PaymentResult) => act(async () => step.current!.follow(result, method)),
    isLeaving: () => step.current!.isLeaving,
  }
}

const payment_number = 'pay_1'
/** The fields that every answer about an open payment has. */
const by = (payment_method_type: PaymentMethod) => ({
  payment_number,
  payment_reference: 'ref_1',
  payment_method_type,
})

test('a redirect leaves for the provider, and the payment is remembered (R-3.62, S-7.02)', async () => {
  const { follow, isLeaving } = open('adyen_alipay')
  await follow({ result: 'redirect', ...by('adyen_alipay'), redirect_url: 'https://provider.example/a?b=c' })
  expect(went).toEqual(['https://provider.example/a?b=c'])
  expect(useSession.getState()).toMatchObject({ paymentNumber: 'pay_1', payingBy: 'adyen_alipay' })
  expect(isLeaving()).toBe(true)
})

test('a visitor who comes back by the back button finds the page usable again', async () => {
  const { follow, isLeaving } = open('adyen_alipay')
  await follow({ result: 'redirect', ...by('adyen_alipay'), redirect_url: 'https://provider.example/' })
  await act(async () => window.dispatchEvent(new Event('pageshow')))
  expect(isLeaving()).toBe(false)
})

test('a form is sent from the store’s own page for it (R-7.55, R-7.67)', async () => {
  const { follow, isLeaving } = open('softbank_paypay')
  const form = { action_url: 'https://provider.example/buy', method: 'POST', charset: 'Shift_JIS' } as const
  await follow({ result: 'form', ...by('softbank_paypay'), ...form, fields: [['merchant_id', '30132']] })
  expect(went).toEqual(['/payment-step/pay_1'])
  expect(sent).toEqual([])
  expect(useSession.getState()).toMatchObject({ paymentNumber: 'pay_1', payingBy: 'softbank_paypay' })
  expect(isLeaving()).toBe(true)
})

test('3-D Secure is an address to go to, or a form when it has fields, even one that is named submit (R-7.54, R-7.65)', async () => {
  const { follow } = open('gmo_3ds')
  const acs_url = 'https://bank.example/acs'
  await follow({ result: 'three_ds', ...by('gmo_3ds'), acs_url, fields: [], md: 'md_1' })
  expect(went).toEqual([acs_url])
  const fields: [string, string][] = [
    ['PaReq', 'x'],
    ['submit', ''],
    ['PaReq', 'again'],
  ]
  await follow({ result: 'three_ds', ...by('gmo_3ds'), acs_url, fields, md: 'md_1' })
  const [form] = sent
  expect(form).toMatchObject({ method: 'post', acceptCharset: 'UTF-8' })
  expect(form!.getAttribute('action')).toBe(acs_url)
  const inputs = [...form!.querySelectorAll('input')]
  expect(inputs.map(({ name, value }) => [name, value])).toEqual(fields)
  expect(new Set(inputs.map(input => input.type))).toEqual(new Set(['hidden']))
  expect(document.querySelector('form')).toBeNull()
})

test.each([
  ['a code to scan', { result: 'action', action: { type: 'qr', code: 'c', expires_at: null } }],
  ['silence', { result: 'checking' }],
] as const)('%s leads to the page that asks for the end (R-7.60, S-7.13)', async (_, result) => {
  const { follow, isLeaving } = open('adyen_we_chat_pay')
  await follow({ ...result, ...by('adyen_we_chat_pay') })
  expect(location.hash).toBe('#/payment-callback/adyen_we_chat_pay/success?payment_number=pay_1')
  expect(isLeaving()).toBe(false)
})

test('a payment that another tab began by another method is shown as open, without leaving for its provider (S-1.15)', async () => {
  const { follow, isLeaving } = open('stripe')
  await follow({ result: 'redirect', ...by('gmo_paypay'), redirect_url: 'https://provider.example/' })
  expect(went).toEqual([])
  expect(isLeaving()).toBe(false)
  expect(location.hash).toBe('#/payment-callback/gmo_paypay/success?payment_number=pay_1')
  expect(useSession.getState()).toMatchObject({ paymentNumber: 'pay_1', payingBy: 'gmo_paypay' })
})

test('a completed payment leads to the completion page (R-4.10)', async () => {
  const { follow } = open('gmo')
  await follow({
    result: 'completed',
    payment_number,
    reservation_token: 'rsv_1',
    reservation_number: 'ABCDEFGH23',
    time_change: false,
  })
  expect(location.hash).toBe('#/complete')
})

test('d払い begins with the login to d ACCOUNT: eight fields go along, the state stays here (R-3.70, R-7.32, R-7.68, D-43)', async () => {
  const fields = {
    response_type: 'code',
    scope: 'openid',
    client_id: 'kippu',
    redirect_uri: 'https://store.example/payment-return/docomo',
    state: 'state_1',
    nonce: 'nonce_1',
    prompt: 'login',
    authif: '1',
  }
  const { asked } = answerFetch({ 'GET /d-account/v1/auth/ord_1': fields })
  useSession.setState({ orderToken: 'ord_1' })
  const { follow, isLeaving } = open('d_pay')
  const authorization_url = 'https://id.example/oidc/authorize'
  await follow({ result: 'action', ...by('d_pay'), action: { type: 'd_account', authorization_url } })
  await eventually(() => expect(went).toHaveLength(1))
  expect(asked).toEqual(['GET /d-account/v1/auth/ord_1'])
  const address = new URL(went[0]!)
  expect(address.origin + address.pathname).toBe(authorization_url)
  expect(Object.fromEntries(address.searchParams)).toEqual(fields)
  expect(useSession.getState()).toMatchObject({ dPayState: 'state_1', paymentNumber: 'pay_1' })
  expect(isLeaving()).toBe(true)
})

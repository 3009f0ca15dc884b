import { textsOf } from '@kippu/texts/texts'
import { act, createRef } from 'react'
import { expect, test, vi } from 'vitest'

import { answerScripts } from '../../../../test/answering-scripts.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { AdyenCard } from './adyen-card.tsx'
import type { CardHandle } from './card-handle.ts'

const view = buildFirstView({ texts: textsOf('ja') })
const ENCRYPTED = {
  encryptedCardNumber: 'eyJ1',
  encryptedExpiryMonth: 'eyJ2',
  encryptedExpiryYear: 'eyJ3',
  encryptedSecurityCode: 'eyJ4',
}

interface Options {
  readonly onChange: (state: unknown) => void
  readonly onFieldValid: (field: unknown) => void
  readonly onConfigSuccess: () => void
}

let scripts = 0

async function openAdyen() {
  const address = `https://adyen.example/${(scripts += 1)}/adyen.js`
  const style = address.replace('.js', '.css')
  const AdyenCheckout = vi.fn<(options: object) => Promise<object>>(async () => ({}))
  const showValidation = vi.fn<() => void>()
  let options: Options | undefined
  class Card {
    readonly showValidation = showValidation
    constructor(_checkout: object, given: Options) {
      options = given
    }
    mount(): void {
      options?.onConfigSuccess()
    }
    unmount(): void {}
  }
  const { asked } = answerScripts({ [address]: { AdyenWeb: { AdyenCheckout, Card } }, [style]: {} })
  const client = {
    provider: 'adyen',
    scripts: [address],
    styles: [style],
    config: { client_key: 'test_KEY', environment: 'test' },
    is_test: true,
  } as const
  const ref = createRef<CardHandle>()
  const row = { ...client, scripts: [address], styles: [style] }
  const { element } = render(<AdyenCard client={row} amount={6400} buyer="山田 太郎" ref={ref} />, view)
  await eventually(() => expect(element.querySelector('[class*=hidden]')).toBeNull())
  const typeName = async (name: string): Promise<void> =>
    act(async () => {
      const input = element.querySelector<HTMLInputElement>('#card-holder')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, name)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const collect = () => act(() => ref.current!.collect())
  return { element, asked, AdyenCheckout, showValidation, options: options!, typeName, collect }
}

test('the component of Adyen is loaded with its style sheet, gets its settings, and sends no statistics (R-7.58, R-7.75)', async () => {
  const { asked, AdyenCheckout } = await openAdyen()
  expect(asked.map(address => address.replace(/.*\./, ''))).toEqual(['css', 'js'])
  expect(AdyenCheckout).toHaveBeenCalledWith({
    clientKey: 'test_KEY',
    environment: 'test',
    locale: 'ja-JP',
    countryCode: 'JP',
    amount: { currency: 'JPY', value: 6400 },
    showPayButton: false,
    analytics: { enabled: false },
  })
})

test('of the component’s report only the encrypted parts are used, with the name from our field (R-5.13)', async () => {
  const { options, typeName, collect } = await openAdyen()
  await typeName('TARO YAMADA')
  const paymentMethod = { type: 'scheme', ...ENCRYPTED, brand: 'visa', riskData: 'x', number: '4111' }
  options.onFieldValid({ fieldType: 'encryptedCardNumber', endDigits: '1111' })
  options.onChange({ isValid: true, data: { paymentMethod, storePaymentMethod: false } })
  expect(await collect()).toEqual({
    paymentData: {
      payment_method_type: 'adyen_credit',
      payment_method: { type: 'scheme', ...ENCRYPTED, brand: 'visa', holderName: 'TARO YAMADA' },
    },
    card: { brand: 'visa', last4: '1111' },
  })
})

test.each([
  ['', '入力してください'],
  ['タロウ', 'カードの名義は半角の英字と空白'],
])(
  'the name is checked first: the error in "%s" is shown, and its field keeps the focus, which the component would take',
  async (name, words) => {
    const { element, options, showValidation, typeName, collect } = await openAdyen()
    await typeName(name)
    options.onChange({ isValid: false, data: {} })
    expect(await collect()).toBeNull()
    expect(element.textContent).toContain(words)
    expect(document.activeElement?.id).toBe('card-holder')
    expect(showValidation).not.toHaveBeenCalled()
  },
)

test('a wrong name is said when its field is left or after a pause, not with its first letter (R-5.22, D-69)', async () => {
  const { element, typeName } = await openAdyen()
  const name = element.querySelector<HTMLInputElement>('#card-holder')!
  await act(async () => name.focus())
  await typeName('T1')
  expect(name.getAttribute('aria-invalid')).toBeNull()
  await act(async () => name.blur())
  await eventually(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  await typeName('TARO')
  expect(name.getAttribute('aria-invalid')).toBeNull()
})

test('the component itself shows that a card is incomplete', async () => {
  const { options, showValidation, typeName, collect } = await openAdyen()
  await typeName('TARO')
  options.onChange({ isValid: false, data: {} })
  expect(await collect()).toBeNull()
  expect(showValidation).toHaveBeenCalledOnce()
})

import { textsOf } from '@kippu/texts/texts'
import { act, createRef } from 'react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { answerScripts } from '../../../../test/answering-scripts.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { buildOrder } from '../../../../test/order.ts'
import { eventually, render } from '../../../../test/render.tsx'
import type { Collected } from '../data/payment-data.ts'
import { PAUSE } from '../../../ui/use-shown-error.ts'
import type { CardHandle } from './card-handle.ts'
import { GmoCard } from './gmo-card.tsx'
import { payableOrder } from '../../checkout/order/payable-order.ts'
import { SoftbankCard, SoftbankSecureCard } from './softbank-card.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const NUMBER = '4111111111111111'
const GOOD = { number: NUMBER, expiry: '0540', code: '123', name: 'TARO YAMADA' }

/** Sends the card to a provider's script. */
type Ask = (values: unknown, tell: (given: unknown) => void) => void

let scripts = 0
/** Each test has an address of its own: a document loads a script once. */
const newAddress = (): string => `https://token.example/${(scripts += 1)}.js`

function clientOf(addresses: readonly string[], config: Readonly<Record<string, string>>) {
  return { provider: 'gmo' as const, scripts: [...addresses], styles: [], config, is_test: true }
}

function field(element: Element, name: string): HTMLInputElement {
  return element.querySelector<HTMLInputElement>(`[name=card-${name}]`)!
}

async function type(element: Element, card: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(card))
    await act(async () => {
      const input = field(element, name)
      input.value = value
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
}

async function open(card: (ref: React.RefObject<CardHandle | null>) => ReactElement) {
  const ref = createRef<CardHandle>()
  const { element } = render(card(ref), view)
  await eventually(() => expect(element.querySelector('[class*=hidden]')).toBeNull())
  const collect = async (): Promise<Collected | null> => {
    let collected: Collected | null = null
    await act(async () => {
      collected = await ref.current!.collect()
    })
    return collected
  }
  return { element, collect }
}

async function openGmo(answer: unknown, buyer = '') {
  const address = newAddress()
  const init = vi.fn<(shopId: string, publicKey?: string) => void>()
  const getToken = vi.fn<Ask>((_card, tell) => tell(answer))
  answerScripts({ [address]: { Multipayment: { init, getToken } } })
  const client = clientOf([address], { shop_id: 'tshop00000001', public_key: 'key' })
  const page = await open(ref => <GmoCard method="gmo_3ds" client={client} buyer={buyer} ref={ref} />)
  return { ...page, init, getToken }
}

test('GMO gets the card from our fields and returns a token that is valid once; the fields are then empty (R-2.18, R-7.54)', async () => {
  const masked = '*'.repeat(12) + '1111'
  const { element, collect, init, getToken } = await openGmo({
    resultCode: '000',
    tokenObject: { token: ['tok_1'], maskedCardNo: masked },
  })
  await type(element, GOOD)
  expect(field(element, 'number').value).toBe('4111 1111 1111 1111')
  expect(field(element, 'expiry').value).toBe('05 / 40')
  expect(await collect()).toEqual({
    paymentData: { payment_method_type: 'gmo_3ds', token: 'tok_1' },
    card: { brand: '', last4: '1111' },
  })
  expect(init).toHaveBeenCalledWith('tshop00000001', 'key')
  expect(getToken.mock.calls[0]?.[0]).toEqual({
    cardno: NUMBER,
    expire: '204005',
    securitycode: '123',
    holdername: 'TARO YAMADA',
    tokennumber: '1',
  })
  for (const name of Object.keys(GOOD)) expect(field(element, name).value).toBe('')
})

test.each([
  ['Taro Yamada', 'Taro Yamada'],
  ['山田 太郎', ''],
])('the name of the buyer %s stands as “%s” in the field of the holder', async (buyer, held) => {
  const { element } = await openGmo({}, buyer)
  expect(field(element, 'name').value).toBe(held)
})

test('no digit of a card is in the session, nor in the markup that React renders (R-3.65, S-7.11)', async () => {
  const { element, collect } = await openGmo({ resultCode: '000', tokenObject: { token: 'tok_1' } })
  await type(element, GOOD)
  await collect()
  const stored = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])
  for (const text of [stored, element.innerHTML]) expect(text.replace(/\s/g, '')).not.toContain('41111111')
})

test('an autofilled or pasted number is formatted, browsers recognise the fields, phones show digits', async () => {
  const { element } = await openGmo({})
  const hints = ['number', 'expiry', 'code', 'name'].map(name => {
    const { autocomplete, inputMode } = field(element, name)
    return [autocomplete, inputMode]
  })
  expect(hints).toEqual([
    ['cc-number', 'numeric'],
    ['cc-exp', 'numeric'],
    ['cc-csc', 'numeric'],
    ['cc-name', ''],
  ])
  await type(element, { number: '４１１１１１１１１１１１１１１１', expiry: '2040-05' })
  expect(field(element, 'number').value).toBe('4111 1111 1111 1111')
  expect(field(element, 'expiry').value).toBe('05 / 2040')
})

test('an invalid field is named and gets the focus, and the provider is not called (R-5.13, R-5.15)', async () => {
  const { element, collect, getToken } = await openGmo({})
  await type(element, { ...GOOD, expiry: '0120', name: 'タロウ' })
  expect(await collect()).toBeNull()
  expect(getToken).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field(element, 'expiry'))
  expect(element.textContent).toContain('有効期限が切れています')
  expect(element.textContent).toContain('カードの名義は半角の英字と空白')
  await type(element, { expiry: '0540' })
  expect(element.textContent).not.toContain('有効期限が切れています')
})

describe('an error that is typed (R-5.22, D-69)', () => {
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  /** Opens the fields by the real clock, on which they wait for the script, and stops it then. */
  async function openStopped() {
    const opened = await openGmo({})
    vi.useFakeTimers()
    return opened
  }
  const invalid = (element: Element) =>
    [...element.querySelectorAll('[aria-invalid]')].map(input => input.getAttribute('name'))
  afterEach(() => void vi.useRealTimers())

  test('is shown from the first pause of 800 ms, and each digit begins the pause anew', async () => {
    const { element } = await openStopped()
    for (const number of ['4', '41', '411']) {
      await type(element, { number })
      await pass(PAUSE - 1)
      expect(invalid(element)).toEqual([])
    }
    await pass(1)
    expect(invalid(element)).toEqual(['card-number'])
  })

  test('is shown when its field is left, and goes with the digit that mends it; the next one waits again', async () => {
    const { element } = await openStopped()
    await act(async () => field(element, 'code').focus())
    await type(element, { code: '12' })
    expect(invalid(element)).toEqual([])
    await act(async () => field(element, 'name').focus())
    await pass(1)
    expect(element.textContent).toContain('3桁または4桁の数字')
    await type(element, { code: '123' })
    expect(invalid(element)).toEqual([])
    await type(element, { code: '12' })
    expect(invalid(element)).toEqual([])
    await pass(PAUSE)
    expect(invalid(element)).toEqual(['card-code'])
  })

  test('is over with a tick, once its field is left', async () => {
    const { element } = await openStopped()
    const ticks = () => field(element, 'code').parentElement!.querySelectorAll('svg').length
    await act(async () => field(element, 'code').focus())
    await type(element, { code: '123' })
    expect(ticks()).toBe(0)
    await act(async () => field(element, 'code').blur())
    expect(ticks()).toBe(1)
  })

  test('is none of a field that the visitor has not used', async () => {
    const { element } = await openStopped()
    await act(async () => {
      field(element, 'number').focus()
      field(element, 'code').focus()
    })
    await pass(PAUSE)
    expect(invalid(element)).toEqual([])
  })

  test('is that of an impossible month, too', async () => {
    const { element } = await openStopped()
    await type(element, { expiry: '13/30' })
    await pass(PAUSE)
    expect(element.textContent).toContain('月（01〜12）と年で入力してください')
  })
})

test('a name in full width becomes half-width when the visitor leaves the field (D-27)', async () => {
  const { element } = await openGmo({})
  await act(async () => field(element, 'name').focus())
  await type(element, { name: 'ＴＡＲＯ　ＹＡＭＡＤＡ' })
  expect(field(element, 'name').value).toBe('ＴＡＲＯ　ＹＡＭＡＤＡ')
  await act(async () => field(element, 'name').blur())
  expect(field(element, 'name').value).toBe('TARO YAMADA')
  expect(field(element, 'name').getAttribute('autocapitalize')).toBe('characters')
})

/** An edit by a person: the text that the browser leaves in the field, with the caret at `|`. */
async function edit(element: Element, left: string, inputType: string): Promise<void> {
  await act(async () => {
    const input = field(element, 'expiry')
    input.focus()
    input.value = left.replace('|', '')
    input.setSelectionRange(left.indexOf('|'), left.indexOf('|'))
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  })
}

test('a month is corrected in its place: the caret stays, and no zero is added meanwhile', async () => {
  const { element } = await openGmo({})
  await edit(element, '1/27|', 'insertFromPaste')
  expect(field(element, 'expiry').value).toBe('01 / 27')
  await edit(element, '0| / 27', 'deleteContentBackward')
  expect(field(element, 'expiry').value).toBe('0 / 27')
  await edit(element, '02| / 27', 'insertText')
  expect([field(element, 'expiry').value, field(element, 'expiry').selectionStart]).toEqual(['02 / 27', 2])
  await edit(element, '2| / 27', 'deleteContentBackward')
  await act(async () => field(element, 'expiry').blur())
  expect(field(element, 'expiry').value).toBe('02 / 27')
})

test('a zero added before the month keeps the caret behind the same digit', async () => {
  const { element } = await openGmo({})
  await edit(element, '1/2|7', 'insertText')
  expect([field(element, 'expiry').value, field(element, 'expiry').selectionStart]).toEqual(['01 / 27', 6])
})

test.each([
  ['101', 'number'],
  ['113', 'expiry'],
  ['121', 'code'],
  ['131', 'name'],
] as const)(
  'the refusal %s of GMO is shown at the field %s, and the input stays',
  async (resultCode, name) => {
    const { element, collect } = await openGmo({ resultCode })
    await type(element, GOOD)
    expect(await collect()).toBeNull()
    expect(field(element, name).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field(element, name))
    expect(field(element, 'number').value).not.toBe('')
    // It stays while the visitor looks around, and goes with the next input.
    await act(async () => field(element, name).blur())
    expect(field(element, name).getAttribute('aria-invalid')).toBe('true')
    await type(element, { [name]: GOOD[name] })
    expect(field(element, name).getAttribute('aria-invalid')).toBeNull()
  },
)

test('the failure of a script is shown, nothing is collected, and the input stays', async () => {
  const { element, collect, getToken } = await openGmo({})
  getToken.mockImplementation(() => {
    throw new Error('broken')
  })
  await type(element, GOOD)
  expect(await collect()).toBeNull()
  expect(element.textContent).toContain('決済代行会社から返事がありません')
  expect(field(element, 'number').value).not.toBe('')
})

test('a script that does not load is announced, with a button to retry (R-7.74)', async () => {
  const address = newAddress()
  answerScripts({})
  const client = clientOf([address], {})
  const { element } = render(
    <GmoCard method="gmo" client={client} buyer="" ref={createRef<CardHandle>()} />,
    view,
  )
  await eventually(() => expect(element.textContent).toContain('カードの入力欄を表示できません'))
  answerScripts({ [address]: { Multipayment: { init: vi.fn<() => void>(), getToken: vi.fn<Ask>() } } })
  await act(async () => element.querySelector('button')!.click())
  await eventually(() => expect(element.textContent).not.toContain('カードの入力欄を表示できません'))
})

function fakeSoftbank() {
  const card = vi.fn<Ask>((_values, tell) =>
    tell({
      result: 'OK',
      tokenResponse: { token: 't1', tokenKey: 'k1', cardBrandCode: 'V', maskedCcNumber: '************1111' },
    }),
  )
  const payer = vi.fn<Ask>((_values, tell) =>
    tell({ result: 'OK', tokenResponse: { tds2infoToken: 't2', tds2infoTokenKey: 'k2' } }),
  )
  return { card, payer }
}

test('SB Payment Service gets merchant, service and card, the expiry as YYYYMM (R-3.41, R-7.64)', async () => {
  const address = newAddress()
  const { card } = fakeSoftbank()
  answerScripts({ [address]: { com_sbps_system: { generateToken: card } } })
  const client = clientOf([address], { merchant_id: '30132', service_id: '002' })
  const { element, collect } = await open(ref => (
    <SoftbankCard method="softbank_credit" client={client} buyer="" ref={ref} />
  ))
  await type(element, GOOD)
  expect(await collect()).toEqual({
    paymentData: { payment_method_type: 'softbank_credit', token: 't1', token_key: 'k1' },
    card: { brand: 'visa', last4: '1111' },
  })
  expect(card.mock.calls[0]?.[0]).toEqual({
    merchantId: '30132',
    serviceId: '002',
    ccNumber: NUMBER,
    ccExpiration: '204005',
    securityCode: '123',
  })
})

test('with 3-D Secure it also gets the payer, with exactly one space in the name (R-5.14, R-7.65)', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const { card, payer } = fakeSoftbank()
  answerScripts({
    [first]: { com_sbps_system: { generateToken: card } },
    [second]: { com_sbps_system_tds2: { generateToken: payer } },
  })
  const client = clientOf([first, second], { merchant_id: '30132', service_id: '002' })
  const order = buildOrder({
    customer_info: [
      { key: 'fullname', value: 'TARO' },
      { key: 'email', value: 'a@b.co' },
      { key: 'phone', value: '03-1234-5678' },
    ],
  })
  const { element, collect } = await open(ref => (
    <SoftbankSecureCard
      method="softbank_3ds"
      client={client}
      buyer="TARO"
      payable={payableOrder(order, 'ord_1')}
      ref={ref}
    />
  ))
  expect(field(element, 'name').value).toBe('')
  await type(element, { ...GOOD, name: 'TARO' })
  expect(await collect()).toBeNull()
  expect(card).not.toHaveBeenCalled()
  await type(element, { name: 'TARO YAMADA' })
  expect(await collect()).toMatchObject({
    paymentData: {
      payment_method_type: 'softbank_3ds',
      token: 't1',
      token_key: 'k1',
      tds2_info_token: 't2',
      tds2_info_token_key: 'k2',
    },
  })
  expect(payer.mock.calls[0]?.[0]).toEqual({
    merchantId: '30132',
    serviceId: '002',
    billingFirstName: 'TARO',
    billingLastName: 'YAMADA',
    billingPhone: '0312345678',
    email: 'a@b.co',
  })
})

test.each([
  ['02003', 'number'],
  ['02004', 'expiry'],
  ['02005', 'code'],
])('the refusal %s of SB Payment Service is shown at the field %s', async (errorCode, name) => {
  const address = newAddress()
  const refuse: Ask = (_values, tell) => tell({ result: 'NG', errorCode })
  answerScripts({ [address]: { com_sbps_system: { generateToken: refuse } } })
  const { element, collect } = await open(ref => (
    <SoftbankCard method="softbank_credit" client={clientOf([address], {})} buyer="" ref={ref} />
  ))
  await type(element, GOOD)
  expect(await collect()).toBeNull()
  expect(field(element, name).getAttribute('aria-invalid')).toBe('true')
})

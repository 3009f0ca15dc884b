import { describe, expect, test } from 'vitest'

import { running } from '../../test/running.ts'
import {
  answerPage,
  ATTEMPT,
  type Elements,
  exchange,
  japaneseTime,
  ORDER,
  purchaseForm,
  sha1,
  softbankMerchant,
  STORE,
} from '../../test/softbank-merchant.ts'
import { storeEndpoint } from '../../test/store-endpoint.ts'
import { testCardNumber } from '../core/test-cards.ts'
import { readForm } from '../core/windows-31j.ts'

const CARD = { ccNumber: testCardNumber('1112'), ccExpiration: '204012', securityCode: '123' }

describe('the token scripts', () => {
  test('are served under the names of the gateway', async () => {
    const { url } = await running()
    for (const name of ['token', 'tds2infotoken']) {
      const response = await fetch(`${url}/softbank/sbpstoken/com_sbps_system_${name}.js`)
      expect(response.headers.get('content-type')).toContain('javascript')
      expect(await response.text()).toContain('generateToken')
    }
  })

  test('exchange digits for a token, for pages of the store alone', async () => {
    const { url } = await running()
    expect(await exchange(url, 'token', CARD)).toEqual({
      result: 'OK',
      tokenResponse: {
        token: expect.stringMatching(/^[\da-f]{64}$/),
        tokenKey: expect.any(String),
        cardBrandCode: 'V',
        maskedCcNumber: '************1112',
      },
    })
    expect(await exchange(url, 'token', CARD, 'http://evil.example')).toEqual({ result: 'HTTP 403' })
  })

  test.each([
    [{ ccNumber: '' }, '03003'],
    [{ ccNumber: '4000000000001111' }, '06003'],
    [{ ccExpiration: '202001' }, '06004'],
    [{ securityCode: '12' }, '06005'],
    [{ merchantId: '00000' }, '99001'],
  ])('say what is wrong: %o', async (more, errorCode) => {
    const { url } = await running()
    expect(await exchange(url, 'token', { ...CARD, ...more })).toEqual({ result: 'NG', errorCode })
  })
})

async function opened(last4: string) {
  const { url } = await running()
  const merchant = softbankMerchant(url)
  const [token, key] = await merchant.token(last4)
  const info = await exchange(url, 'tds2info', { billingLastName: 'KIPPU' })
  const { redirect_url: page = '', res_tds_authentication_id: id = '' } = await merchant.call(
    'TA02-00101-101',
    [
      ['cust_code', 'c1'],
      ['amount', '3200'],
      [
        'pay_option_manage',
        [
          ['token', token],
          ['token_key', key],
          ['tds_info_token', info.tokenResponse?.['tds2infoToken'] ?? ''],
          ['tds_info_token_key', info.tokenResponse?.['tds2infoTokenKey'] ?? ''],
          ['ok_return_url', `${STORE}/ok`],
          ['ng_return_url', `${STORE}/ng`],
        ],
      ],
      ['encrypted_flg', '0'],
    ],
  )
  const authorize = (amount = '3200') =>
    merchant.call('ST01-00118-101', [
      ['cust_code', 'c1'],
      ['order_id', ORDER],
      ['item_id', 'tickets'],
      ['amount', amount],
      ['pay_option_manage', [['tds_authentication_id', id]] satisfies Elements],
      ['encrypted_flg', '0'],
    ])
  return { page: page.replaceAll('&amp;', '&'), authorize }
}

describe('3-D Secure', () => {
  test('lets most cards through without a question, and brings nothing back', async () => {
    const { page, authorize } = await opened('1112')
    expect(await authorize()).toMatchObject({ res_result: 'NG' })
    expect(await answerPage(page)).toMatchObject({ url: `${STORE}/ok` })
    expect(await authorize()).toMatchObject({ res_result: 'OK' })
  })

  test('asks a question for 3220, and a failure authorises nothing', async () => {
    const { page, authorize } = await opened('3220')
    expect(await (await fetch(page)).text()).toContain('本人認証')
    expect(await answerPage(page, 'fail')).toMatchObject({ url: `${STORE}/ng` })
    expect(await authorize()).toMatchObject({ res_err_code: '10165999' })
  })

  test('is valid for one amount', async () => {
    const { page, authorize } = await opened('1112')
    await answerPage(page)
    expect(await authorize('1')).toMatchObject({ res_err_code: '10107001' })
  })
})

describe('the page of the link type', () => {
  test.each([
    ['an element that is missing', (form: Record<string, string>) => delete form['free1'], '03'],
    ['a hash of Shift_JIS', (form: Record<string, string>) => (form['sps_hashcode'] = 'x'), '09'],
  ])('does not open for %s', async (_name, spoil, type) => {
    const { url } = await running()
    const form = purchaseForm('paypay')
    spoil(form)
    const { page, shown } = await softbankMerchant(url).open(form)
    expect(page).toBeNull()
    expect(shown).toContain(`type ${type}`)
  })

  test('does not open when the request is too old', async () => {
    const { url } = await running()
    const request_date = japaneseTime(new Date(Date.now() - 601_000))
    const { shown } = await softbankMerchant(url).open(purchaseForm('paypay', { request_date }))
    expect(shown).toContain('type 10')
  })

  test.each(['paypay', 'alipay'] as const)(
    '%s is paid: the store is told, and again until it says "OK,"',
    async method => {
      const store = await storeEndpoint([500, 'NG,busy', 'OK', 'OK,'])
      const { url } = await running({ noticeRetryMs: 10 })
      const merchant = softbankMerchant(url)
      const form = purchaseForm(method, { pagecon_url: `${store.url}/payment-webhooks/softbank` })
      const { page } = await merchant.open(form)
      const back = await answerPage(page ?? '', 'pay')
      expect(back?.url).toBe(`${STORE}/back/success`)
      const received = await store.count(4)
      const notice = readForm(Buffer.from(received[0]?.body ?? ''))
      expect(notice).toMatchObject({
        res_result: 'OK',
        item_name: '入場券①',
        amount: '3200',
        order_id: ORDER,
      })
      expect(received[3]?.body).toBe(received[0]?.body)
      expect(await merchant.ledger()).toMatchObject({
        [ATTEMPT]: { authorized: 3200, captured: method === 'alipay' ? 3200 : 0 },
      })
    },
  )

  test('hashes the notice in UTF-8 and the return in Shift_JIS, both over one order', async () => {
    const store = await storeEndpoint(['OK,'])
    const { url } = await running()
    const form = purchaseForm('paypay', { pagecon_url: store.url })
    const { page } = await softbankMerchant(url).open(form)
    const back = await answerPage(page ?? '', 'pay')
    const [received] = await store.count(1)
    const notice = readForm(Buffer.from(received?.body ?? ''))
    const of = (fields: Record<string, string>) => HASHED.map(name => fields[name] ?? '')
    expect(notice['sps_hashcode']?.toLowerCase()).toBe(sha1(of(notice), 'utf8'))
    expect(back?.fields['sps_hashcode']?.toLowerCase()).toBe(sha1(of(back?.fields ?? {}), 'shift_jis'))
  })

  test('sends elements in any order', async () => {
    const { url } = await running()
    const { open } = softbankMerchant(url)
    const orders = new Set<string>()
    for (let number = 0; number < 4; number += 1) {
      const { page } = await open(purchaseForm('paypay', { order_id: `order${number}` }))
      orders.add((await answerPage(page ?? '', 'pay'))?.names.join() ?? '')
    }
    expect(orders.size).toBeGreaterThan(1)
  })

  test('sends the browser back to the address for the result, or nowhere', async () => {
    const { url } = await running()
    const { open, ledger } = softbankMerchant(url)
    const end = async (order_id: string, answer: string) =>
      answerPage((await open(purchaseForm('paypay', { order_id }))).page ?? '', answer)
    expect((await end('a', 'cancel'))?.url).toBe(`${STORE}/back/cancel`)
    expect((await end('b', 'fail'))?.url).toBe(`${STORE}/back/failure`)
    expect(await ledger()).toEqual({})
    expect(await end(ORDER, 'pay_no_return')).toBeNull()
    expect(await ledger()).toMatchObject({ [ATTEMPT]: { authorized: 3200 } })
  })

  test('does not open for an order that is paid, and a second window pays nothing', async () => {
    const { url } = await running()
    const { open, ledger } = softbankMerchant(url)
    const [first, second] = [await open(purchaseForm('paypay')), await open(purchaseForm('paypay'))]
    await answerPage(first.page ?? '', 'pay')
    await answerPage(second.page ?? '', 'pay')
    expect((await open(purchaseForm('paypay'))).shown).toContain('type 96')
    expect(await ledger()).toMatchObject({ [ATTEMPT]: { authorizations: 1 } })
  })

  test('PayPay is found by the order, and a sale may be accepted before it is final', async () => {
    const { url } = await running()
    const { open, call, control, ledger } = softbankMerchant(url)
    const by: Elements = [
      ['order_id', ORDER],
      ['encrypted_flg', '0'],
    ]
    expect(await call('MG01-00101-311', by)).toMatchObject({ res_err_code: '31112999' })
    await answerPage((await open(purchaseForm('paypay'))).page ?? '', 'pay')
    const { tracking_id = '', payment_status } = await call('MG01-00101-311', by)
    expect(payment_status).toBe('1')
    await control('softbank', { accept_sales: 1 })
    const sale: Elements = [
      ['tracking_id', tracking_id],
      ['pay_option_manage', [['amount', '3200']]],
    ]
    expect(await call('ST02-00201-311', sale)).toMatchObject({ res_result: 'AC' })
    expect(await call('MG01-00101-311', by)).toMatchObject({ payment_status: '2' })
    expect(await call('MG01-00101-311', by)).toMatchObject({ payment_status: '3' })
    expect(await ledger()).toMatchObject({ [ATTEMPT]: { captured: 3200 } })
  })

  test('Alipay is refunded in parts, and cannot be inquired', async () => {
    const { url } = await running()
    const { open, call } = softbankMerchant(url)
    const { page } = await open(purchaseForm('alipay'))
    const { fields = {} } = (await answerPage(page ?? '', 'pay')) ?? {}
    const part = (yen: string): Elements => [
      ['tracking_id', fields['res_tracking_id'] ?? ''],
      ['pay_option_manage', [['amount', yen]]],
    ]
    expect(await call('ST02-00306-510', part('3000'))).toMatchObject({ res_result: 'OK' })
    expect(await call('ST02-00306-510', part('201'))).toMatchObject({ res_err_code: '510K1999' })
    expect(await call('MG01-00101-510', [['order_id', ORDER]])).toMatchObject({ res_err_code: '51002999' })
  })
})

/** The order of the hash, written down independently of the simulator. */
const HASHED =
  'pay_method merchant_id service_id cust_code sps_cust_no sps_payment_no order_id item_id pay_item_id item_name tax amount pay_type auto_charge_type service_type div_settele last_charge_month camp_type tracking_id terminal_type free1 free2 free3 request_date res_pay_method res_result res_tracking_id res_sps_cust_no res_sps_payment_no res_payinfo_key res_payment_date res_err_code res_date limit_second'.split(
    ' ',
  )

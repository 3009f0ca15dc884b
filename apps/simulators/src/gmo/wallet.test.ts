import { expect, test } from 'vitest'

import { ATTEMPT, type Fields, follow, gmoShop, ORDER, RETURN_URL, type Shop } from '../../test/gmo-shop.ts'
import { running } from '../../test/running.ts'

const PAYPAY = { name: 'Paypay', payType: '45' } as const
const DOCOMO = { name: 'Docomo', payType: '9' } as const
type Wallet = typeof PAYPAY | typeof DOCOMO

test.each([PAYPAY, DOCOMO])('$name: the page is opened by a form with AccessID and Token', async wallet => {
  const shop = gmoShop((await running()).url)
  const { opened } = await open(shop, wallet)
  expect(opened['StartURL']).toBe(`${shop.url}/gmo/payment/${wallet.name}Start.idPass`)
  expect(opened['Token']).toContain('+')
  expect(opened['StartLimitDate']).toMatch(/^\d{14}$/)
  expect(await statusOf(shop, wallet)).toBe('REQSUCCESS')
  const page = await start(opened)
  expect(await statusOf(shop, wallet)).toBe('AUTHPROCESS')
  const text = await (await fetch(page)).text()
  for (const words of ['¥3,200', 'テスト・請求はありません', 'name="answer"']) expect(text).toContain(words)
  expect((await postStart({ ...opened, Token: 'other' })).status).toBe(404)
})

test('PayPay returns by GET without any field, paid or not', async () => {
  const shop = gmoShop((await running()).url)
  const { opened } = await open(shop, PAYPAY)
  expect(await follow(await start(opened), { answer: 'pay' })).toEqual({ url: RETURN_URL, fields: {} })
  expect(await statusOf(shop, PAYPAY)).toBe('AUTH')
  expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { authorizations: 1, authorized: 3200 } })
})

test('docomo returns by POST with its fields', async () => {
  const shop = gmoShop((await running()).url)
  const { opened } = await open(shop, DOCOMO, { DispShopName: '切符博物館' })
  const page = await start(opened)
  expect(await (await fetch(page)).text()).toContain('切符博物館')
  const back = await follow(page, { answer: 'pay' })
  expect(back!.url).toBe(RETURN_URL)
  expect(back!.fields).toMatchObject({ OrderID: ORDER, Status: 'AUTH', CheckString: expect.any(String) })
  expect(Object.keys(back!.fields)).toEqual([
    'OrderID',
    'Status',
    'TranDate',
    'DocomoSettlementCode',
    'CheckString',
  ])
})

test.each([
  [PAYPAY, 'cancel', {}],
  [PAYPAY, 'fail', {}],
  [DOCOMO, 'cancel', { Status: 'PAYFAIL', ErrCode: 'DC1', ErrInfo: 'DC1000003' }],
  [DOCOMO, 'fail', { Status: 'PAYFAIL', ErrCode: 'DC1', ErrInfo: 'DC1000004' }],
])('%o %s: PAYFAIL, no money, and a later press changes nothing', async (wallet, answer, fields) => {
  const shop = gmoShop((await running()).url)
  const { opened } = await open(shop, wallet)
  const page = await start(opened)
  expect((await follow(page, { answer }))!.fields).toMatchObject(fields)
  await follow(page, { answer: 'pay' })
  expect(await statusOf(shop, wallet)).toBe('PAYFAIL')
  expect(await shop.ledger()).toEqual({})
})

test.each([PAYPAY, DOCOMO])('$name: paid, and the browser never comes back', async wallet => {
  const shop = gmoShop((await running()).url)
  const { opened } = await open(shop, wallet)
  expect(await follow(await start(opened), { answer: 'pay_no_return' })).toBeNull()
  expect(await statusOf(shop, wallet)).toBe('AUTH')
})

test.each([PAYPAY, DOCOMO])(
  '$name: after PaymentTermSec the page says so and nothing is paid',
  async wallet => {
    const shop = gmoShop((await running()).url)
    const { opened } = await open(shop, wallet, { PaymentTermSec: '300' })
    const page = await start(opened)
    await shop.control('clock', { ahead_seconds: 301 })
    expect(await statusOf(shop, wallet)).toBe('EXPIRED')
    const pressed = await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'pay' }) })
    expect(await pressed.text()).toContain('お支払いの期限が過ぎました')
    await shop.control('clock', { ahead_seconds: 0 })
    expect(await statusOf(shop, wallet)).toBe('EXPIRED')
    expect(await shop.ledger()).toEqual({})
  },
)

test.each([PAYPAY, DOCOMO])(
  '$name: an authorization is captured in full, then refunded in parts',
  async wallet => {
    const shop = gmoShop((await running()).url)
    const { access, opened } = await open(shop, wallet)
    const sales = (Amount: string) => shop.call(`${wallet.name}Sales`, { ...access, Amount, Tax: '0' })
    const cancel = (CancelAmount: string) =>
      shop.call(`${wallet.name}CancelReturn`, { ...access, CancelAmount })
    expect(await sales('3200')).toMatchObject({ ErrInfo: 'E11010002' })
    await follow(await start(opened), { answer: 'pay' })
    expect(await sales('3199')).toMatchObject({ ErrInfo: 'E01060010' })
    expect(await sales('3200')).toEqual({ OrderID: ORDER, Status: 'SALES', Amount: '3200', Tax: '0' })
    expect(await sales('3200')).toMatchObject({ ErrInfo: 'E11010003' })
    expect(await cancel('200')).toEqual({
      OrderID: ORDER,
      Status: 'RETURN',
      CancelAmount: '200',
      CancelTax: '0',
    })
    expect(await cancel('3001')).toMatchObject({ ErrInfo: 'M01085011' })
    expect(await statusOf(shop, wallet)).toBe('SALES')
    const field = wallet.name === 'Paypay' ? 'PayPayCancelAmount' : 'DocomoCancelAmount'
    expect(await search(shop, wallet)).toMatchObject({ [field]: '200', Amount: '3200' })
    expect(await cancel('3000')).toMatchObject({ Status: 'RETURN' })
    expect(await statusOf(shop, wallet)).toBe('RETURN')
    expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { captured: 3200, refunded: 3200, net: 0 } })
  },
)

test.each([PAYPAY, DOCOMO])('$name: an authorization is released as a whole', async wallet => {
  const shop = gmoShop((await running()).url)
  const { access, opened } = await open(shop, wallet)
  await follow(await start(opened), { answer: 'pay' })
  const cancel = (CancelAmount: string) =>
    shop.call(`${wallet.name}CancelReturn`, { ...access, CancelAmount })
  expect(await cancel('100')).toMatchObject({ ErrInfo: 'M01085011' })
  expect(await cancel('3200')).toMatchObject({ Status: 'CANCEL', CancelAmount: '3200' })
  expect(await cancel('3200')).toMatchObject({ ErrInfo: 'E11010003' })
  expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { voided: 3200, captured: 0 } })
})

test('an OrderID is used once: M01004010; a contract with one JobCd refuses the other: E61546010', async () => {
  const shop = gmoShop((await running()).url)
  await open(shop, PAYPAY)
  const entry = (OrderID: string, JobCd: string) =>
    shop.call('EntryTranPaypay', { OrderID, JobCd, Amount: '3200', Tax: '0' })
  expect(await entry(ORDER, 'AUTH')).toMatchObject({ ErrCode: 'M01', ErrInfo: 'M01004010' })
  await shop.control('gmo', { wallet_job_cd: 'CAPTURE' })
  expect(await entry('o2', 'AUTH')).toMatchObject({ ErrInfo: 'E61546010' })
  expect(await entry('o2', 'CAPTURE')).toHaveProperty('AccessID')
})

test('a search under the PayType of another wallet finds nothing', async () => {
  const shop = gmoShop((await running()).url)
  await open(shop, PAYPAY)
  expect(await search(shop, DOCOMO)).toMatchObject({ ErrInfo: 'M01004002' })
})

async function open(shop: Shop, { name }: Wallet, more: Fields = {}) {
  const access = await shop.enter({ Tax: '0' }, `EntryTran${name}`)
  const fields = { ...access, RetURL: RETURN_URL, PaymentTermSec: '600', TransitionType: '1', ...more }
  const opened = await shop.call(`ExecTran${name}`, fields)
  return { access, opened }
}

function postStart({ StartURL, AccessID, Token }: Fields): Promise<Response> {
  const body = new URLSearchParams({ AccessID: AccessID!, Token: Token! })
  return fetch(StartURL!, { method: 'POST', body, redirect: 'manual' })
}

/** Opens the wallet's page and gives its address. */
async function start(opened: Fields): Promise<string> {
  const response = await postStart(opened)
  expect(response.status).toBe(303)
  return response.headers.get('location')!
}

function search(shop: Shop, { payType }: Wallet): Promise<Fields> {
  return shop.call('SearchTradeMulti', { OrderID: ORDER, PayType: payType })
}

async function statusOf(shop: Shop, wallet: Wallet): Promise<string | undefined> {
  return (await search(shop, wallet))['Status']
}

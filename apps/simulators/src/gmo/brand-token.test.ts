import { expect, test } from 'vitest'

import { ATTEMPT, gmoShop, ORDER, type Shop } from '../../test/gmo-shop.ts'
import { running } from '../../test/running.ts'
import { simulatedPaymentToken } from '../core/apple-pay-token.ts'

const TOKEN = { last4: '1112', amount: 3200, transaction: 'transaction-1' }

test('Apple Pay’s token is charged once, without 3-D Secure', async () => {
  const shop = gmoShop((await running()).url)
  const { answer } = await pay(shop)
  expect(answer).toMatchObject({ Status: 'AUTH', OrderID: ORDER, Approve: expect.any(String) })
  expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { authorizations: 1, authorized: 3200 } })
  expect((await pay(shop, { OrderID: 'o2' })).answer).toMatchObject({ ErrInfo: 'EX1000302' })
})

test.each([
  ['for another amount', { ...TOKEN, amount: 3201 }, 'E01060010'],
  ['of a card that is declined', { ...TOKEN, last4: '0002' }, '42G030000'],
  ['of a card whose bank is busy', { ...TOKEN, last4: '0119' }, 'E92000001'],
])('a token %s is refused', async (_what, token, code) => {
  const shop = gmoShop((await running()).url)
  expect((await pay(shop, {}, simulatedPaymentToken(token))).answer).toMatchObject({ ErrInfo: code })
  expect(await shop.ledger()).toEqual({})
})

test('a token that Apple did not make is refused', async () => {
  const shop = gmoShop((await running()).url)
  expect((await pay(shop, {}, 'bm9uc2Vuc2U=')).answer).toMatchObject({ ErrInfo: 'EX1000301' })
})

test('a search finds it under a number that no other way to pay has', async () => {
  const { url, accounts } = await running()
  const shop = gmoShop(url)
  await pay(shop)
  const search = (PayType: string) => shop.call('SearchTradeMulti', { OrderID: ORDER, PayType })
  expect(await search(accounts['gmo']!['GMO_BRAND_TOKEN_PAY_TYPE']!)).toMatchObject({ Status: 'AUTH' })
  expect(await search('45')).toMatchObject({ ErrInfo: 'M01004002' })
})

test('captured, then refunded in part, by a change, and the rest', async () => {
  const shop = gmoShop((await running()).url)
  const { access } = await pay(shop)
  expect(await shop.call('VoidTranBrandtoken', { ...access, AccessPass: 'x' })).toHaveProperty('ErrInfo')
  const sales = { ...access, Amount: '3200' }
  expect(await shop.call('SalesTranBrandtoken', sales)).toMatchObject({ Status: 'SALES' })
  expect(await shop.call('VoidTranBrandtoken', access)).toMatchObject({ ErrInfo: 'E11010003' })
  expect(await shop.call('ChangeTranBrandtoken', { ...access, Amount: '3000' })).not.toHaveProperty('ErrInfo')
  expect(await shop.call('RefundTranBrandtoken', { ...access, Amount: '3001' })).toMatchObject({
    ErrInfo: 'E01060010',
  })
  expect(await shop.call('RefundTranBrandtoken', access)).toMatchObject({ Status: 'RETURN' })
  expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { captured: 3200, refunded: 3200, net: 0 } })
})

test('released before it is captured', async () => {
  const shop = gmoShop((await running()).url)
  const { access } = await pay(shop)
  expect(await shop.call('VoidTranBrandtoken', access)).toMatchObject({ Status: 'VOID' })
  expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { voided: 3200, net: 0 } })
})

async function pay(shop: Shop, more: Record<string, string> = {}, Token = simulatedPaymentToken(TOKEN)) {
  const access = await shop.enter(more, 'EntryTranBrandtoken')
  return { access, answer: await shop.call('ExecTranBrandtoken', { ...access, TokenType: 'APay', Token }) }
}

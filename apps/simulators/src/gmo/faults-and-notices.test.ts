import { expect, test } from 'vitest'

import { ATTEMPT, gmoShop, ORDER } from '../../test/gmo-shop.ts'
import { running } from '../../test/running.ts'
import { storeEndpoint } from '../../test/store-endpoint.ts'
import { readForm } from '../core/windows-31j.ts'

const read = ({ body }: { readonly body: string }) => readForm(Buffer.from(body, 'latin1'))

test('every movement of money is reported, unsigned, with masked passes, to the address with the key', async () => {
  const store = await storeEndpoint(['0'])
  const shop = gmoShop((await running({ storeUrl: store.url })).url)
  const { access } = await shop.pay('1112')
  await store.count(1)
  await shop.call('AlterTran', { ...access, JobCd: 'SALES', Amount: '3200' })
  const [first, second] = await store.count(2)
  expect(first!.path).toBe('/payment-webhooks/gmo/simulated-notices')
  expect(first!.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(read(first!)).toMatchObject({
    ShopID: 'tshop00000001',
    ShopPass: '**********',
    AccessID: access['AccessID'],
    OrderID: ORDER,
    Status: 'AUTH',
    Amount: '3200',
    Currency: 'JPN',
    PayType: '0',
  })
  expect(read(second!)).toMatchObject({ Status: 'SALES' })
})

test.each(['1', 'OK', ''])('after the body %j, which is not 0, the notice is sent again', async reply => {
  const store = await storeEndpoint([reply, '0'])
  const shop = gmoShop((await running({ storeUrl: store.url, noticeRetryMs: 5 })).url)
  await shop.pay('1112')
  const [first, again] = await store.count(2)
  expect(again!.body).toBe(first!.body)
})

test('duplicate_notice sends the same bytes twice; reorder lets the next notice overtake', async () => {
  const store = await storeEndpoint(['0'])
  const shop = gmoShop((await running({ storeUrl: store.url })).url)
  await shop.arm({ op: 'notice', mode: 'duplicate_notice' })
  const { access } = await shop.pay('1112')
  const [first, twin] = await store.count(2)
  expect(twin!.body).toBe(first!.body)
  await shop.arm({ op: 'notice', mode: 'reorder' })
  await shop.call('AlterTran', { ...access, JobCd: 'SALES', Amount: '3200' })
  await shop.call('ChangeTran', { ...access, JobCd: 'CAPTURE', Amount: '3000' })
  expect((await store.count(4)).slice(2).map(read)).toMatchObject([{ Amount: '3000' }, { Amount: '3200' }])
})

test('late_notice is sent after its delay', async () => {
  const store = await storeEndpoint(['0'])
  const shop = gmoShop((await running({ storeUrl: store.url })).url)
  await shop.arm({ op: 'notice', mode: 'late_notice', value: 20 })
  await shop.pay('1112')
  expect(await store.count(1)).toHaveLength(1)
})

test.each([
  ['drop_before', {}],
  ['drop_after', { [ATTEMPT]: { authorizations: 1 } }],
])('%s at ExecTran leaves %o', async (mode, totals) => {
  const shop = gmoShop((await running()).url)
  await shop.arm({ op: 'execute', mode })
  await expect(shop.pay('1112')).rejects.toThrow('fetch failed')
  const ledger = await shop.ledger()
  expect(ledger).toMatchObject(totals)
  expect(Object.keys(ledger)).toEqual(Object.keys(totals))
})

test('drop_after at EntryTran: the OrderID is used', async () => {
  const shop = gmoShop((await running()).url)
  await shop.arm({ op: 'register', mode: 'drop_after' })
  await expect(shop.enter()).rejects.toThrow('fetch failed')
  const entry = await shop.call('EntryTran', { OrderID: ORDER, JobCd: 'AUTH', Amount: '3200' })
  expect(entry).toMatchObject({ ErrInfo: 'E01040010' })
  expect(await shop.call('SearchTrade', { OrderID: ORDER })).toMatchObject({ Status: 'UNPROCESSED' })
})

test.each([
  ['SALES', 'capture', 'SALES'],
  ['VOID', 'cancel', 'VOID'],
])('drop_after at AlterTran %s (%s): the call has its effect', async (JobCd, op, status) => {
  const shop = gmoShop((await running()).url)
  const { access } = await shop.pay('1112')
  await shop.arm({ op, mode: 'drop_after' })
  await expect(shop.call('AlterTran', { ...access, JobCd, Amount: '3200' })).rejects.toThrow('fetch failed')
  expect(await shop.call('SearchTrade', { OrderID: ORDER })).toMatchObject({ Status: status })
})

test('wrong_amount authorizes another amount, and a search reports it', async () => {
  const shop = gmoShop((await running()).url)
  await shop.arm({ op: 'execute', mode: 'wrong_amount', value: 100 })
  await shop.pay('1112')
  expect(await shop.call('SearchTrade', { OrderID: ORDER })).toMatchObject({ Amount: '100' })
  expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { authorized: 100 } })
})

test('http_500 is an internal error, refuse the refusal of each call; neither moves money', async () => {
  const shop = gmoShop((await running()).url)
  const { access } = await shop.pay('1112')
  await shop.arm({ op: 'capture', mode: 'http_500' })
  const sales = { ...access, ShopID: 'tshop00000001', ShopPass: 'simulated1', JobCd: 'SALES', Amount: '3200' }
  const answer = await shop.send('AlterTran', sales)
  expect([answer.status, await answer.text()]).toEqual([500, 'ErrCode=E91&ErrInfo=E91099999'])
  await shop.arm({ op: 'capture', mode: 'refuse' })
  expect(await shop.call('AlterTran', sales)).toMatchObject({ ErrInfo: 'E11010003' })
  await shop.arm({ op: 'refund', mode: 'refuse' })
  await shop.call('AlterTran', sales)
  const change = { ...access, JobCd: 'CAPTURE', Amount: '100' }
  expect(await shop.call('ChangeTran', change)).toMatchObject({ ErrInfo: 'E11010003' })
  expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { captured: 3200, refunded: 0 } })
})

test('faults of another provider leave GMO alone', async () => {
  const shop = gmoShop((await running()).url)
  await shop.control('faults', { provider: 'stripe', op: 'execute', mode: 'refuse' })
  expect((await shop.pay('1112')).answer).toMatchObject({ ACS: '0' })
})

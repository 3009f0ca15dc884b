import { expect, test } from 'vitest'

import { running } from '../../test/running.ts'
import { ATTEMPT, type Elements, ORDER, softbankMerchant } from '../../test/softbank-merchant.ts'

const NOW = ['processing_datetime', '20261121171500'] as [string, string]

async function merchant() {
  const { url } = await running()
  return softbankMerchant(url)
}

test('a card is authorised, committed and sold, and only the commit binds it', async () => {
  const { call, authorized, ledger } = await merchant()
  const card = await authorized()
  expect(await ledger()).toEqual({})
  expect(await call('MG01-00101-101', card)).toMatchObject({ commit_status: '0', payment_status: '1' })
  expect(await call('ST02-00101-101', [...card, NOW])).toMatchObject({ res_result: 'OK', res_err_code: '' })
  expect(await call('MG01-00101-101', card)).toMatchObject({ commit_status: '1', payment_status: '1' })
  expect(await call('ST02-00101-101', [...card, NOW])).toMatchObject({ res_err_code: '10160999' })
  expect(await call('ST02-00201-101', [...card, NOW])).toMatchObject({ res_result: 'OK' })
  expect(await call('ST02-00201-101', [...card, NOW])).toMatchObject({ res_err_code: '10141999' })
  expect(await ledger()).toMatchObject({
    [ATTEMPT]: { authorizations: 1, authorized: 3200, captured: 3200, net: 3200 },
  })
})

test('a card that is not committed is not sold', async () => {
  const { call, authorized } = await merchant()
  expect(await call('ST02-00201-101', [...(await authorized()), NOW])).toMatchObject({
    res_err_code: '10139999',
  })
})

test('an order is authorised once, a token used once', async () => {
  const { call, purchase, authorized } = await merchant()
  await authorized()
  expect(await call('ST01-00131-101', await purchase('1112'))).toMatchObject({ res_err_code: '10196999' })
  const other = await purchase('0002', 'other')
  expect(await call('ST01-00131-101', other)).toMatchObject({ res_err_code: '10123999' })
  expect(await call('ST01-00131-101', other)).toMatchObject({ res_err_code: '101T2999' })
})

test('a caller with another password is refused by Basic authentication', async () => {
  const { send, purchase } = await merchant()
  const response = await send('ST01-00131-101', await purchase('1112'), { authorization: 'Basic eDp5' })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toContain('Basic')
})

test('a hash is accepted in small letters and in capitals, and a wrong one is refused', async () => {
  const { call, authorized } = await merchant()
  const card = await authorized()
  const hash = (given: string) => given.toUpperCase()
  expect(await call('MG01-00101-101', card, { hash })).toMatchObject({ res_result: 'OK' })
  const wrong = () => '0'.repeat(40)
  expect(await call('MG01-00101-101', card, { hash: wrong })).toMatchObject({ res_err_code: '10109999' })
})

test('a request is refused when it is too old, or from the future', async () => {
  const { call, authorized } = await merchant()
  const card = await authorized()
  for (const seconds of [-31, 120]) {
    const date = new Date(Date.now() + seconds * 1000)
    expect(await call('MG01-00101-101', card, { date })).toMatchObject({ res_err_code: '10110999' })
  }
})

test('a request that was on its way while the clock was set is taken, and an older one refused', async () => {
  const { call, control, authorized } = await merchant()
  const card = await authorized()
  const dated = (seconds: number) => ({ date: new Date(Date.now() + seconds * 1000) })
  for (const seconds of [1000, 2000, 3000]) await control('clock', { ahead_seconds: seconds })
  expect(await call('MG01-00101-101', card, dated(2000))).toMatchObject({ res_result: 'OK' })
  expect(await call('MG01-00101-101', card, dated(1000))).toMatchObject({ res_err_code: '10110999' })
})

test.each<[string, (card: Elements) => Elements, string]>([
  ['elements out of their order', card => [NOW, ...card], '10100'],
  ['an element that the request does not have', card => [...card, NOW, ['gift', '1']], '10100'],
  ['an element twice', card => [...card, ...card, NOW], '10100'],
  ['no element that names the card', () => [NOW], '10103'],
  ['a tracking id that is too long', () => [['tracking_id', '0'.repeat(15)], NOW], '10105'],
  ['a tracking id that is not a number', () => [['tracking_id', 'abc'], NOW], '10106'],
  ['a card that nobody authorised', () => [['tracking_id', '00000000000000'], NOW], '10112'],
  ['another transaction', card => [['sps_transaction_id', 'B1'], ...card.slice(1), NOW], '10111'],
])('a commit with %s is refused', async (_name, change, code) => {
  const { call, authorized } = await merchant()
  const answer = await call('ST02-00101-101', change(await authorized()))
  expect(answer['res_result']).toBe('NG')
  expect(answer['res_err_code']).toMatch(new RegExp(`^${code}`))
})

test('XML in another charset and an unknown request id are refused', async () => {
  const { call, authorized } = await merchant()
  const card = await authorized()
  expect(await call('MG01-00101-101', card, { charset: 'UTF-8' })).toMatchObject({ res_err_code: '99900999' })
  expect(await call('MG01-00101-999', card)).toMatchObject({ res_err_code: '99902999' })
})

test('parts are refunded up to the captured amount, one for each request', async () => {
  const { call, authorized, ledger } = await merchant()
  const card = [...(await authorized()), NOW]
  const part = (yen: number): Elements => [...card, ['pay_option_manage', [['amount', String(yen)]]]]
  await call('ST02-00101-101', card)
  expect(await call('ST02-00307-101', part(1000))).toMatchObject({ res_err_code: '101K0999' })
  await call('ST02-00201-101', card)
  expect(await call('ST02-00307-101', part(1000))).toMatchObject({ res_result: 'OK' })
  expect(await call('ST02-00307-101', part(1000))).toMatchObject({ res_result: 'OK' })
  expect(await call('ST02-00307-101', part(1201))).toMatchObject({ res_err_code: '101K1999' })
  expect(await call('ST02-00303-101', card)).toMatchObject({ res_result: 'OK' })
  expect(await call('ST02-00303-101', card)).toMatchObject({ res_err_code: '10146999' })
  expect(await ledger()).toMatchObject({ [ATTEMPT]: { refunded: 3200, net: 0 } })
})

test('a contract that sells by the commit needs no sales request', async () => {
  const { call, authorized, control, ledger } = await merchant()
  await control('softbank', { card_sales: 'with_commit' })
  const card = [...(await authorized()), NOW]
  await call('ST02-00101-101', card)
  expect(await ledger()).toMatchObject({ [ATTEMPT]: { captured: 3200 } })
  expect(await call('ST02-00201-101', card)).toMatchObject({ res_err_code: '10137999' })
  expect(await call('ST02-00305-101', card)).toMatchObject({ res_err_code: '10149999' })
})

test('records are kept over a restart', async () => {
  const first = await running()
  const card = await softbankMerchant(first.url).authorized()
  await softbankMerchant(first.url).call('ST02-00101-101', [...card, NOW])
  const { url } = await first.restart()
  const { call, ledger } = softbankMerchant(url)
  expect(await call('MG01-00101-101', card)).toMatchObject({ commit_status: '1' })
  expect(await ledger()).toMatchObject({ [ATTEMPT]: { authorized: 3200 } })
})

test.each([
  ['drop_before', {}],
  ['drop_after', { [ATTEMPT]: { authorizations: 1 } }],
])('after a lost answer (%s) the ledger has %o', async (mode, money) => {
  const { call, authorized, control, ledger } = await merchant()
  const card = await authorized()
  await control('faults', { provider: 'softbank', op: 'confirm', mode })
  await expect(call('ST02-00101-101', [...card, NOW])).rejects.toThrow('fetch failed')
  const totals = await ledger()
  expect(Object.keys(totals)).toEqual(Object.keys(money))
  expect(totals).toMatchObject(money)
})

test('internal errors and refusals are answers of the gateway, and nothing happens', async () => {
  const { call, authorized, control, ledger } = await merchant()
  const card = await authorized()
  await control('faults', { provider: 'softbank', op: 'confirm', mode: 'http_500' })
  expect(await call('ST02-00101-101', [...card, NOW])).toMatchObject({ res_err_code: '10190999' })
  await control('faults', { provider: 'softbank', op: 'confirm', mode: 'refuse' })
  expect(await call('ST02-00101-101', [...card, NOW])).toMatchObject({ res_result: 'NG' })
  expect(await ledger()).toEqual({})
  expect(ORDER).toMatch(/^[0-9a-z]{25}$/)
})

import { expect, test } from 'vitest'

import { askToken, gmoShop } from '../../test/gmo-shop.ts'
import { running } from '../../test/running.ts'
import { testCardNumber } from '../core/test-cards.ts'

const cardno = testCardNumber('1112')

test('digits become a token with 000, and the answer has only the last four of the number', async () => {
  const { url } = await running()
  expect(await askToken(url, { cardno, holdername: 'TARO YAMADA', tokennumber: '2' })).toMatchObject({
    resultCode: '000',
    tokenObject: { token: [expect.any(String), expect.any(String)], maskedCardNo: '************1112' },
  })
})

test.each([
  ['100', { cardno: '' }],
  ['101', { cardno: '4000-0000' }],
  ['102', { cardno: '123456789' }],
  ['102', { cardno: '4000000000001111' }],
  ['110', { cardno, expire: '' }],
  ['111', { cardno, expire: '12/40' }],
  ['112', { cardno, expire: '401' }],
  ['113', { cardno, expire: '4013' }],
  ['121', { cardno, securitycode: '12a' }],
  ['122', { cardno, securitycode: '12' }],
  ['131', { cardno, holdername: '山田' }],
  ['132', { cardno, holdername: 'A'.repeat(51) }],
  ['142', { cardno, tokennumber: '11' }],
])('result code %s for %o', async (resultCode, card) => {
  const { url } = await running()
  expect(await askToken(url, card)).toEqual({ resultCode })
})

test('only pages of the store get a token, and only a test shop does', async () => {
  const { url } = await running()
  expect(await askToken(url, { cardno }, 'http://evil.example')).toEqual({ resultCode: 'HTTP 403' })
  expect(await askToken(url, { cardno, shopId: '9100000000001' })).toEqual({ resultCode: '180' })
  const preflight = (origin: string) =>
    fetch(`${url}/gmo/token`, { method: 'OPTIONS', headers: { origin } }).then(answer =>
      answer.headers.get('access-control-allow-origin'),
    )
  expect(await preflight('http://meijimura.localhost:3000')).toBe('http://meijimura.localhost:3000')
  expect(await preflight('http://evil.example')).toBeNull()
})

test('a page of another origin may load the script', async () => {
  const { url } = await running()
  const script = await fetch(`${url}/gmo/js/mp-token.js`)
  expect(script.headers.get('content-type')).toContain('application/javascript')
  expect(await script.text()).toContain('window.Multipayment')
})

test('the account’s variables lead to the simulator', async () => {
  const { url, accounts } = await running()
  expect(accounts['gmo']).toMatchObject({
    GMO_API_URL: `${url}/gmo`,
    GMO_TOKEN_SCRIPT_URL: `${url}/gmo/js/mp-token.js`,
  })
  expect(await gmoShop(url).enter()).toMatchObject({ AccessID: expect.any(String) })
})

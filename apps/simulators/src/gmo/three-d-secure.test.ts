import { expect, test } from 'vitest'

import { ATTEMPT, type Fields, follow, gmoShop, ORDER, RETURN_URL, type Shop } from '../../test/gmo-shop.ts'
import { running } from '../../test/running.ts'

interface Access extends Record<string, string> {
  readonly AccessID: string
  readonly AccessPass: string
}

test('the answer carries the address as it is, with its own &t=, and the trade waits', async () => {
  const shop = gmoShop((await running()).url)
  const access = await shop.enter({ TdFlag: '2' })
  const fields = {
    ...access,
    Method: '1',
    Token: await shop.token('1112'),
    RetUrl: RETURN_URL,
    CallbackType: '1',
  }
  expect(await shop.raw('ExecTran', fields)).toMatch(
    /^ACS=2&RedirectUrl=http:\/\/localhost:\d+\/gmo\/api\/v2\/brw\/callback\?transId=[\da-f-]{36}&t=[\da-f]{32}$/,
  )
  expect(await shop.call('SearchTrade', { OrderID: ORDER })).toMatchObject({ Status: 'AUTHENTICATED' })
  expect(await shop.call('ExecTran', { ...fields, Token: await shop.token('1112') })).toMatchObject({
    ErrInfo: 'E11010001',
  })
  expect(await shop.ledger()).toEqual({})
})

test.each([
  ['1', 'POST'],
  ['3', 'GET'],
] as const)(
  'two phases, CallbackType %s: returns by %s, then Tds2Auth Y and SecureTran2',
  async (type, verb) => {
    const shop = gmoShop((await running()).url)
    const { access, answer } = await shop.payWith3ds('1112', type)
    const back = await follow(answer['RedirectUrl']!)
    expect(new URL(back!.url).searchParams.get('MD')).toBe(access.AccessID)
    expect(new URL(back!.url).searchParams.has('event')).toBe(verb === 'GET')
    expect(back!.fields).toMatchObject({
      requestorTransId: expect.stringMatching(/^[\da-f]{32}$/),
      event: '3DSMethodFinished',
    })
    expect(await shop.call('SecureTran2', access)).toMatchObject({ ErrInfo: 'E11010003' })
    const auth = await shop.call('Tds2Auth', { ...access, Tds2Param: back!.fields['param']! })
    expect(auth).toMatchObject({ Tds2TransResult: 'Y' })
    const paid = await shop.call('SecureTran2', access)
    expect(paid).toMatchObject({ OrderID: ORDER, Approve: expect.any(String) })
    expect(paid).not.toHaveProperty('ACS')
    expect(await shop.call('SearchTrade', { OrderID: ORDER })).toMatchObject({ Status: 'AUTH' })
    expect(await shop.call('SecureTran2', access)).toMatchObject({ ErrInfo: 'E11010001' })
    expect(await shop.ledger()).toMatchObject({ [ATTEMPT]: { authorizations: 1, authorized: 3200 } })
  },
)

test('two phases with a challenge: Tds2Auth C, the bank’s page, Tds2Result Y, SecureTran2', async () => {
  const shop = gmoShop((await running()).url)
  const { access, ChallengeUrl } = await challenge(shop, '3220')
  expect(ChallengeUrl).toMatch(/\?transId=[^&]+&t=/)
  expect(await shop.call('Tds2Result', access)).toMatchObject({ ErrInfo: 'E11010003' })
  const page = await (await fetch(ChallengeUrl)).text()
  for (const words of ['切符博物館', '¥3,200', '•••• 3220', 'TEST']) expect(page).toContain(words)
  const back = await follow(ChallengeUrl, { answer: 'pay' })
  expect(back!.fields).toMatchObject({ event: 'AuthResultReady' })
  expect(await shop.call('Tds2Result', access)).toMatchObject({ Tds2TransResult: 'Y' })
  expect(await shop.call('SecureTran2', access)).toMatchObject({ OrderID: ORDER })
})

test.each([
  ['fail', 'E21020001'],
  ['cancel', 'E21020002'],
])('the holder answers %s: Tds2Result N, SecureTran2 %s, no money', async (answer, code) => {
  const shop = gmoShop((await running()).url)
  const { access, ChallengeUrl } = await challenge(shop, '3220')
  await follow(ChallengeUrl, { answer })
  expect(await shop.call('Tds2Result', access)).toMatchObject({ Tds2TransResult: 'N' })
  expect(await shop.call('SecureTran2', access)).toEqual({ ErrCode: 'E21', ErrInfo: code })
  // A second press changes nothing.
  await follow(ChallengeUrl, { answer: 'pay' })
  expect(await shop.call('Tds2Result', access)).toMatchObject({ Tds2TransResult: 'N' })
  expect(await shop.ledger()).toEqual({})
})

test('the result is kept when the holder closes the page after the challenge', async () => {
  const shop = gmoShop((await running()).url)
  const { access, ChallengeUrl } = await challenge(shop, '3220')
  expect(await follow(ChallengeUrl, { answer: 'pay_no_return' })).toBeNull()
  expect(await shop.call('Tds2Result', access)).toMatchObject({ Tds2TransResult: 'Y' })
})

test('1629 passes its challenge and is declined at SecureTran2', async () => {
  const shop = gmoShop((await running()).url)
  const { access, ChallengeUrl } = await challenge(shop, '1629')
  await follow(ChallengeUrl, { answer: 'pay' })
  expect(await shop.call('SecureTran2', access)).toMatchObject({ ErrInfo: '42G030000' })
})

test.each([
  ['A', undefined],
  ['N', 'E21020001'],
  ['U', 'E21020001'],
  ['R', 'E21020001'],
])('Tds2TransResult %s leads to %s at SecureTran2', async (result, code) => {
  const shop = gmoShop((await running()).url)
  await shop.control('gmo', { tds2_result: result })
  const { access, answer } = await shop.payWith3ds('1112')
  const back = await follow(answer['RedirectUrl']!)
  const auth = await shop.call('Tds2Auth', { ...access, Tds2Param: back!.fields['param']! })
  expect(auth).toMatchObject({ Tds2TransResult: result })
  expect((await shop.call('SecureTran2', access))['ErrInfo']).toBe(code)
})

test('Tds2Auth requires the parameter of the return', async () => {
  const shop = gmoShop((await running()).url)
  const { access, answer } = await shop.payWith3ds('1112')
  await follow(answer['RedirectUrl']!)
  expect(await shop.call('Tds2Auth', { ...access, Tds2Param: 'forged' })).toMatchObject({
    ErrInfo: 'E11010003',
  })
})

test.each(['1', '3'] as const)('simple shape, CallbackType %s: one return with AccessID', async type => {
  const shop = gmoShop((await running()).url)
  await shop.control('gmo', { three_ds_shape: 'simple' })
  const { access, answer } = await shop.payWith3ds('3220', type)
  const toBank = await fetch(answer['RedirectUrl']!, { redirect: 'manual' })
  const page = toBank.headers.get('location')!
  expect(await shop.call('SecureTran2', access)).toMatchObject({ ErrInfo: 'E11010003' })
  expect((await follow(page, { answer: 'pay' }))!.fields).toEqual({ AccessID: access.AccessID })
  expect(await shop.call('SecureTran2', access)).toMatchObject({ OrderID: ORDER })
})

test('simple shape without friction returns at once', async () => {
  const shop = gmoShop((await running()).url)
  await shop.control('gmo', { three_ds_shape: 'simple' })
  const { access, answer } = await shop.payWith3ds('1112')
  expect((await follow(answer['RedirectUrl']!))!.fields).toEqual({ AccessID: access.AccessID })
  expect(await shop.call('SecureTran2', access)).toMatchObject({ OrderID: ORDER })
})

test('a person goes back by a form that submits itself, with a button for browsers without scripts', async () => {
  const shop = gmoShop((await running()).url)
  const { answer } = await shop.payWith3ds('1112')
  const response = await fetch(answer['RedirectUrl']!, { headers: { accept: 'text/html' } })
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
  expect(await response.text()).toMatch(
    /<form method="post" action="http:&#47;|<form method="post" action="http:\/\//,
  )
})

test('an unknown address is not found', async () => {
  const { url } = await running()
  const response = await fetch(`${url}/gmo/api/v2/brw/callback?transId=x&t=y`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('ページが見つかりません')
})

/** Pays up to the bank's page and leaves it unanswered. */
async function challenge(
  shop: Shop,
  last4: string,
): Promise<{ readonly access: Access; readonly ChallengeUrl: string }> {
  const { access, answer } = await shop.payWith3ds(last4)
  const back = await follow(answer['RedirectUrl']!)
  const auth: Fields = await shop.call('Tds2Auth', { ...access, Tds2Param: back!.fields['param']! })
  expect(auth).toMatchObject({ Tds2TransResult: 'C' })
  return { access: access as Access, ChallengeUrl: auth['ChallengeUrl']! }
}

import { request } from 'node:https'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { gmoShop, ORDER, STORE } from '../../test/gmo-shop.ts'
import { running, type RunningSimulators } from '../../test/running.ts'

type Account = Record<string, string>
const SESSION = {
  merchantIdentifier: 'merchant.test.kippu',
  displayName: '切符博物館',
  initiative: 'web',
  initiativeContext: 'localhost',
}

test('the merchant with the certificate gets an opaque session (S-7.12)', async () => {
  const { account } = await withApplePay()
  const { status, body } = await askSession(account)
  expect(status).toBe(200)
  expect(body).toMatchObject({ domainName: 'localhost', displayName: '切符博物館' })
  expect(body['merchantSessionIdentifier']).toMatch(/^SSH_/)
})

test.each(['meijimura.localhost', 'localhost'])(
  '%s is one of the store’s domains',
  async initiativeContext => {
    const { account } = await withApplePay()
    expect((await askSession(account, { initiativeContext })).status).toBe(200)
  },
)

test.each([
  ['another merchant than the certificate’s', { merchantIdentifier: 'merchant.other' }, 417],
  ['a domain that is not registered', { initiativeContext: 'evil.example' }, 417],
  ['another initiative', { initiative: 'messaging' }, 400],
  ['a name of 65 characters', { displayName: 'あ'.repeat(65) }, 400],
])('%s is refused', async (_what, fields, status) => {
  const { account } = await withApplePay()
  expect((await askSession(account, fields)).status).toBe(status)
})

test('without a certificate, or with that of another authority, no connection is made', async () => {
  const [first, other] = await Promise.all([withApplePay(), withApplePay()])
  const without = { ...first.account, APPLE_PAY_CERTIFICATE: '', APPLE_PAY_KEY: '' }
  await expect(askSession(without)).rejects.toThrow(/certificate|socket|ECONNRESET|EPIPE/)
  const { APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY } = other.account
  const foreign = { ...first.account, APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY } as Account
  await expect(askSession(foreign)).rejects.toThrow(/certificate|unknown|socket|ECONNRESET|EPIPE/)
})

test('certificates are made once in a data folder, for their owner alone', async () => {
  const { account, simulators } = await withApplePay()
  const folder = join(simulators.dataDir, 'simulators')
  const [file, ...others] = readdirSync(folder).filter(name => name.startsWith('apple-pay'))
  expect(others).toEqual([])
  expect(statSync(join(folder, file!)).mode & 0o777).toBe(0o600)
  const again = await simulators.restart()
  expect(again.accounts['apple-pay']!['APPLE_PAY_CERTIFICATE']).toBe(account['APPLE_PAY_CERTIFICATE'])
})

test('a session is valid for one payment on a page of its domain, and GMO accepts the token', async () => {
  const { account, simulators } = await withApplePay()
  const { body } = await askSession(account)
  const session = String(body['merchantSessionIdentifier'])
  expect((await agree(simulators.url, session, 'http://meijimura.localhost:3000')).status).toBe(400)
  const agreed = await agree(simulators.url, session)
  const { paymentData } = (await agreed.json()) as { paymentData: unknown }
  expect((await agree(simulators.url, session)).status).toBe(400)

  const shop = gmoShop(simulators.url)
  const access = await shop.enter({}, 'EntryTranBrandtoken')
  const Token = Buffer.from(JSON.stringify(paymentData)).toString('base64')
  expect(await shop.call('ExecTranBrandtoken', { ...access, TokenType: 'APay', Token })).toMatchObject({
    Status: 'AUTH',
    OrderID: ORDER,
  })
})

test('a session is valid for five minutes, whatever its own fields say', async () => {
  const { account, simulators } = await withApplePay()
  const { body } = await askSession(account)
  await gmoShop(simulators.url).control('clock', { ahead_seconds: 301 })
  expect((await agree(simulators.url, String(body['merchantSessionIdentifier']))).status).toBe(400)
})

test('pages that are not the store’s get no token', async () => {
  const { account, simulators } = await withApplePay()
  const { body } = await askSession(account)
  const session = String(body['merchantSessionIdentifier'])
  expect((await agree(simulators.url, session, 'http://evil.example')).status).toBe(403)
})

test('the script knows where merchants are validated', async () => {
  const { account } = await withApplePay()
  const script = await (await fetch(account['APPLE_PAY_SCRIPT_URL']!)).text()
  expect(script).toContain('window.ApplePaySession')
  expect(script).toContain(account['APPLE_PAY_VALIDATION_URL'])
})

async function withApplePay(): Promise<{
  readonly account: Account
  readonly simulators: RunningSimulators
}> {
  const simulators = await running({ tlsPort: 0 })
  return { account: simulators.accounts['apple-pay']!, simulators }
}

interface Answer {
  readonly status: number | undefined
  readonly body: Record<string, unknown>
}

/** Asks for a session as the store does: with the merchant's certificate, and trust in the given authority alone. */
function askSession(account: Account, fields: object = {}): Promise<Answer> {
  const { APPLE_PAY_VALIDATION_URL: url = '', APPLE_PAY_CERTIFICATE: cert, APPLE_PAY_KEY: key } = account
  const headers = { 'content-type': 'application/json' }
  const tls = { ca: account['APPLE_PAY_CA'], ...(cert && { cert, key }) }
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, agent: false, ...tls }, response => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
      response.on('error', reject)
    })
      .on('error', reject)
      .end(JSON.stringify({ ...SESSION, ...fields }))
  })
}

/** The request of the sheet when the owner of the device agrees. */
function agree(url: string, merchantSession: string, origin = STORE): Promise<Response> {
  return fetch(`${url}/apple-pay/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ merchantSession, amount: 3200, currency: 'JPY', last4: '1112' }),
  })
}

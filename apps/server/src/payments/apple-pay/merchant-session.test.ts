import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { validateApplePaySession } from '@kippu/contract/payments'
import { siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Simulators, startSimulators } from '../../../../simulators/src/start.ts'
import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { EnvError } from '../../platform/variables/env-error.ts'
import { parseEnv } from '../../start/environment/read-env.ts'

/**
 * Apple's gateway as the simulator plays it: TLS with its own authority, and no answer without the merchant's
 * certificate.
 */
let simulators: Simulators
let server: DemoShop
let variables: Record<string, string>
const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-apple-'))

beforeAll(async () => {
  simulators = await startSimulators({
    host: 'localhost',
    port: 0,
    tlsPort: 0,
    smtpPort: 0,
    dataDir,
    storeOrigins: ['https://tickets.example.com'],
  })
  variables = { ...simulators.accounts['apple-pay'] }
  server = await createShop({
    catalogue: 'demo',
    variables: { ...variables, SITE_HOSTS: 'demo=tickets.example.com' },
  })
})

afterAll(async () => {
  await server.close()
  await simulators.close()
  rmSync(dataDir, { recursive: true })
})

function validate({ app }: DemoShop, host = 'tickets.example.com') {
  const { method, path: url } = validateApplePaySession
  const payload = { validation_url: variables['APPLE_PAY_VALIDATION_URL'] }
  return app.inject({ method, url, headers: { host }, payload })
}

test('the merchant’s certificate opens a session for the site (R-7.34)', async () => {
  const answer = await validate(server)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    domainName: 'tickets.example.com',
    displayName: siteOf('demo').name.ja,
  })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('each session is a new one', async () => {
  const ids = [await validate(server), await validate(server)].map(
    answer => (answer.json() as { merchantSessionIdentifier: string }).merchantSessionIdentifier,
  )
  expect(new Set(ids).size).toBe(2)
})

test('the session names the host from the settings, not that of the request', async () => {
  expect((await validate(server, 'evil.example')).json()).toMatchObject({ domainName: 'tickets.example.com' })
})

test('an untrusted gateway is sent nothing', async () => {
  const distrusting = await createShop({ catalogue: 'demo', variables: { ...variables, APPLE_PAY_CA: '' } })
  const answer = await validate(distrusting)
  await distrusting.close()
  expect(answer.json()).toEqual({ error: 'payment_api_failure', can_retry: true })
})

test('the method is offered with what the sheet needs, and only with a merchant and GMO (R-3.42, R-7.57)', async () => {
  const both = await createShop({
    catalogue: 'demo',
    variables: { ...simulators.accounts['gmo'], ...variables },
  })
  const without = await createShop({ catalogue: 'demo', variables: { ...simulators.accounts['gmo'] } })
  const offered = async ({ app }: DemoShop) => {
    const rows = (await app.inject('/api/v1/paymentmethods?channel=web')).json() as Array<{
      payment_method_type: string
    }>
    return rows.find(row => row.payment_method_type === 'gmo_apple_pay')
  }
  const [row, none] = [await offered(both), await offered(without)]
  await both.close()
  await without.close()
  expect(row).toMatchObject({
    client: {
      provider: 'gmo',
      scripts: [variables['APPLE_PAY_SCRIPT_URL']],
      config: {
        merchant_id: variables['APPLE_PAY_MERCHANT_ID'],
        display_name: siteOf('demo').name.ja,
        country_code: 'JP',
        supported_networks: 'visa,masterCard,jcb,amex',
      },
    },
  })
  expect(none).toBeUndefined()
})

describe('the account', () => {
  const least = { DATABASE_URL: 'postgres://localhost/kippu' }
  const accountOf = (changed: Record<string, string> = {}) =>
    parseEnv({ ...least, ...variables, ...changed }).payments.shared.applePay
  const problemOf = (changed: Record<string, string>): string => {
    try {
      accountOf(changed)
    } catch (error) {
      if (error instanceof EnvError) return error.message
      throw error
    }
    return 'accepted'
  }

  test('takes certificate and key from files, or on one line', () => {
    const { APPLE_PAY_CERTIFICATE: certificate = '', APPLE_PAY_KEY: key = '' } = variables
    const file = path.join(dataDir, 'merchant.key')
    writeFileSync(file, key)
    const changed = { APPLE_PAY_CERTIFICATE: certificate.replaceAll('\n', '\\n'), APPLE_PAY_KEY: file }
    expect(accountOf(changed)).toEqual(accountOf())
  })

  test.each([
    [{ APPLE_PAY_KEY: '' }, 'APPLE_PAY_KEY: is not set, but APPLE_PAY_MERCHANT_ID is'],
    [{ APPLE_PAY_KEY: '/no/such/file' }, 'APPLE_PAY_KEY: there is no file that can be read at /no/such/file'],
    [{ APPLE_PAY_KEY: 'hush' }, 'APPLE_PAY_KEY: is not a private key in PEM'],
    [{ APPLE_PAY_CERTIFICATE: 'hush' }, 'APPLE_PAY_CERTIFICATE: is not a certificate in PEM'],
    [{ APPLE_PAY_HOSTS: 'https://x' }, 'APPLE_PAY_HOSTS: must be host names with commas between'],
  ])('stops the start when it is incomplete: %j', (changed, problem) => {
    expect(problemOf(changed)).toBe(problem)
  })

  test('stops the start when the key belongs to another certificate', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const other = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    expect(problemOf({ APPLE_PAY_KEY: other })).toBe(
      'APPLE_PAY_KEY: does not belong to APPLE_PAY_CERTIFICATE',
    )
  })

  test('may name other gateways than the documented ones', () => {
    const { hosts } = accountOf({ APPLE_PAY_HOSTS: 'apple-pay-gateway-cert.apple.com' }) ?? {}
    expect(hosts).toEqual(['apple-pay-gateway-cert.apple.com'])
  })
})

import { generateKeyPairSync } from 'node:crypto'

import { WORKER_PATH } from '@kippu/contract/kept-tickets'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { hashOf } from '../../../test/policy-hash.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Live accounts of every provider, without a simulator; the test calls none of them. */
const ACCOUNTS = {
  STRIPE_API_URL: '',
  STRIPE_JS_URL: '',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GMO_SHOP_ID: 'shop',
  GMO_SHOP_PASS: 'pass',
  GMO_NOTIFICATION_KEY: 'a-key-of-some-length',
  GMO_ENVIRONMENT: 'production',
  SOFTBANK_MERCHANT_ID: '12345',
  SOFTBANK_SERVICE_ID: '001',
  SOFTBANK_HASH_KEY: 'key',
  SOFTBANK_ENVIRONMENT: 'production',
  ADYEN_API_KEY: 'key',
  ADYEN_MERCHANT_ACCOUNT: 'Venue',
  ADYEN_CLIENT_KEY: 'live_x',
  ADYEN_HMAC_KEY: '0123456789ABCDEF'.repeat(4),
  ADYEN_ENVIRONMENT: 'live',
  ADYEN_LIVE_URL_PREFIX: 'prefix-Venue',
  ALIPAY_CLIENT_ID: 'client',
  ALIPAY_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  ALIPAY_PUBLIC_KEY: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  DOCOMO_CLIENT_ID: 'client',
  DOCOMO_CLIENT_SECRET: 'secret',
  DOCOMO_REQUEST_HOSTS: 'pay.docomo.example',
  DOCOMO_GATEWAY: 'simulator-contract',
  DOCOMO_GATEWAY_URL: 'http://127.0.0.1:9/',
  DOCOMO_GATEWAY_KEY: 'key',
}

/** The owners of hosts, by the ending of the host. */
const OWNERS: ReadonlyArray<readonly [string, RegExp]> = [
  ['stripe', /\.stripe\.com$/],
  ['gmo', /\.mul-pay\.jp$/],
  ['softbank', /\.sps-system\.com$|\.paypay\.ne\.jp$|\.alipay\.com$/],
  ['adyen', /\.adyen\.com$/],
  ['docomo', /\.docomo\.example$/],
]

/** The source that allows the only script in the order document of the tests. */
const START_OF_ORDER = hashOf("start('order')")

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo', variables: ACCOUNTS })
})
afterAll(() => server.close())

/** The sources of each directive of a site's page. */
async function policyOf(siteKey: string, app = server): Promise<Map<string, readonly string[]>> {
  const answer = await app.app.inject({ url: '/', headers: { host: `${siteKey}.localhost:3000` } })
  const directives = String(answer.headers['content-security-policy']).split('; ')
  return new Map(directives.map(directive => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]))
}

const hostsIn = (sources: readonly string[] = []): string[] =>
  sources.filter(source => !source.startsWith("'") && source !== 'data:')

const ownersOf = (sources: readonly string[] | undefined): string[] => {
  const owners = hostsIn(sources).map(
    source => OWNERS.find(([, ending]) => ending.test(source))?.[0] ?? `nobody has ${source}`,
  )
  return [...new Set(owners)].toSorted()
}

/** The owners of the hosts that a site's pages must reach, and of those that take its forms. */
const EXPECTED: Readonly<Record<string, { reach: string[]; forms: string[] }>> = {
  'lab-exhibition': { reach: ['gmo'], forms: [] },
  demo: { reach: ['adyen', 'gmo', 'softbank', 'stripe'], forms: ['docomo'] },
  ruins: { reach: ['gmo'], forms: [] },
  izura: { reach: ['gmo'], forms: [] },
  cancanfactory: { reach: ['stripe'], forms: [] },
  mori: { reach: ['adyen'], forms: [] },
  softbank: { reach: ['softbank'], forms: [] },
  nishinippon: { reach: ['gmo'], forms: ['docomo'] },
  nagai: { reach: ['gmo'], forms: [] },
  'azabudai-borderless': { reach: ['adyen', 'stripe'], forms: [] },
  okinawa: { reach: ['gmo'], forms: [] },
  gaprao: { reach: ['gmo'], forms: [] },
  opam: { reach: ['gmo'], forms: [] },
  ishikawa: { reach: ['gmo'], forms: [] },
  boc: { reach: ['stripe'], forms: [] },
}

describe.each(SITE_KEYS)('the policy of %s (S-15.04)', key => {
  test('lets its pages reach only the providers of its methods', async () => {
    const { reach, forms } = EXPECTED[key] ?? { reach: [], forms: [] }
    const policy = await policyOf(key)
    for (const name of ['connect-src', 'frame-src', 'img-src', 'style-src'])
      expect([name, ownersOf(policy.get(name))]).toEqual([name, reach])
    expect(ownersOf(policy.get('form-action'))).toEqual(forms)
  })

  test('lets only the scripts of its template run, and what they load, and may not be framed', async () => {
    const policy = await policyOf(key)
    expect(policy.get('script-src')).toEqual([START_OF_ORDER, "'strict-dynamic'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('default-src')).toEqual(["'none'"])
  })

  test('names no provider whose method it does not list', () => {
    const listed = new Set(siteOf(key).paymentMethods.web.map(method => method.split('_')[0]))
    const named = new Set([...(EXPECTED[key]?.reach ?? []), ...(EXPECTED[key]?.forms ?? [])])
    for (const provider of named) expect(listed).toContain(provider === 'docomo' ? 'd' : provider)
  })
})

test('a method without keys allows no host', async () => {
  const bare = await createShop({
    catalogue: 'demo',
    variables: { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
  })
  const policy = await policyOf('demo', bare)
  await bare.close()
  const reached = Array.from(policy).filter(([name]) => /-(?:src|action)$/.test(name))
  expect(reached.flatMap(([, sources]) => hostsIn(sources))).toEqual([])
})

test('external scripts are allowed on the sites that have them, and on no ticket page (R-3.32, R-7.71, R-7.72)', async () => {
  const variables = {
    MORI__TAG_MANAGER_ID: 'GTM-MORI1',
    MORI__TAG_MANAGER_HOSTS: 'https://*.google-analytics.com',
    MORI__AD_TRACKER_SCRIPT_URL: 'https://cdn.ads.example/v1.js',
  }
  const having = await createShop({ catalogue: 'demo', variables: { ...ACCOUNTS, ...variables } })
  const [mori, demo, before] = [
    await policyOf('mori', having),
    await policyOf('demo', having),
    await policyOf('mori'),
  ]
  const host = 'mori.localhost:3000'
  const page = await having.app.inject({ url: '/', headers: { host } })
  const ticket = await having.app.inject({ url: '/tickets/', headers: { host } })
  await having.close()
  const hosts = [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://cdn.ads.example',
  ]
  for (const name of ['connect-src', 'img-src']) {
    expect(hostsIn(mori.get(name))).toEqual([...hostsIn(before.get(name)), ...hosts])
    expect(hostsIn(demo.get(name))).not.toContain(hosts[0])
  }
  // No frame, style or form of theirs; and only our own scripts load theirs.
  for (const name of ['frame-src', 'style-src', 'form-action', 'script-src'])
    expect(mori.get(name)).toEqual(before.get(name))
  expect(page.body).toContain('"tagManagerScript":"https://www.googletagmanager.com/gtm.js?id=GTM-MORI1"')
  expect(page.body).toContain('"adTrackerScript":"https://cdn.ads.example/v1.js"')
  expect(ticket.headers['content-security-policy']).not.toContain('googletagmanager')
})

test('the hosts of a device fingerprint service are allowed on the sites that have one (R-3.40)', async () => {
  const script = 'https://cdn.devices.example/v1.js'
  const variables = {
    MORI__DEVICE_FINGERPRINT_SCRIPT_URL: script,
    MORI__DEVICE_FINGERPRINT_HOSTS: 'https://*.devices.example',
  }
  const having = await createShop({ catalogue: 'demo', variables })
  const [mori, demo] = [await policyOf('mori', having), await policyOf('demo', having)]
  const page = await having.app.inject({ url: '/', headers: { host: 'mori.localhost:3000' } })
  await having.close()
  expect(hostsIn(mori.get('connect-src'))).toEqual([
    'https://cdn.devices.example',
    'https://*.devices.example',
  ])
  expect(hostsIn(demo.get('connect-src'))).not.toContain('https://cdn.devices.example')
  expect(page.body).toContain(`"deviceFingerprintScript":"${script}"`)
})

test('the camera and WebAssembly are for the pages that read codes, and for no other (S-15.04)', async () => {
  const reach = async (url: string) => {
    const { headers } = await server.app.inject({ url, headers: { host: 'demo.localhost:3000' } })
    const policy = String(headers['content-security-policy'])
    return {
      camera: /camera=\(([^)]*)\)/.exec(String(headers['permissions-policy']))?.[1],
      program: /script-src [^;]*'wasm-unsafe-eval'/.test(policy),
      worker: /worker-src [^;]*/.exec(policy)?.[0] ?? null,
    }
  }
  expect(await reach('/tickets/')).toEqual({ camera: 'self', program: true, worker: "worker-src 'self'" })
  for (const url of ['/', '/nowhere', '/api/v1/products', WORKER_PATH])
    expect([url, await reach(url)]).toEqual([url, { camera: '', program: false, worker: null }])
})

const TYPES_ONLY = "require-trusted-types-for 'script'; trusted-types"
const REPORTED = 'report-uri /csp-reports; report-to csp'

/** What both policies of a document say of Trusted Types, and the scripts of others that it lists. */
async function typesOf(app: DemoShop, url: string, site: string) {
  const { headers, body } = await app.app.inject({ url, headers: { host: `${site}.localhost:3000` } })
  const enforced = String(headers['content-security-policy'])
  const listed = /<meta name="scripts-of-others" content="([^"]*)">/.exec(body)?.[1]
  return {
    enforced: /require-trusted-types-for .*/.exec(enforced)?.[0] ?? null,
    reported: headers['content-security-policy-report-only'] ?? null,
    listed: listed?.split(' ') ?? null,
  }
}

/** Ticket pages start their worker too. */
const OF_TICKETS = {
  enforced: `${TYPES_ONLY} kippu-entry kippu-worker; ${REPORTED}`,
  reported: null,
  listed: null,
}
const OURS = { enforced: `${TYPES_ONLY} kippu-entry; ${REPORTED}`, reported: null, listed: null }

describe('Trusted Types (S-15.04)', () => {
  test('are enforced where all scripts are ours: without keys, and on tickets', async () => {
    const bare = await createShop({
      catalogue: 'demo',
      variables: { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
    })
    for (const url of ['/', '/nowhere']) expect(await typesOf(bare, url, 'demo')).toEqual(OURS)
    expect(await typesOf(bare, '/tickets/', 'demo')).toEqual(OF_TICKETS)
    await bare.close()
    expect(await typesOf(server, '/tickets/', 'demo')).toEqual(OF_TICKETS)
  })

  test('are reported where a method has a script, and the document lists each script', async () => {
    const reported = `${TYPES_ONLY} kippu-entry kippu-scripts; ${REPORTED}`
    for (const url of ['/', '/nowhere'])
      expect(await typesOf(server, url, 'cancanfactory')).toEqual({
        enforced: null,
        reported,
        listed: ['https://js.stripe.com/v3/'],
      })
  })

  test.each([
    [{ MORI__TAG_MANAGER_ID: 'GTM-MORI1' }, 'https://www.googletagmanager.com/gtm.js?id=GTM-MORI1'],
    [{ MORI__AD_TRACKER_SCRIPT_URL: 'https://a.example/v1.js?a=1' }, 'https://a.example/v1.js?a=1'],
    [{ MORI__DEVICE_FINGERPRINT_SCRIPT_URL: 'https://d.example/v1.js' }, 'https://d.example/v1.js'],
  ])('are reported where the site has a script of another kind: %o', async (variables, script) => {
    const having = await createShop({ catalogue: 'demo', variables })
    const { enforced, reported, listed } = await typesOf(having, '/', 'mori')
    const other = await typesOf(having, '/', 'okinawa')
    await having.close()
    expect([enforced, listed]).toEqual([null, [script]])
    expect(reported).not.toBeNull()
    expect(other).toEqual(OURS)
  })
})

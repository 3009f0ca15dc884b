import { createServer, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import dns from 'node:dns'

import { validateApplePaySession } from '@kippu/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'
import type { ApplePayAccount } from './apple-pay-account.ts'
import { createApplePay } from './apple-pay.ts'

/** A listener on this machine: no hostile address may make the server connect to it, or to anywhere else. */
const listener = createServer(socket => {
  accepted += 1
  socket.destroy()
})
let accepted = 0
/** Every socket that the process opens, through any library; the original method still runs. */
const connections = vi.spyOn(Socket.prototype, 'connect')
const lookups = vi.spyOn(dns, 'lookup')

let server: DemoShop
let port: number

const GATEWAY_PATH = '/paymentservices/startSession'

beforeAll(async () => {
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  port = (listener.address() as AddressInfo).port
  const account: ApplePayAccount = {
    merchantId: 'merchant.example',
    certificate: '',
    key: '',
    domainAssociation: 'association',
    hosts: null,
    networks: [],
    validationUrl: `https://127.0.0.1:${port}/paymentservices/paymentSession`,
    ca: null,
    scriptUrl: null,
  }
  server = await createShop({
    catalogue: 'demo',
    replace: ({ payments }) => ({ payments: withApplePay(payments, account) }),
  })
  await server.app.ready()
})

afterAll(async () => {
  await server.close()
  await new Promise<void>(done => listener.close(() => done()))
  vi.restoreAllMocks()
})

beforeEach(() => {
  connections.mockClear()
  lookups.mockClear()
  accepted = 0
})

function withApplePay(payments: PaymentProviders, account: ApplePayAccount): PaymentProviders {
  const applePay = createApplePay(account)
  return { ...payments, of: siteKey => ({ ...payments.of(siteKey), applePay }) }
}

function validate(validationUrl: unknown, headers: Record<string, string> = {}) {
  const { method, path: url } = validateApplePaySession
  return server.app.inject({ method, url, headers, payload: { validation_url: validationUrl } })
}

const APPLE = 'apple-pay-gateway.apple.com'
const at = (host: string, path = GATEWAY_PATH): string => `https://${host}${path}`

/** Named for what each of them tries (S-7.12). PORT is the port of a listener on this machine. */
const HOSTILE: ReadonlyArray<readonly [string, string]> = [
  ['metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata service by https', at('169.254.169.254')],
  ['loopback', at('127.0.0.1')],
  ['loopback with a port', at('127.0.0.1:PORT')],
  ['loopback by name', at('localhost')],
  ['loopback by name with a port', at('localhost:PORT')],
  ['decimal address', at('2130706433')],
  ['octal address', at('0177.0.0.1')],
  ['octal address in one', at('017700000001')],
  ['hexadecimal address', at('0x7f000001')],
  ['hexadecimal parts', at('0x7f.0x0.0x0.0x1')],
  ['short address', at('127.1')],
  ['address of nothing', at('0.0.0.0')],
  ['zero', at('0')],
  ['IPv6 loopback', at('[::1]')],
  ['IPv6 loopback with a port', at('[::1]:PORT')],
  ['IPv4 mapped into IPv6', at('[::ffff:127.0.0.1]')],
  ['IPv4 mapped into IPv6 in hexadecimal', at('[::ffff:7f00:1]')],
  ['IPv6 of nothing', at('[::]')],
  ['IPv6 with a zone', at('[fe80::1%25eth0]')],
  ['private network', at('10.0.0.1')],
  ['another private network', at('192.168.0.1')],
  ['name that resolves to loopback', at('127.0.0.1.nip.io')],
  ['plain http', `http://${APPLE}${GATEWAY_PATH}`],
  ['file', 'file:///etc/passwd'],
  ['file with Apple’s host', `file://${APPLE}${GATEWAY_PATH}`],
  ['ftp', `ftp://${APPLE}${GATEWAY_PATH}`],
  ['gopher', 'gopher://127.0.0.1:PORT/_POST'],
  ['data', 'data:application/json,{}'],
  ['javascript', 'javascript:alert(1)'],
  ['web socket', `wss://${APPLE}${GATEWAY_PATH}`],
  ['no scheme', `//${APPLE}${GATEWAY_PATH}`],
  ['no address', 'paymentservices/startSession'],
  ['one slash', `https:/${APPLE}${GATEWAY_PATH}`],
  ['three slashes', `https:///${APPLE}${GATEWAY_PATH}`],
  ['back slashes', String.raw`https:\\apple-pay-gateway.apple.com\paymentservices\startSession`],
  [
    'back slash before the real host',
    String.raw`https://127.0.0.1:PORT\@apple-pay-gateway.apple.com/paymentservices/startSession`,
  ],
  ['user before another host', at(`${APPLE}@127.0.0.1:PORT`)],
  ['user and password before another host', at(`${APPLE}:443@evil.example`)],
  ['user before Apple’s host', at(`evil@${APPLE}`)],
  ['empty user', at(`@${APPLE}`)],
  ['port of Apple', at(`${APPLE}:443`)],
  ['other port of Apple', at(`${APPLE}:8443`)],
  ['empty port', at(`${APPLE}:`)],
  ['Apple as a part of another host', at(`${APPLE}.evil.example`)],
  ['Apple at the end of another name', at('evil-apple-pay-gateway.apple.com.evil.example')],
  ['name that ends like Apple', at('evilapple.com')],
  ['host before Apple’s', at(`evil.${APPLE}`)],
  ['other host of Apple', at('www.apple.com')],
  ['sandbox of Apple, which is not configured', at('apple-pay-gateway-cert.apple.com')],
  ['pod that does not exist', at('apple-pay-gateway-nc-pod9.apple.com')],
  ['look-alike letters', at('аpple-pay-gateway.apple.com')],
  ['look-alike in its own coding', at('xn--pple-pay-gateway-5sk.apple.com')],
  ['small l for i', at('apple-pay-gateway.appIe.com')],
  ['full-width letters', at('ａｐｐｌｅ-pay-gateway.apple.com')],
  ['full-width dot', at('apple-pay-gateway．apple．com')],
  ['ideographic dot', at('apple-pay-gateway。apple。com')],
  ['soft hyphen', at('apple-pay\u00ad-gateway.apple.com')],
  ['invisible joiner', at('apple-pay-gateway\u200d.apple.com')],
  ['dot at the end', at(`${APPLE}.`)],
  ['capital letters', at('APPLE-PAY-GATEWAY.apple.com')],
  ['escaped dot', at('apple-pay-gateway%2eapple.com')],
  ['escaped slash in the host', at(`127.0.0.1:PORT%2f${APPLE}`)],
  ['fragment before the host', at(`127.0.0.1:PORT#${APPLE}`)],
  ['query before the host', at(`127.0.0.1:PORT?${APPLE}`)],
  ['line break in the host', at(`${APPLE}\r\nhost: evil.example`)],
  ['line break in the path', at(APPLE, `${GATEWAY_PATH}\r\nx: y`)],
  ['line break at the end', `${at(APPLE)}\n`],
  ['escaped line break', at(APPLE, `${GATEWAY_PATH}%0d%0ax:%20y`)],
  ['tab in the scheme', `ht\ttps://${APPLE}${GATEWAY_PATH}`],
  ['space before', ` ${at(APPLE)}`],
  ['space after', `${at(APPLE)} `],
  ['zero byte', at(`${APPLE}\u0000.evil.example`)],
  ['way out of the path', at(APPLE, '/paymentservices/../evil')],
  ['escaped way out of the path', at(APPLE, '/paymentservices/%2e%2e/evil')],
  ['doubly escaped way out of the path', at(APPLE, '/paymentservices/%252e%252e/evil')],
  ['back slash way out of the path', at(APPLE, String.raw`/paymentservices\..\evil`)],
  ['redirect in the query', at(APPLE, `${GATEWAY_PATH}?next=https://127.0.0.1:PORT/`)],
  ['fragment', at(APPLE, `${GATEWAY_PATH}#x`)],
  ['two slashes in the path', at(APPLE, '/paymentservices//127.0.0.1:PORT')],
  ['other path', at(APPLE, '/evil')],
  ['path that only begins alike', at(APPLE, '/paymentservicesevil/startSession')],
  ['no path', `https://${APPLE}`],
  ['simulator’s address with more after it', 'https://127.0.0.1:PORT/paymentservices/paymentSession/../../x'],
]

describe('an address that is not Apple’s is refused, and nothing is sent (S-7.12)', () => {
  test('the list has at least sixty addresses, each once', () => {
    const addresses = HOSTILE.map(([, address]) => address)
    expect(addresses.length).toBeGreaterThanOrEqual(60)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test.each(HOSTILE)('%s', async (_what, address) => {
    const answer = await validate(address.replaceAll('PORT', String(port)))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'invalid_request' })
    expect(answer.body).not.toContain('evil')
    expect(connections).not.toHaveBeenCalled()
    expect(lookups).not.toHaveBeenCalled()
  })

  test.each([undefined, null, 1, '', [at(APPLE)], { href: at(APPLE) }, `${at(APPLE)}/${'x'.repeat(2000)}`])(
    'a value that is not a text of allowed length is refused: %j',
    async value => {
      expect((await validate(value)).statusCode).toBe(400)
      expect(connections).not.toHaveBeenCalled()
    },
  )
})

describe('an address of Apple', () => {
  // Proves that the counter works: this request is sent, to the configured gateway and to no other.
  test.each([
    at(APPLE),
    at('cn-apple-pay-gateway.apple.com', '/paymentservices/paymentSession'),
    at('apple-pay-gateway-nc-pod1.apple.com'),
    at('apple-pay-gateway-pr-pod5.apple.com'),
    at('cn-apple-pay-gateway-tj-pod3.apple.com'),
  ])('%s makes the server ask the configured gateway, whatever its host', async address => {
    const answer = await validate(address, { host: 'evil.example' })
    expect(answer.json()).toEqual({ error: 'payment_api_failure', can_retry: true })
    expect(connections).toHaveBeenCalledTimes(1)
    expect(accepted).toBe(1)
  })

  test('is refused on a site without a merchant', async () => {
    const bare = await createShop({ catalogue: 'demo' })
    const { method, path: url } = validateApplePaySession
    const answer = await bare.app.inject({ method, url, payload: { validation_url: at(APPLE) } })
    const file = await bare.app.inject('/.well-known/apple-developer-merchantid-domain-association')
    await bare.close()
    expect(answer.json()).toEqual({ error: 'payment_api_failure', can_retry: false })
    expect(file.statusCode).toBe(404)
  })
})

test('Apple reads the domain association file of the site', async () => {
  const answer = await server.app.inject('/.well-known/apple-developer-merchantid-domain-association')
  expect([answer.statusCode, answer.body]).toEqual([200, 'association'])
})

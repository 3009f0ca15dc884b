import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { openGmoBench } from '../../../../test/gmo-bench.ts'
import { providerOrderRefOf } from '../../port/order-ref.ts'
import { parseGmoNotification } from './gmo-notification.ts'
import { readGmoReturn } from './gmo-return.ts'

const ATTEMPT = '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11'
const ACCOUNT = {
  shopId: 'tshop00000001',
  shopPass: 'pass',
  environment: 'test',
  notificationKey: 'a-key-of-tests-01',
  tokenPublicKey: null,
  tds2Type: null,
  tdRequired: null,
  brandTokenPayType: null,
  tenantName: null,
  apiUrl: null,
  tokenScriptUrl: null,
} as const

const BODY = {
  ShopID: 'tshop00000001',
  ShopPass: '**********',
  AccessID: 'a'.repeat(32),
  AccessPass: 'b'.repeat(32),
  OrderID: providerOrderRefOf(ATTEMPT),
  Status: 'AUTH',
  Amount: '3200',
  TranID: '1'.repeat(28),
  ErrInfo: '',
}

const rawOf = (body: Record<string, string>) => ({
  header: () => undefined,
  body: Buffer.from(new URLSearchParams(body).toString()),
  path: '/payment-webhooks/gmo/x',
})
const parse = (body: Record<string, string>) =>
  parseGmoNotification(ACCOUNT, { ...rawOf(body), key: ACCOUNT.notificationKey })

describe('a notification', () => {
  test('is a hint about the attempt that has its trade (S-7.07)', () => {
    expect(parse(BODY)).toMatchObject({
      events: [
        { attemptId: ATTEMPT, mustMatch: { access_id: 'a'.repeat(32) }, hint: 'authorized', refs: {} },
      ],
      stored: { status: 200, contentType: 'text/plain', body: '0' },
      failed: { status: 200, contentType: 'text/plain', body: '1' },
    })
  })

  test('keeps nothing secret', () => {
    expect(JSON.stringify(parse(BODY))).not.toContain('b'.repeat(32))
  })

  test.each([undefined, '', 'another-key-of-tests'])('with the key %j is refused (S-7.07)', key => {
    expect(parseGmoNotification(ACCOUNT, { ...rawOf(BODY), key })).toBeUndefined()
  })

  test('of another shop is refused', () => {
    expect(parse({ ...BODY, ShopID: 'tshop00000002' })).toBeUndefined()
  })

  test('that comes twice is one event, and one of another status is another', () => {
    const keyOf = (body: Record<string, string>) => parse(body)?.events[0]?.dedupeKey
    expect(keyOf(BODY)).toBe(keyOf({ ...BODY }))
    expect(keyOf(BODY)).not.toBe(keyOf({ ...BODY, Status: 'SALES' }))
  })

  test.each([
    [{ Status: 'AUTH' }, undefined],
    [{ Status: 'SALES' }, 3200],
    [{ Status: 'CAPTURE', Amount: '1200' }, 1200],
    [{ Status: 'SALES', PayPayCancelAmount: '1000', PayPayCancelTax: '0' }, 2200],
    [{ Status: 'SALES', DocomoCancelAmount: '3200' }, 0],
    [{ Status: 'VOID' }, 0],
    [{ Status: 'RETURNX' }, 0],
    [{ Status: 'SALES', Amount: 'x' }, undefined],
  ])('of %j says that %j yen are left (S-7.15)', (change, left) => {
    expect(parse({ ...BODY, ...change })?.events[0]?.left).toBe(left)
  })

  test('of each part of a wallet is an event of its own', () => {
    const keyOf = (PayPayCancelAmount: string) =>
      parse({ ...BODY, Status: 'SALES', PayPayCancelAmount })?.events[0]?.dedupeKey
    expect(keyOf('1000')).not.toBe(keyOf('2000'))
  })

  test('of an order that is not ours is stored without an attempt', () => {
    expect(parse({ ...BODY, OrderID: 'shop-0001' })?.events[0]?.attemptId).toBeUndefined()
    expect(parse({ ShopID: BODY.ShopID })?.events).toEqual([])
  })
})

test('sent by GMO is accepted, and concerns the attempt that has its trade (S-7.07)', async () => {
  const { address, first } = await receiver()
  const { provider, authorized } = await openGmoBench({}, address)
  const [attempt, { path, body }] = await Promise.all([authorized(), first])
  const key = path.split('/').at(-1)
  const notification = provider.parseNotification({ header: () => undefined, body, path, key })
  expect(notification?.events).toMatchObject([
    {
      attemptId: attempt.attemptId,
      mustMatch: { access_id: attempt.refs['access_id'] },
      hint: 'authorized',
      payload: { OrderID: attempt.providerOrderRef, Status: 'AUTH', Amount: '3200', PayType: '0' },
    },
  ])
})

interface ReceivedRequest {
  readonly path: string
  readonly body: Buffer
}

/** Receives requests until the test ends; `first` is the first one. */
async function receiver(): Promise<{ readonly address: string; readonly first: Promise<ReceivedRequest> }> {
  const { promise, resolve } = Promise.withResolvers<ReceivedRequest>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      resolve({ path: request.url ?? '', body: Buffer.concat(parts) })
      response.end('0')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, first: promise }
}

describe('a return', () => {
  test('of 3-D Secure brings its event and its parameter, in both forms', () => {
    const twoPhase = new URLSearchParams({ MD: 'id', event: '3DSMethodFinished', param: 'p+/=', other: 'x' })
    expect(readGmoReturn(twoPhase)).toEqual({
      kept: { event: '3DSMethodFinished', param: 'p+/=', md: 'id' },
      hint: 'success',
    })
    expect(readGmoReturn(new URLSearchParams({ AccessID: 'id' })).kept).toEqual({ md: 'id' })
  })

  test('of a wallet says little or nothing', () => {
    expect(readGmoReturn(new URLSearchParams())).toEqual({ kept: {}, hint: 'success' })
    const refused = new URLSearchParams({
      OrderID: 'o',
      Status: 'PAYFAIL',
      ErrCode: 'DC1',
      ErrInfo: 'DC1000003',
    })
    expect(readGmoReturn(refused).hint).toBe('failure')
  })
})

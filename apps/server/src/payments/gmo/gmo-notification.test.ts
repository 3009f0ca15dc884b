import { describe, expect, test } from 'vitest'

import { providerOrderRefOf } from '../attempt.ts'
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

const parse = (body: Record<string, string>, key: string | undefined = ACCOUNT.notificationKey) =>
  parseGmoNotification(ACCOUNT, {
    header: () => undefined,
    body: Buffer.from(new URLSearchParams(body).toString()),
    path: '/payment-webhooks/gmo/x',
    key,
  })

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

  test.each([undefined, '', 'another-key-of-tests'])('with the key %j is not taken (S-7.07)', key => {
    expect(
      parseGmoNotification(ACCOUNT, { header: () => undefined, body: Buffer.alloc(0), path: '/', key }),
    ).toBeUndefined()
  })

  test('of another shop is not taken', () => {
    expect(parse({ ...BODY, ShopID: 'tshop00000002' })).toBeUndefined()
  })

  test('that comes twice is one event, and one of another status is another', () => {
    const keyOf = (body: Record<string, string>) => parse(body)?.events[0]?.dedupeKey
    expect(keyOf(BODY)).toBe(keyOf({ ...BODY }))
    expect(keyOf(BODY)).not.toBe(keyOf({ ...BODY, Status: 'SALES' }))
  })

  test('of an order that is not ours is stored without an attempt', () => {
    expect(parse({ ...BODY, OrderID: 'shop-0001' })?.events[0]?.attemptId).toBeUndefined()
    expect(parse({ ShopID: BODY.ShopID })?.events).toEqual([])
  })
})

describe('a return', () => {
  test('of 3-D Secure brings its event and what it wants back, in both shapes', () => {
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

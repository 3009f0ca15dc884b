import { describe, expect, test } from 'vitest'

import type { RawNotification } from '../port.ts'
import { readNotice, readSoftbankReturn } from './link-result.ts'
import { toShiftJis } from './shift-jis.ts'
import { type SoftbankAccount, softbankAccountOf } from './softbank-account.ts'

const ATTEMPT = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const ORDER = BigInt(`0x${ATTEMPT.replaceAll('-', '')}`).toString(36)

function accountOf(more: Readonly<Record<string, string>> = {}): SoftbankAccount {
  const account = softbankAccountOf({
    SOFTBANK_MERCHANT_ID: '30199',
    SOFTBANK_SERVICE_ID: '001',
    SOFTBANK_HASH_KEY: 'a-hash-key-of-the-tests',
    SOFTBANK_ENVIRONMENT: 'test',
    ...more,
  })
  if (account === null) throw new Error('no account')
  return account
}

/** A result with a name of goods that is not ASCII; its hashes were computed by another program. */
const RESULT = {
  pay_method: 'paypay',
  merchant_id: '30199',
  service_id: '001',
  cust_code: 'ref1',
  order_id: ORDER,
  item_id: 'tickets',
  item_name: '入場券～①',
  tax: '290',
  amount: '3200',
  pay_type: '0',
  service_type: '0',
  request_date: '20261121171500',
  res_pay_method: 'paypay',
  res_result: 'OK',
  res_tracking_id: '00000616307350',
  res_payment_date: '20261121171530',
  res_date: '20261121171530',
  limit_second: '600',
} as const
const NOTICE_HASH = 'aca1452f70c13d0986516deac836fa27431d481f'
const SCREEN_HASH = '67a346c340a457a135ac1743f0ccae9c4737b39b'

type Fields = Readonly<Record<string, string>>

/** As the gateway sends it: elements in any order, percent-encoded Shift_JIS. */
function noticeOf(fields: Fields, hash = NOTICE_HASH): RawNotification {
  const pairs = Object.entries({ sps_hashcode: hash, ...fields }).toReversed()
  const body = pairs
    .map(([name, value]) => `${name}=${toShiftJis(value).toString('hex').replaceAll(/../g, '%$&')}`)
    .join('&')
  return { header: () => undefined, body: Buffer.from(body), path: '/', key: undefined }
}

describe('a result notice (A02-1)', () => {
  test('is hashed in UTF-8 and taken with "OK,"', () => {
    const notice = readNotice(accountOf(), noticeOf(RESULT))
    expect(notice?.stored).toEqual({ status: 200, contentType: 'text/plain; charset=Shift_JIS', body: 'OK,' })
    expect(notice?.failed.body).toMatch(/^NG,/)
    expect(notice?.events).toEqual([
      {
        dedupeKey: `A02-1:${ORDER}:OK:00000616307350:`,
        attemptId: ATTEMPT,
        refs: { notice_paid: '3200', tracking_id: '00000616307350' },
        hint: 'authorized',
        payload: {
          type: 'A02-1',
          result: 'OK',
          pay_method: 'paypay',
          tracking_id: '00000616307350',
          code: '',
        },
      },
    ])
  })

  test('may write its hash in capitals', () => {
    expect(readNotice(accountOf(), noticeOf(RESULT, NOTICE_HASH.toUpperCase()))).toBeDefined()
  })

  test.each<[string, Fields]>([
    ['another amount', { ...RESULT, amount: '1' }],
    ['another order', { ...RESULT, order_id: 'other' }],
    ['another result', { ...RESULT, res_result: 'NG' }],
    ['another merchant', { ...RESULT, merchant_id: '30198' }],
    ['nothing', {}],
  ])('with %s is not the gateway’s', (_name, fields) => {
    expect(readNotice(accountOf(), noticeOf(fields))).toBeUndefined()
  })

  test('with the hash of a browser return, or none, is not the gateway’s', () => {
    expect(readNotice(accountOf(), noticeOf(RESULT, SCREEN_HASH))).toBeUndefined()
    expect(readNotice(accountOf(), noticeOf(RESULT, ''))).toBeUndefined()
    const key = { SOFTBANK_HASH_KEY: 'another' }
    expect(readNotice(accountOf(key), noticeOf(RESULT))).toBeUndefined()
  })

  test('is hashed in the charset that the contract turns out to use', () => {
    const account = accountOf({ SOFTBANK_NOTICE_HASH_CHARSET: 'Shift_JIS' })
    expect(readNotice(account, noticeOf(RESULT, SCREEN_HASH))).toBeDefined()
  })

  test('of bytes that are nothing is not the gateway’s', () => {
    const body = Buffer.from([0xff, 0x00, 0x25, 0x26, 0x3d, 0x81])
    expect(
      readNotice(accountOf(), { header: () => undefined, body, path: '/', key: undefined }),
    ).toBeUndefined()
  })
})

describe('a return of the browser (A03-1)', () => {
  test('is hashed in Shift_JIS', () => {
    const fields = new URLSearchParams({ ...RESULT, sps_hashcode: SCREEN_HASH })
    expect(readSoftbankReturn(accountOf(), fields)).toEqual({
      kept: { order: ORDER, result: 'OK', tracking_id: '00000616307350' },
      hint: 'success',
    })
  })

  test('without a hash that holds leaves nothing behind', () => {
    for (const fields of [{ ...RESULT, sps_hashcode: NOTICE_HASH }, { ...RESULT }, {}])
      expect(readSoftbankReturn(accountOf(), new URLSearchParams(fields)).kept).toEqual({})
  })

  test('is what the page of ours says when it brings nothing, as after 3-D Secure', () => {
    const hintOf = (fields: Fields) => readSoftbankReturn(accountOf(), new URLSearchParams(fields)).hint
    expect(hintOf({})).toBe('success')
    expect(hintOf({ status: 'failure' })).toBe('failure')
    expect(hintOf({ status: 'cancel' })).toBe('cancel')
    expect(hintOf({ status: 'paid' })).toBe('success')
  })
})

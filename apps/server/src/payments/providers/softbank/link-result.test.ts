import { describe, expect, test } from 'vitest'

import { formBody } from '../../../../test/form-body.ts'
import type { AttemptRef, RawNotification } from '../../port/port.ts'
import { openLinkPage, showLinkPage } from './link-page.ts'
import { readResult } from './link-message.ts'
import { readNotice, readSoftbankReturn } from './link-result.ts'
import { linkTag } from './link-tag.ts'
import { toShiftJis } from './shift-jis.ts'
import { type SoftbankAccount, softbankAccountOf } from './softbank-account.ts'
import { spsHash } from './sps-hash.ts'
import { LINK_ITEM_NAME } from './sps-requests.ts'

const ATTEMPT = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const ORDER = BigInt(`0x${ATTEMPT.replaceAll('-', '')}`).toString(36)
const KEY = 'a-hash-key-of-the-tests'

function accountOf(more: Readonly<Record<string, string>> = {}): SoftbankAccount {
  const account = softbankAccountOf({
    SOFTBANK_MERCHANT_ID: '30199',
    SOFTBANK_SERVICE_ID: '001',
    SOFTBANK_HASH_KEY: KEY,
    SOFTBANK_ENVIRONMENT: 'test',
    ...more,
  })
  if (account === null) throw new Error('no account')
  return account
}

/** The order of the hash, written independently of the adapter's own. */
const HASHED =
  'pay_method merchant_id service_id cust_code sps_cust_no sps_payment_no order_id item_id pay_item_id item_name tax amount pay_type auto_charge_type service_type div_settele last_charge_month camp_type tracking_id terminal_type free1 free2 free3 request_date res_pay_method res_result res_tracking_id res_sps_cust_no res_sps_payment_no res_payinfo_key res_payment_date res_err_code res_date limit_second'.split(
    ' ',
  )

type Fields = Readonly<Record<string, string>>

/** The gateway's result of a payment that our form began; another program computed its hashes. */
const RESULT: Fields = {
  pay_method: 'paypay',
  merchant_id: '30199',
  service_id: '001',
  cust_code: ORDER,
  order_id: ORDER,
  item_id: 'tickets',
  item_name: '入場券',
  tax: '290',
  amount: '3200',
  pay_type: '0',
  service_type: '0',
  free1: '573686506a0bf3a16254',
  request_date: '20261121171500',
  res_pay_method: 'paypay',
  res_result: 'OK',
  res_tracking_id: '00000616307350',
  res_payment_date: '20261121171530',
  res_date: '20261121171530',
  limit_second: '600',
}
const NOTICE_HASH = 'f66da1be2c2b501cfbe264ef9146371f73495c56'
const SCREEN_HASH = '3254c8cc6161840d4409f454c88ba3bdf96b45d0'

/** As the gateway sends it: elements in any order, percent-encoded Shift_JIS. */
function noticeOf(fields: Fields, hash = NOTICE_HASH): RawNotification {
  const pairs = Object.entries({ sps_hashcode: hash, ...fields }).toReversed()
  return raw(Buffer.from(formBody(pairs, 'Shift_JIS')))
}

function raw(body: Buffer): RawNotification {
  return { header: () => undefined, body, path: '/', key: undefined }
}

/** The same fields with a hash of the gateway. */
function signed(fields: Fields, charset: 'UTF-8' | 'Shift_JIS'): string {
  return spsHash(
    HASHED.map(name => fields[name] ?? ''),
    KEY,
    charset,
  )
}

describe('a result notice (A02-1)', () => {
  test('is hashed in UTF-8 and acknowledged with "OK,"', () => {
    const notice = readNotice(accountOf(), noticeOf(RESULT))
    expect(notice?.stored).toEqual({ status: 200, contentType: 'text/plain; charset=Shift_JIS', body: 'OK,' })
    expect(notice?.failed.body).toMatch(/^NG,/)
    expect(notice?.events).toEqual([
      {
        dedupeKey: `A02-1:ours:${ORDER}:OK:3200:paypay:00000616307350:`,
        attemptId: ATTEMPT,
        refs: { notice_paid: '3200', tracking_id: '00000616307350' },
        hint: 'authorized',
        payload: {
          type: 'A02-1',
          reading: 'ours',
          result: 'OK',
          amount: '3200',
          pay_method: 'paypay',
          tracking_id: '00000616307350',
          code: '',
        },
      },
    ])
  })

  test('may have its hash in capitals', () => {
    expect(readNotice(accountOf(), noticeOf(RESULT, NOTICE_HASH.toUpperCase()))).toBeDefined()
  })

  test.each<[string, Fields]>([
    ['another amount', { ...RESULT, amount: '1' }],
    ['another order', { ...RESULT, order_id: 'other' }],
    ['another result', { ...RESULT, res_result: 'NG' }],
    ['another merchant', { ...RESULT, merchant_id: '30198' }],
    ['another name of goods', { ...RESULT, item_name: '入場権' }],
    ['nothing', {}],
  ])('with %s is not accepted', (_name, fields) => {
    expect(readNotice(accountOf(), noticeOf(fields))).toBeUndefined()
  })

  test('with the hash of a browser return, or without one, is not accepted', () => {
    expect(readNotice(accountOf(), noticeOf(RESULT, SCREEN_HASH))).toBeUndefined()
    expect(readNotice(accountOf(), noticeOf(RESULT, ''))).toBeUndefined()
    const key = { SOFTBANK_HASH_KEY: 'another' }
    expect(readNotice(accountOf(key), noticeOf(RESULT))).toBeUndefined()
  })

  test('is hashed in the charset that the contract turns out to use', () => {
    const account = accountOf({
      SOFTBANK_NOTICE_HASH_CHARSET: 'Shift_JIS',
      SOFTBANK_RETURN_HASH_CHARSET: 'UTF-8',
    })
    expect(readNotice(account, noticeOf(RESULT, SCREEN_HASH))).toBeDefined()
  })

  test('of another amount than our form requested calls a person, and is another event (S-7.10)', () => {
    const other = { ...RESULT, amount: '5' }
    expect(readNotice(accountOf(), noticeOf(other, signed(other, 'UTF-8')))?.events).toMatchObject([
      {
        dedupeKey: `A02-1:other_amount:${ORDER}:OK:5:paypay:00000616307350:`,
        attemptId: ATTEMPT,
        refs: { notice_other_amount: '5', tracking_id: '00000616307350' },
        undoes: true,
      },
    ])
  })

  test('of a form that is not ours names no amount, and calls a person (S-7.10)', () => {
    const other = { ...RESULT, item_name: '入場券2903', tax: '20', amount: '0', free1: 'x' }
    const [event] = readNotice(accountOf(), noticeOf(other, signed(other, 'UTF-8')))?.events ?? []
    expect(event).toMatchObject({ attemptId: ATTEMPT, refs: { notice_of_other_form: 'OK' }, undoes: true })
    expect(event?.payload).toEqual({
      type: 'A02-1',
      reading: 'other_form',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('of meaningless bytes is not accepted', () => {
    expect(readNotice(accountOf(), raw(Buffer.from([0xff, 0x00, 0x25, 0x26, 0x3d, 0x81])))).toBeUndefined()
  })

  test('of more than eighty elements, or sixteen kilobytes, is not parsed', () => {
    const real = noticeOf(RESULT).body.toString()
    const padded = (text: string) => readNotice(accountOf(), raw(Buffer.from(`${real}${text}`)))
    expect(padded('&a'.repeat(40))).toBeDefined()
    expect(padded('&a'.repeat(80))).toBeUndefined()
    expect(padded(`&a=${'a'.repeat(12_000)}`)).toBeDefined()
    expect(padded(`&a=${'a'.repeat(16_384)}`)).toBeUndefined()
  })
})

describe('a return of the browser (A03-1)', () => {
  test('is hashed in Shift_JIS, and kept under the name of its order and its result', () => {
    const fields = new URLSearchParams({ ...RESULT, sps_hashcode: SCREEN_HASH })
    expect(readSoftbankReturn(accountOf(), fields)).toEqual({
      kept: { [`paid_${ORDER}`]: '00000616307350' },
      hint: 'success',
    })
    const refused: Fields = { ...RESULT, res_result: 'NG', res_tracking_id: '', res_err_code: '31123999' }
    const hash = signed(refused, 'Shift_JIS')
    expect(readSoftbankReturn(accountOf(), new URLSearchParams({ ...refused, sps_hashcode: hash }))).toEqual({
      kept: { [`ended_${ORDER}`]: 'NG' },
      hint: 'failure',
    })
  })

  test('can be read although its Japanese is garbled by a form of another charset', () => {
    const form = formBody(Object.entries({ ...RESULT, sps_hashcode: SCREEN_HASH }), 'Shift_JIS')
    const fields = new URLSearchParams(form)
    expect(fields.get('item_name')).not.toBe(LINK_ITEM_NAME)
    expect(readSoftbankReturn(accountOf(), fields).kept).toEqual({ [`paid_${ORDER}`]: '00000616307350' })
  })

  test('without a valid hash is not kept', () => {
    for (const fields of [{ ...RESULT, sps_hashcode: NOTICE_HASH }, { ...RESULT }, {}])
      expect(readSoftbankReturn(accountOf(), new URLSearchParams(fields)).kept).toEqual({})
  })

  test('without fields, as after 3-D Secure, has the result that its own address names', () => {
    const hintOf = (fields: Fields) => readSoftbankReturn(accountOf(), new URLSearchParams(fields)).hint
    expect(hintOf({})).toBe('success')
    expect(hintOf({ status: 'failure' })).toBe('failure')
    expect(hintOf({ status: 'cancel' })).toBe('cancel')
    expect(hintOf({ status: 'paid' })).toBe('success')
  })
})

describe('a message whose borders were moved', () => {
  /** Every message with the same joined text that differs from this one in one or two borders. */
  function* resplits(values: readonly string[], most: number): Generator<readonly string[]> {
    for (let border = 1; border < values.length; border += 1)
      for (const moved of withBorder(values, border)) {
        yield moved
        if (most > 1)
          for (let next = border + 1; next < Math.min(border + 4, values.length); next += 1)
            yield* withBorder(moved, next)
      }
  }

  function* withBorder(values: readonly string[], border: number): Generator<readonly string[]> {
    const [left = '', right = ''] = [values[border - 1], values[border]]
    const both = `${left}${right}`
    for (let at = 0; at <= both.length; at += 1)
      if (at !== left.length) yield values.with(border - 1, both.slice(0, at)).with(border, both.slice(at))
  }

  const named = (values: readonly string[]): Fields =>
    Object.fromEntries(HASHED.map((name, index) => [name, values[index] ?? '']))
  const VALUES = HASHED.map(name => RESULT[name] ?? '')

  test('is never a notice of another amount, order or result (S-7.07, S-7.10)', () => {
    const account = accountOf()
    const real = { orderId: ORDER, result: 'OK', trackingId: '00000616307350' }
    let count = 0
    for (const values of resplits(VALUES, 2)) {
      const fields: Fields = { ...named(values), sps_hashcode: NOTICE_HASH }
      const result = readResult(account, 'UTF-8', name => fields[name])
      count += 1
      if (result === undefined || result.reading === 'other_form') continue
      const { reading, orderId, trackingId } = result
      expect({ orderId, trackingId, result: result.result }).toEqual(real)
      expect([reading, result.amount === '3200']).toEqual([reading, reading === 'ours'])
    }
    expect(count).toBeGreaterThan(3000)
  })

  test('is never a return of another order or result', () => {
    const account = accountOf()
    for (const values of resplits(VALUES, 1)) {
      const fields = new URLSearchParams({ ...named(values), sps_hashcode: SCREEN_HASH })
      const { kept } = readSoftbankReturn(account, fields)
      expect([{}, { [`paid_${ORDER}`]: '00000616307350' }]).toContainEqual(kept)
    }
  })

  test('says nothing of a payment when it was the form that began it (A01-1)', () => {
    const account = accountOf()
    // Addresses that contain everything a result would need.
    const step = formOf(account, 'https://shop.example/OK00000616307350/20261121171530')
    const sent = new Map(step)
    const sequence = step
      .filter(([name]) => name !== 'sps_hashcode')
      .map(([, value]) => value)
      .join('')
    const head = `paypay30199001${ORDER}${ORDER}tickets${LINK_ITEM_NAME}290320000`
    expect(sequence.startsWith(head)).toBe(true)
    const rest = sequence.slice(head.length)
    const ok = rest.indexOf('OK')
    const asResult: Fields = {
      ...RESULT,
      free1: rest.slice(0, ok),
      request_date: '',
      res_pay_method: '',
      res_tracking_id: rest.slice(ok + 2, ok + 16),
      res_payment_date: '',
      res_date: '',
      res_err_code: rest.slice(ok + 16, -3),
      limit_second: rest.slice(-3),
    }
    const hash = sent.get('sps_hashcode') ?? ''
    // So far the attack works: it is the hash of this joined text.
    expect(signed(asResult, 'UTF-8')).toBe(hash)
    expect(readNotice(account, noticeOf(asResult, hash))).toBeUndefined()
  })

  function formOf(account: SoftbankAccount, returnUrl: string): ReadonlyArray<readonly [string, string]> {
    const attempt: AttemptRef = {
      attemptId: ATTEMPT,
      providerOrderRef: ORDER,
      method: 'softbank_paypay',
      amount: { currency: 'JPY', minor: 3200 },
      taxAmount: 290,
      secondsLeft: 840,
      refs: {},
    }
    const clock = { now: () => Date.UTC(2026, 10, 21, 8, 15), monotonicMs: () => 0 }
    const parts = { account, clock, sps: { call: () => Promise.reject(new Error()), now: () => '' } }
    const page = openLinkPage(parts, attempt, {
      returnUrl,
      notifyUrl: returnUrl,
      keep: async () => undefined,
    })
    const shown = showLinkPage(parts, attempt, page)
    if (shown.kind !== 'action_required' || shown.step.kind !== 'form') throw new Error(shown.kind)
    return shown.step.fields
  }
})

describe('values of a form that prevent moved borders', () => {
  test('a name of goods whose Shift_JIS is not valid UTF-8, so no hash is valid in the other charset', () => {
    const utf8 = new TextDecoder('utf-8', { fatal: true })
    expect(() => utf8.decode(Buffer.concat([Buffer.from('tickets'), toShiftJis(LINK_ITEM_NAME)]))).toThrow(
      TypeError,
    )
    expect(toShiftJis(LINK_ITEM_NAME).byteLength).toBeLessThanOrEqual(40)
  })

  test('a tag of twenty characters over order, tax and amount', () => {
    const of = { payMethod: 'paypay', orderId: ORDER, tax: '290', amount: '3200' }
    expect(linkTag(KEY, of)).toBe(RESULT['free1'])
    for (const other of [{ tax: '2903', amount: '200' }, { orderId: 'other' }, { payMethod: 'alipay' }])
      expect(linkTag(KEY, { ...of, ...other })).not.toBe(RESULT['free1'])
    expect(linkTag('another', of)).not.toBe(RESULT['free1'])
  })
})

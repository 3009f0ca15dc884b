import { describe, expect, test } from 'vitest'

import { base64ShiftJis, fromShiftJis, readShiftJisForm, toShiftJis } from './shift-jis.ts'
import { isSameHash, spsHash } from './sps-hash.ts'
import { elements, readAnswer, writeRequest } from './sps-message.ts'
import { spsTime } from './sps-requests.ts'

/** Another program computed the vectors. */
const KEY = 'a-hash-key-of-the-tests'

describe('Shift_JIS', () => {
  test('has the characters of Windows-31J', () => {
    expect(toShiftJis('切符①髙').toString('hex')).toBe('90d895848740fbfc')
    expect(fromShiftJis(Buffer.from('90d895848740fbfc', 'hex'))).toBe('切符①髙')
  })

  test.each([
    ['〜', '8160'],
    ['−', '817c'],
    ['—', '815c'],
    ['¥', '818f'],
  ])('writes %s as its own character for it', (character, bytes) => {
    expect(toShiftJis(character).toString('hex')).toBe(bytes)
  })

  test.each(['馆们', '표', 'é', '€', '🎫'])('refuses %s instead of writing a question mark', text => {
    expect(() => toShiftJis(text)).toThrow(RangeError)
  })

  test('names of goods are base64 of its bytes', () => {
    expect(base64ShiftJis('入場券〜①')).toBe('k/yP6oyUgWCHQA==')
  })

  test('is read from a form, percent-encoded or raw, with + for a blank', () => {
    const body = Buffer.concat([
      Buffer.from('item_name=%90%D8%95%84+1&bare='),
      toShiftJis('切符'),
      Buffer.from('&empty=&twice=1&twice=2&alone'),
    ])
    expect(Object.fromEntries(readShiftJisForm(body, 6) ?? [])).toEqual({
      item_name: '切符 1',
      bare: '切符',
      empty: '',
      twice: '2',
      alone: '',
    })
    expect(readShiftJisForm(body, 5)).toBeUndefined()
  })
})

describe('the hash', () => {
  test('is SHA-1 over the trimmed values and the key', () => {
    expect(spsHash(['30199', '001', 'ref1', '3200'], KEY, 'Shift_JIS')).toBe(
      '99cd52731464e310aa91d4e2791acd7739caa199',
    )
  })

  test('differs by charset once a value is not ASCII', () => {
    const values = ['30199', '001', ' 入場券～①', '3200']
    expect(spsHash(values, KEY, 'Shift_JIS')).toBe('e0b7535fd7c3405e5666b114e6afa6d63c443ff7')
    expect(spsHash(values, KEY, 'UTF-8')).toBe('b12f7b6ca1a9629b89a3b368d881711e5efd1ac4')
  })

  test('is the same in lower and upper case, and differs from any other', () => {
    const hash = spsHash(['1'], KEY, 'UTF-8')
    expect(isSameHash(hash.toUpperCase(), hash)).toBe(true)
    expect(isSameHash(` ${hash}\n`, hash)).toBe(true)
    expect(isSameHash(`${hash.slice(0, -1)}x`, hash)).toBe(false)
    expect(isSameHash(hash.slice(1), hash)).toBe(false)
    expect(isSameHash('', hash)).toBe(false)
  })
})

describe('a request', () => {
  test('is XML in Shift_JIS in the given order, with base64 in it and the plain text in its hash', () => {
    const body = [
      ...elements({ merchant_id: '30199', service_id: '001' }),
      { name: 'item_name', text: '入場券～①' },
      { name: 'pay_option_manage', children: elements({ amount: '5' }) },
      ...elements({ request_date: '20261121171500', limit_second: '30' }),
    ]
    expect(fromShiftJis(writeRequest('ST01-00131-101', body, KEY))).toBe(
      '<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="ST01-00131-101">' +
        '<merchant_id>30199</merchant_id><service_id>001</service_id><item_name>k/yP6oyUgWCHQA==</item_name>' +
        '<pay_option_manage><amount>5</amount></pay_option_manage>' +
        '<request_date>20261121171500</request_date><limit_second>30</limit_second>' +
        '<sps_hashcode>503d68385224cbe9437b243c4cec178895c7c9f8</sps_hashcode></sps-api-request>',
    )
  })

  test('has its addresses escaped', () => {
    const xml = fromShiftJis(writeRequest('x', elements({ url: 'https://x/?a=1&b=<2>' }), KEY))
    expect(xml).toContain('<url>https://x/?a=1&amp;b=&lt;2&gt;</url>')
  })

  test('has the time of Japan', () => {
    expect(spsTime(Date.UTC(2026, 10, 21, 17, 5, 9))).toBe('20261122020509')
  })
})

describe('an answer', () => {
  test('keeps the leading zeros of its numbers, and its groups by their path', () => {
    const xml = `<?xml version='1.0' encoding='Shift_JIS' ?>
      <sps-api-response id="MG01-00101-101">
        <res_result>OK</res_result>
        <res_tracking_id>00000616307350</res_tracking_id>
        <res_pay_method_info>
          <commit_status>1</commit_status>
          <payment_status>02</payment_status>
        </res_pay_method_info>
        <redirect_url>https://x/?a=1&amp;b=2</redirect_url>
        <res_err_code/>
      </sps-api-response>`
    const answer = readAnswer(toShiftJis(xml))
    expect(answer?.id).toBe('MG01-00101-101')
    expect(answer?.values.get('res_tracking_id')).toBe('00000616307350')
    expect(answer?.values.get('res_pay_method_info.payment_status')).toBe('02')
    expect(answer?.values.get('redirect_url')).toBe('https://x/?a=1&b=2')
    expect(answer?.values.get('res_err_code')).toBe('')
  })

  test.each(['', 'Service Unavailable', '<html><body>503</body></html>', '<sps-api-response id="x">'])(
    'is not read when it is malformed: %s',
    text => {
      expect(readAnswer(Buffer.from(text))).toBeUndefined()
    },
  )

  test('does not expand a small text into a large one', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><sps-api-response id="x"><res_result>${'&b;'.repeat(1000)}</res_result></sps-api-response>`
    expect(readAnswer(Buffer.from(bomb))?.values.get('res_result')?.length ?? 0).toBeLessThan(10_000)
  })
})

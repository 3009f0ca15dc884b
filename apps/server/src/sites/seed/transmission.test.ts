import { LANGUAGES } from '@kippu/domain/language'
import { siteOf } from '@kippu/demo/demo-sites'
import { expect, test } from 'vitest'

import { transmissionOf } from './transmission.ts'

test.each(LANGUAGES)('the notice of the demo names everybody, in %s', lang => {
  const notice = transmissionOf(siteOf('demo').paymentMethods.web, lang)
  for (const name of [
    'Stripe, Inc.',
    'GMO',
    'Payment Gateway|ペイメントゲートウェイ',
    'SB',
    'Adyen N.V.',
    'Ant International',
    'NTT',
    'Apple Inc.',
  ])
    expect(notice).toMatch(new RegExp(name))
  expect(notice).not.toMatch(/undefined|[{}]/)
  // No paragraph is repeated: the page identifies paragraphs by their text.
  const names = notice.split('\n').filter(line => !line.startsWith('- '))
  expect(new Set(names).size).toBe(names.length)
})

test('a site names no recipient that it does not use, and each company once', () => {
  const notice = transmissionOf(siteOf('okinawa').paymentMethods.web, 'en')
  expect(
    notice
      .split('\n')
      .filter(line => !line.startsWith('- '))
      .slice(1),
  ).toEqual([
    'GMO Payment Gateway, Inc.',
    'Ant International (Alipay, Antom; Singapore) and its group companies',
  ])
  expect(transmissionOf(['gmo', 'gmo_3ds'], 'ja').match(/GMO/g)).toHaveLength(1)
})

import { ERRORS } from '@kippu/contract/errors'
import { expect, test } from 'vitest'

import { errorsPage } from './errors-page.ts'

const LINES = errorsPage().split('\n')
const rowOf = (code: string) => LINES.find(line => line.startsWith(`| \`${code}\` |`)) ?? ''

test('R-8.76: the page of errors has a row for every error value', () => {
  for (const code of Object.keys(ERRORS)) expect(rowOf(code)).not.toBe('')
})
test('a row says the status, who answers, what is read and where it leads (R-8.17, R-8.18)', () => {
  expect(rowOf('session_timeout')).toBe(
    `| \`session_timeout\` | 400 | ${rowOf('session_timeout').split(' | ')[2]} | Your tickets are no longer held | ` +
      'forgets everything, then `/?product=PRODUCT` from an order, its confirmation, a date change; ' +
      '`/spot?qr_token=QR` from an on-site order |',
  )
  expect(rowOf('session_timeout')).toContain('`readOrder`')
})
test('R-8.20: a destination of one page alone is told with that page', () => {
  expect(rowOf('payment_api_failure')).toContain('`/order` from its confirmation;')
})
test('R-8.77: an unmapped error shows the connection dialog and stays', () => {
  expect(rowOf('invalid order status')).toMatch(/\| Unable to connect \| stays \|$/)
})

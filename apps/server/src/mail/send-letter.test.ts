import { expect, test } from 'vitest'

import { answerOf } from './send-letter.ts'

const customerInfo = [
  { key: 'email', value: 'buyer@example.com\r\nBcc: thief@example.com' },
  { key: 'fullname', value: 'Taro\r\nBcc: thief@example.com' },
]

test('an answer that is stored with line breaks is one line in a mail (S-6.08)', () => {
  expect(answerOf({ customerInfo }, 'fullname')).toBe('Taro Bcc: thief@example.com')
  expect(answerOf({ customerInfo }, 'email')).toBe('buyer@example.com Bcc: thief@example.com')
})

test('an answer that was not given is empty', () => {
  expect(answerOf({ customerInfo: [] }, 'fullname')).toBe('')
})

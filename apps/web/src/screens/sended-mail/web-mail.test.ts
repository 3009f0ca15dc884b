// @vitest-environment node
import { expect, test } from 'vitest'

import { webMailOf } from './web-mail.ts'

test.each([
  ['hanako@gmail.com', 'https://mail.google.com/mail/'],
  ['HANAKO@Docomo.NE.jp', 'https://mail.smt.docomo.ne.jp/'],
  ['hanako@yahoo.co.jp', 'https://mail.yahoo.co.jp/'],
  ['hanako@icloud.com', 'https://www.icloud.com/mail/'],
  ['hanako@hotmail.co.jp', 'https://outlook.live.com/mail/'],
])('the mails of %s are read at %s (R-2.14)', (address, url) => {
  expect(webMailOf(address)?.url).toBe(url)
})

test.each([
  'hanako@example.com',
  'hanako@mail.gmail.com',
  'hanako@notgmail.com',
  'gmail.com@x.jp',
  '',
  'a@toString',
])('no page is made up for %j', address => {
  expect(webMailOf(address)).toBeUndefined()
})

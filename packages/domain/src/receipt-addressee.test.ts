import { expect, test } from 'vitest'

import { faultOfAddressee } from './receipt-addressee.ts'

test.each([
  ['', 'empty'],
  ['　 ', 'empty'],
  ['\u200b\u2060', 'empty'],
  ['あ'.repeat(61), 'long'],
  ['𠮷'.repeat(61), 'long'],
  ['a\nb', 'text'],
  ['a\u0085b', 'text'],
  ['\ud842', 'text'],
])('E-06: %j is not an addressee: %s', (addressee, fault) => {
  expect(faultOfAddressee(addressee)).toBe(fault)
})

test.each(['山', '髙﨑 𠮷', '𠮷'.repeat(60), '김철수', 'ผู้รับ', '👨‍👩‍👧', 'مرحبا', 'A&B <株>'])(
  'E-06: %s is an addressee',
  addressee => {
    expect(faultOfAddressee(addressee)).toBeNull()
  },
)

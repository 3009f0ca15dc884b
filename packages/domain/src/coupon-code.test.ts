import fc from 'fast-check'
import { expect, test } from 'vitest'

import { couponCodeIn, normaliseCouponCode } from './coupon-code.ts'

test.each([
  ['FLAT500', 'FLAT500'],
  [' FLAT500\n', 'FLAT500'],
  ['\u3000ＦＬＡＴ５００\u3000', 'FLAT500'],
  ['ﾊﾙﾏﾂﾘ', 'ハルマツリ'],
  ['SPRING\u20112026', 'SPRING-2026'],
  ['e\u200b\u0301', 'é'],
  ['\ufeffFLAT500\u200b', 'FLAT500'],
  ['flat500', 'flat500'],
  ['SPRINGー2026', 'SPRING-2026'],
  ['ｓｐｒｉｎｇｰ２０２６', 'spring-2026'],
  ['SPRING─2026', 'SPRING-2026'],
  ['サマーセール', 'サマーセール'],
  ['サマー2026ー夏', 'サマー2026-夏'],
  ['\u0002FLAT500\r\n', 'FLAT500'],
  ['', ''],
])('the code %j is looked up as %j (R-7.22)', (typed, code) => {
  expect(normaliseCouponCode(typed)).toBe(code)
})

test('normalising a code twice gives the same as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), typed => {
      expect(normaliseCouponCode(normaliseCouponCode(typed))).toBe(normaliseCouponCode(typed))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['FLAT500', 'FLAT500'],
  ['クーポンコード：ＦＬＡＴ５００', 'FLAT500'],
  ['クーポンコード「FLAT500」をご利用ください。', 'FLAT500'],
  ['Use the code “FLAT500”!', 'FLAT500'],
  ['(FLAT500)', 'FLAT500'],
  ['FLAT500。', 'FLAT500'],
  ['サマー2026', 'サマー2026'],
  ['', ''],
  ['「', '「'],
])('a visitor who pastes %j means %j', (typed, code) => {
  expect(couponCodeIn(typed)).toBe(code)
})

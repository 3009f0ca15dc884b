import fc from 'fast-check'
import { expect, test } from 'vitest'

import { normaliseCouponCode } from './coupon-code.ts'

test.each([
  ['FLAT500', 'FLAT500'],
  [' FLAT500\n', 'FLAT500'],
  ['\u3000ＦＬＡＴ５００\u3000', 'FLAT500'],
  ['ﾊﾙﾏﾂﾘ', 'ハルマツリ'],
  ['SPRING\u20112026', 'SPRING-2026'],
  ['e\u200b\u0301', 'é'],
  ['\ufeffFLAT500\u200b', 'FLAT500'],
  ['flat500', 'flat500'],
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

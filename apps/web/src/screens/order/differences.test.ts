// @vitest-environment node
import { describe, expect, test } from 'vitest'

import { buildChoice } from '../../../test/choice.ts'
import { buildOrder } from '../../../test/order.ts'
import { areAccepted, differencesOf, lossesOf } from './differences.ts'

const shown = buildChoice()
const tea = { uuid: 'T', name: 'Tea', count: 2, price: 800, span: shown.span }

describe('what must be accepted before an order is made (R-2.07, D-53)', () => {
  test('nothing, when everything is as the page showed it', () => {
    expect(differencesOf(shown, shown)).toEqual([])
    const withTea = { ...shown, sets: [tea] }
    expect(differencesOf(withTea, withTea)).toEqual([])
  })
  test('as many units of a set product as tickets make no difference; more or fewer are', () => {
    const now = { ...shown, counts: { 1: 3 }, sets: [tea] }
    expect(differencesOf(now, now)).toEqual([{ kind: 'set-count', name: 'Tea', count: 2, party: 3 }])
  })
  test('a price that changed since the page showed it, of tickets and of set products', () => {
    const before = { ...shown, sets: [tea] }
    const now = { ...before, day: { ...shown.day!, base_price: 3600 }, sets: [{ ...tea, price: 900 }] }
    expect(differencesOf(before, now)).toEqual([
      { kind: 'price', name: '大人', before: 3200, after: 3600 },
      { kind: 'price', name: 'Tea', before: 800, after: 900 },
    ])
  })
  test('a time that was moved since the page showed it', () => {
    const to = '2099-12-02T10:45:00+09:00'
    const now = { ...shown, span: { ...shown.span!, to } }
    const { from } = shown.span!
    expect(differencesOf(shown, now)).toEqual([
      {
        kind: 'time',
        name: 'デジタルフォレスト',
        before: { from, to: shown.span!.to },
        after: { from, to },
      },
    ])
  })
  test('a difference that was accepted is not asked about again, another one is', () => {
    const three = { ...shown, counts: { 1: 3 }, sets: [tea] }
    const accepted = differencesOf(three, three)
    expect(areAccepted(accepted, accepted)).toBe(true)
    const four = { ...three, counts: { 1: 4 } }
    expect(areAccepted(differencesOf(four, four), accepted)).toBe(false)
    expect(areAccepted([], accepted)).toBe(true)
  })
})

describe('what is lost with the previous order (S-1.17, R-2.07)', () => {
  const saved = buildOrder({
    coupons: [{ coupon_code: 'FLAT500', coupon_name: '500円引き', coupon_discount: 500, ends_on: null }],
    membership_promotion: { membership_promotion_name: 'ゴールド会員', membership_discount: 640 },
  })
  const other = { ...shown, counts: { 1: 3 } }
  const GOLD = {
    id: '1',
    name: 'ゴールド会員',
    membership_key: 'club',
    membership_value: 'gold',
    promotion_type: 'percent',
    promotion_amount: 10,
  } as const
  const coupon = { kind: 'coupon', name: 'FLAT500' }

  test('its coupons and the membership discount, when the visitor chooses something else', () => {
    expect(lossesOf(saved, other)).toEqual([coupon, { kind: 'login', name: 'ゴールド会員' }])
  })
  test('not the promotion from the address: the new order has it as well', () => {
    expect(lossesOf(saved, { ...other, promotion: GOLD })).toEqual([coupon])
  })
  test('nothing, when there is no order, or it stays, is being paid or was bought', () => {
    expect(lossesOf(saved, shown)).toEqual([])
    expect(lossesOf({ ...saved, status: 'payment_3ds' }, other)).toEqual([])
    expect(lossesOf('bought', other)).toEqual([])
    expect(lossesOf(null, other)).toEqual([])
  })
})

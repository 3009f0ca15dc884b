import type { ErrorCode } from '@kippu/contract/errors'
import { addOrderCoupon } from '@kippu/contract/order-coupons'
import { weekdayOf } from '@kippu/domain/jst-date'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { orderAhead } from '../order-ahead.ts'
import { chargesOf, NO_CHARGE } from '../ledger.ts'
import { dayFor, daysOf, DIGITAL_FOREST, NIGHT_GARDEN, visitOn } from '../visits.ts'

/** The demo's coupons, and their discount on two adults' tickets at `unit` yen each. */
const KINDS = [
  { code: 'FLAT500', off: () => 500, kind: 'flat-rate' },
  { code: 'FLAT300PER', off: () => 600, kind: 'flat-rate a ticket' },
  { code: 'RATE10', off: (unit: number) => Math.floor((unit * 2) / 10), kind: 'fixed-rate' },
  { code: 'INVITE5', off: (unit: number) => unit, kind: 'invitation' },
] as const

/** The tests of the server try what each kind takes off; `cards.test.ts` tells that it is charged. */
for (const { code, off, kind } of KINDS) {
  inProof(
    `${kind} coupon is entered, reduces the total, and is on the confirmation and in the charge (R-2.17, S-3.02–04)`,
    async ({ visitor, visit, orderToPay, database }) => {
      const { page, t } = visitor
      const left = visit.adultPrice * 2 - off(visit.adultPrice)
      await visitor.usesCoupon(code)
      await expect(page.getByText(t.price(left)).filter({ visible: true }).first()).toBeVisible()
      await visitor.choosePayment('stripe_secure')
      await visitor.enterCard('1112')
      await expect(page.getByText(t.price(-off(visit.adultPrice))).filter({ visible: true })).toHaveCount(1)
      await expect(visitor.button('confirm_pay')).toHaveText(t('confirm_pay', { price: t.price(left) }))
      await visitor.pay()
      await visitor.seesCompletionPage()
      expect(await chargesOf(database, orderToPay.orderToken)).toMatchObject({ captured: left })
    },
  )
}

const BAD_TYPE = 'BADTYPE'

/** Each reason to refuse a coupon, and a coupon of the demo that has just that fault (S-3.09, S-3.10). */
const REFUSALS: readonly (readonly [code: string, error: ErrorCode])[] = [
  ['NO-SUCH-CODE', 'coupon_code does not exist'],
  ['INACTIVE', 'coupon not available'],
  ['SPOTONLY', 'invalid channel'],
  ['NOTYET', 'out of coverage dates of the coupon'],
  ['EXPIRED', 'expired coupon'],
  ['WEEKDAY', 'out of coverage dates'],
  ['OTHERPRODUCT', 'coupon cannot be applied to specified order'],
  ['USEDUP', 'coupon limit reached'],
  [BAD_TYPE, 'discount amount could not be calculated correctly'],
]

/** Coupons that cannot be combined: the first is accepted, each of the others refused (S-3.06–08). */
const CONFLICTS: readonly (readonly [first: string, then: readonly (readonly [string, ErrorCode])[]])[] = [
  [
    'FLAT500',
    [
      ['FLAT300PER', 'multiple flat-rate coupons'],
      ['RATE10', 'flat-rate and fixed-rate coupons'],
      ['INVITE6', 'invitation and flat-rate coupons'],
    ],
  ],
  [
    'RATE10',
    [
      ['RATE20', 'multiple fixed-rate coupons'],
      ['INVITE6', 'invitation and fixed-rate coupons'],
    ],
  ],
  ['CAMPAIGN', [['CAMPAIGN2', 'campaign coupon and other coupons']]],
]

test('every refusal of a coupon is said at its field, and the code stays to be corrected; without the accepted one the price is the old one (R-8.39–51, S-3.05, S-3.13)', async ({
  visitor,
  watch,
  database,
}) => {
  watch.mayRefuse(addOrderCoupon)
  await database.addBadCoupon(BAD_TYPE)
  const weekend = (await daysOf(DIGITAL_FOREST, 'normal')).find(date => [0, 6].includes(weekdayOf(date)))
  const { price } = await orderAhead(await visitOn(weekend ?? '', DIGITAL_FOREST), visitor)
  await visitor.followMailLink()
  const total = visitor.page.getByText(visitor.t.price(price)).filter({ visible: true }).first()
  for (const [code, error] of REFUSALS) {
    await visitor.enterCoupon(code)
    await visitor.readsCouponRefusal(error)
  }
  for (const [first, others] of CONFLICTS) {
    await visitor.usesCoupon(first)
    for (const [code, error] of others) {
      await visitor.enterCoupon(code)
      await visitor.readsCouponRefusal(error)
      await expect(visitor.page.getByRole('textbox', { name: visitor.t('coupon_code') })).toHaveValue(code)
    }
    await visitor.removesCoupon(first)
    await expect(total).toBeVisible()
  }
})

inProof(
  'invitations: the same code twice, and more codes than tickets (R-8.52, R-8.53)',
  async ({ visitor, orderToPay, watch }) => {
    watch.mayRefuse(addOrderCoupon)
    expect(orderToPay.price).toBeGreaterThan(0)
    await visitor.usesCoupon('INVITE1')
    await visitor.enterCoupon('INVITE1')
    await visitor.readsCouponRefusal('duplicated invitation code')
    await visitor.usesCoupon('INVITE2')
    await visitor.enterCoupon('INVITE3')
    await visitor.readsCouponRefusal('invitation coupon codes exceeding tickets bought')
    await expect(visitor.page.getByText(visitor.t('payment_free_title'))).toBeVisible()
  },
)

inProof('an order of nothing has no price left to reduce (R-8.54)', async ({ visitor, watch, database }) => {
  watch.mayRefuse(addOrderCoupon)
  const date = await dayFor('nothing left to take off', NIGHT_GARDEN)
  await database.makeFree(NIGHT_GARDEN.uuid, date)
  await expect.poll(async () => (await visitOn(date, NIGHT_GARDEN)).adultPrice).toBe(0)
  await orderAhead(await visitOn(date, NIGHT_GARDEN), visitor)
  await visitor.followMailLink()
  await visitor.enterCoupon('FLAT500')
  await visitor.readsCouponRefusal('no further discounts available')
})

inProof(
  'a coupon that ends between the total and the button stops the payment before any charge (S-3.12, R-8.43)',
  async ({ visitor, orderToPay, watch, database }) => {
    watch.mayRefuse({ path: '/api/v1/orders/checkout/{token}' })
    await visitor.usesCoupon('INVITE7')
    await visitor.choosePayment('stripe_secure')
    await visitor.enterCard('1112')
    await database.endCoupon('INVITE7')
    await visitor.pay()
    await visitor.readsRefusal('expired coupon')
    expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
  },
)

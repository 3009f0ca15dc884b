import { confirmCheckout, executeGmoPayment } from '@kippu/contract/payments'
import { readReservation, readTickets } from '@kippu/contract/reservations'
import {
  checkoutTimeChange,
  createTimeChange,
  readTimeChange,
  searchChangeDays,
} from '@kippu/contract/time-changes'
import { LANGUAGES } from '@kippu/domain/language'
import { expect } from '@playwright/test'
import * as v from 'valibot'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { buyAhead } from '../bought-ahead.ts'
import { callStore } from '../call-store.ts'
import { inProof, test, WITH_MOTION } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { chargesOf, expectOneCharge } from '../ledger.ts'
import {
  choosesTimeOn,
  goesOn,
  movingVisit,
  openTimes,
  opensChange,
  paysDifference,
  placeOf,
  seesMoved,
} from '../moving.ts'
import { TEA } from '../order-choices.ts'
import { lonelyVisit } from '../visits.ts'
import { applePay, card, challengedCard, dPay, wallet, weChatPay } from '../ways-to-pay.ts'
import type { WayToPay } from '../ways-to-pay.ts'

/** Thai has the longest words. */
for (const lang of IS_WHOLE_PROOF ? LANGUAGES : (['th'] as const)) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`every screen of a dearer day is good in ${lang}: calendar, what changes, payment, its confirmation, the end (R-1.13, R-2.26, R-2.42, R-2.50–54, S-11.09)`, async ({
      visitor,
      database,
    }, { title }) => {
      const { visit, other, difference } = await movingVisit(title, 'up')
      const bought = await buyAhead(visit, visitor)
      const { page, t } = visitor
      await opensChange(visitor, bought.reservationToken)
      await visitor.chooseDay(other)
      await openTimes(visitor).first().click()
      await expectGoodScreen(visitor, 'change')
      await goesOn(visitor)
      const { token } = placeOf(visitor)
      await expect(page.getByText(t('change_says_more', { price: t.price(difference) }))).toBeVisible()
      await expectGoodScreen(visitor, 'change-confirm')
      await page.getByRole('link', { name: t('change_to_payment') }).click()
      await visitor.sees('change_payment_title')
      await visitor.choosePayment('softbank_paypay')
      await expectGoodScreen(visitor, 'change-payment')
      await visitor.goOnToConfirm('change_payment_confirm_title')
      await expectGoodScreen(visitor, 'change-payment-confirm')
      await visitor.button('change_pay').click()
      await visitor.answersWallet('pay')
      await seesMoved(visitor)
      await expectGoodScreen(visitor, 'change-complete')
      await expectOneCharge(database, { orderToken: token, price: difference })
      // Back leads into no change that was made, and a reload of the end shows the end.
      await page.reload()
      await visitor.sees('change_complete_title')
    })
  })
}

test.describe('with motion', () => {
  test.use(WITH_MOTION)

  test('a visit moves to another time of the same day in three taps at no cost, and back with the keyboard alone; old links say so, the newest opens the tickets (S-11.10, S-11.14, S-8.07, R-2.81, WCAG 2.1.1)', async ({
    visitor,
    visit,
    watch,
  }) => {
    const bought = await buyAhead(visit, visitor)
    const { page } = visitor
    await opensChange(visitor, bought.reservationToken)
    await openTimes(visitor).first().click()
    await visitor.button('change_next').click()
    await visitor.button('change_agree').click()
    const token = await seesMoved(visitor)
    expect(token).not.toBe(bought.reservationToken)
    await opensChange(visitor, token)
    await openTimes(visitor).first().locator('input').focus()
    await page.keyboard.press('Space')
    await visitor.button('change_next').focus()
    await page.keyboard.press('Enter')
    await visitor.sees('change_confirm_title')
    await visitor.button('change_agree').focus()
    await page.keyboard.press('Enter')
    await seesMoved(visitor)
    await page.getByRole('link', { name: visitor.t('change_to_new_tickets') }).click()
    await expect(page.getByText(bought.reservationNumber)).toBeVisible()
    watch.mayRefuse(readReservation)
    watch.mayRefuse(readTickets)
    watch.mayRefuse(searchChangeDays)
    for (const address of [
      `/tickets/#/id/${bought.reservationToken}`,
      `/tickets/#/id/${token}`,
      `/#/tickets/changedate/${bought.reservationToken}`,
    ]) {
      await page.goto(address)
      await visitor.sees('change_url_title')
    }
  })
})

test('a cheaper day gives the difference back to the card, and says so before and after; moving back costs it again (S-11.11, D-41)', async ({
  visitor,
  database,
}, { title }) => {
  const { visit, other, difference } = await movingVisit(title, 'down')
  const bought = await buyAhead(visit, visitor)
  const { page, t } = visitor
  const back = t.price(-difference)
  await opensChange(visitor, bought.reservationToken)
  await choosesTimeOn(visitor, other)
  await expect(page.getByText(t('change_says_back', { price: back }))).toBeVisible()
  const answered = page.waitForResponse(/\/timechanges\/checkout\//)
  await visitor.button('change_agree').click()
  await seesMoved(visitor)
  // On a busy machine the provider may answer after the store has.
  const answer = v.parse(checkoutTimeChange.response, await (await answered).json())
  if (answer.result !== 'completed' || answer.refund === undefined) throw new Error('nothing is given back')
  await expect(page.getByText(t(`change_refund_${answer.refund.state}`, { price: back }))).toBeVisible()
  await expect
    .poll(async () => (await chargesOf(database, bought.orderToken)).net, 'the difference is back')
    .toBe(bought.price + difference)
  // And back to the dear day, by a code that another device scans.
  await page.getByRole('link', { name: t('change_to_new_tickets') }).click()
  await page.getByRole('link', { name: t('change_title') }).click()
  await choosesTimeOn(visitor, visit.date)
  const { token } = placeOf(visitor)
  await paysDifference(visitor, weChatPay)
  await seesMoved(visitor)
  await expectOneCharge(database, { orderToken: token, price: -difference })
})

/**
 * Ways that lead the visitor alike are tried once: a wallet with the screens, a code on the way back from a cheaper day, a bank after
 * failures, d ACCOUNT after a change whose time was over, our own page with set products. The proof tries each.
 */
const WAYS: readonly WayToPay[] = [
  card('1112', 'gmo'),
  challengedCard('gmo_3ds'),
  wallet('gmo_paypay'),
  wallet('gmo_d_pay'),
  applePay,
  challengedCard('adyen_credit'),
  wallet('adyen_alipay'),
  weChatPay,
  wallet('alipay'),
  card('1112', 'stripe'),
  challengedCard('stripe_secure'),
  card('1112', 'softbank_credit'),
  challengedCard('softbank_3ds'),
  wallet('softbank_alipay'),
  wallet('softbank_paypay'),
  dPay,
]

for (const way of IS_WHOLE_PROOF ? WAYS : []) {
  test(`${way.method} pays the difference of a dearer day once (R-2.26, R-2.52, R-2.53, S-11.09, S-13.05)`, async ({
    visitor,
    database,
  }) => {
    const { visit, other, difference } = await movingVisit(way.method, 'up')
    const bought = await buyAhead(visit, visitor)
    await opensChange(visitor, bought.reservationToken)
    await choosesTimeOn(visitor, other)
    const { token } = placeOf(visitor)
    await paysDifference(visitor, way)
    await seesMoved(visitor)
    await expectOneCharge(database, { orderToken: token, price: difference })
    await expectOneCharge(database, bought)
  })
}

test('who cancels at the wallet, fails the challenge of the bank, and is refused by a card comes back to the change each time, and pays at the bank once (R-8.07, R-8.08, R-8.21, S-1.12)', async ({
  visitor,
  watch,
  database,
}, { title }) => {
  const { visit, other, difference } = await movingVisit(title, 'up')
  const bought = await buyAhead(visit, visitor)
  await opensChange(visitor, bought.reservationToken)
  await choosesTimeOn(visitor, other)
  const { token } = placeOf(visitor)
  watch.mayRefuse(confirmCheckout)
  watch.mayRefuse(executeGmoPayment)
  watch.mayRefuse(checkoutTimeChange)
  await paysDifference(visitor, {
    method: 'gmo_paypay',
    answer: tab => tab.answersWallet('cancel'),
  })
  await visitor.readsDialog('3ds_payment_retry_error_title')
  await visitor.sees('change_confirm_title')
  await paysDifference(visitor, { ...card('3220', 'gmo_3ds'), answer: tab => tab.failChallenge() })
  await visitor.readsDialog('3ds_payment_retry_error_title')
  await visitor.sees('change_confirm_title')
  await paysDifference(visitor, card('0002'))
  await visitor.readsRefusal('payment_api_failure')
  await visitor.sees('change_confirm_title')
  const alert = visitor.page.getByRole('alert')
  await expect(alert).toContainText(visitor.t('refused_title'))
  await expect(alert.getByText(visitor.t.like('change_refused_kept'))).toBeVisible()
  await paysDifference(visitor, challengedCard('stripe_secure'))
  await seesMoved(visitor)
  await expectOneCharge(database, { orderToken: token, price: difference })
})

inProof(
  'tickets bought with a discount for the method are refused with the reason, before any calendar (S-4.05, R-8.72)',
  async ({ visitor, orderToPay, watch }) => {
    expect(orderToPay.price).toBeGreaterThan(0)
    await visitor.buyWith(wallet('gmo_d_pay'))
    const link = await visitor.takeLink('completion')
    watch.mayRefuse(searchChangeDays)
    const { page, t } = visitor
    await page.goto(link)
    await expect(page.getByText(t('change_reason_method_discount'))).toBeVisible()
    await page.goto(`/#/tickets/changedate/${/id\/([\w-]+)/.exec(link)?.[1]}`)
    await visitor.sees('change_refused_title')
    await expect(page.getByText(t('change_reason_method_discount'))).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('grid')).toHaveCount(0)
  },
)

test('a change that is given up, or whose time is over, leaves the visit as it was, and another one can be made and paid (S-11.04, S-11.06, S-13.05, R-2.52, R-2.53, R-4.44, R-8.67)', async ({
  visitor,
  watch,
  database,
}, { title }) => {
  const { visit, other, difference } = await movingVisit(title, 'up')
  const bought = await buyAhead(visit, visitor)
  const { page, t } = visitor
  await opensChange(visitor, bought.reservationToken)
  await openTimes(visitor).first().click()
  await goesOn(visitor)
  await visitor.button('change_give_up').click()
  await expect(page.getByText(bought.reservationNumber)).toBeVisible()
  await opensChange(visitor, bought.reservationToken)
  await openTimes(visitor).first().click()
  await goesOn(visitor)
  watch.mayRefuse(readTimeChange)
  await database.endHold(placeOf(visitor).token)
  await page.reload()
  await visitor.readsRefusal('time change expired')
  await visitor.sees('change_ended_title')
  await page.getByRole('link', { name: t('change_again') }).click()
  await visitor.sees('change_title')
  await choosesTimeOn(visitor, other)
  const { token } = placeOf(visitor)
  await paysDifference(visitor, dPay)
  await seesMoved(visitor)
  await expectOneCharge(database, { orderToken: token, price: difference })
  await expectOneCharge(database, bought)
})

inProof(
  'on two devices one change is made: the other one finds out, and nothing is moved twice (S-11.02, S-11.07, D-51)',
  async ({ visitor, visit, otherDevice, watch }) => {
    const bought = await buyAhead(visit, visitor)
    await opensChange(visitor, bought.reservationToken)
    await openTimes(visitor).first().click()
    await goesOn(visitor)
    const second = await otherDevice()
    await second.page.goto(visitor.page.url())
    await second.sees('change_confirm_title')
    await visitor.button('change_agree').click()
    const token = await seesMoved(visitor)
    watch.mayRefuse(checkoutTimeChange)
    await second.page.reload()
    expect(await seesMoved(second)).toBe(token)
    // Back leads to the calendar of a reservation that has another address now.
    watch.mayRefuse(searchChangeDays)
    await visitor.page.goBack()
    await visitor.sees('change_url_title')
  },
)

test('with set products and a coupon: both go along, each line says what it cost and costs (S-11.08, S-11.17, R-2.51)', async ({
  visitor,
  database,
}, { title }) => {
  const { visit, other } = await movingVisit(title, 'up', [TEA])
  const bought = await buyAhead(visit, visitor, { tea: 2, coupons: ['RATE10'] })
  const { page, t } = visitor
  await opensChange(visitor, bought.reservationToken)
  await choosesTimeOn(visitor, other)
  const { token } = placeOf(visitor)
  await expect(page.getByRole('table', { name: t('change_lines') }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('table', { name: t('change_discounts') })).toContainText('10')
  const { difference } = await callStore('readTimeChange', { params: { timechange_token: token }, query: {} })
  await paysDifference(visitor, card('1112'))
  await seesMoved(visitor)
  await expectOneCharge(database, { orderToken: token, price: difference })
})

inProof(
  'places that somebody else took meanwhile are refused, and the calendar reads them anew (R-8.35, S-11.16)',
  async ({ visitor, visit, watch, database }) => {
    const { date: other } = lonelyVisit(8)
    const bought = await buyAhead(visit, visitor)
    watch.mayRefuse(createTimeChange)
    await opensChange(visitor, bought.reservationToken)
    await visitor.chooseDay(other)
    await openTimes(visitor).first().click()
    await database.sellOut(visit.product.uuid, other)
    await visitor.button('change_next').click()
    await visitor.readsRefusal('time_change_out_of_stock')
    await expect(visitor.day(other)).toHaveAttribute('data-state', 'sold-out')
  },
)

import { checkout, confirmCheckout } from '@kippu/contract/payments'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { chargesOf, expectOneCharge, NO_CHARGE } from '../ledger.ts'
import { card, challengedCard, wallet } from '../ways-to-pay.ts'

inProof('a card without a challenge pays at once', async ({ visitor, orderToPay, database }) => {
  await visitor.payWithCard('1112')
  await visitor.seesCompletionPage()
  await expectOneCharge(database, orderToPay)
})

/** The demo's discount for paying with d払い, in yen. */
const METHOD_DISCOUNT = 200

inProof(
  'a card pays without 3-D Secure where the site allows it',
  async ({ visitor, orderToPay, database }) => {
    await visitor.buyWith(card('1112', 'stripe'))
    await expectOneCharge(database, orderToPay)
  },
)

test('a method discount is shown at the method, taken off the total, and not charged (S-4.01, S-4.03)', async ({
  visitor,
  orderToPay,
  database,
}) => {
  const { page, t } = visitor
  const price = orderToPay.price - METHOD_DISCOUNT
  const tile = page.locator('label').filter({ has: page.locator('[value="gmo_d_pay"]') })
  await expect(tile).toContainText(t('payment_method_discount', { price: t.price(METHOD_DISCOUNT) }))
  await visitor.choosePayment('gmo_d_pay')
  await expect(visitor.total()).toHaveText(t.price(price))
  await visitor.goOnToConfirm()
  await expect(visitor.button('confirm_pay')).toHaveText(t('confirm_pay', { price: t.price(price) }))
  await visitor.payBy(wallet('gmo_d_pay'))
  await visitor.seesCompletionPage()
  await expectOneCharge(database, { ...orderToPay, price })
})

test('a declined card leads back to the order, which says first what is kept and what it costs, and one press leads to another card (R-8.20, R-8.37)', async ({
  visitor,
  visit,
  watch,
  database,
}) => {
  watch.mayRefuse(checkout)
  const { t } = visitor
  const price = visit.adultPrice * 2 - 500
  await visitor.openStore()
  await visitor.orderVisit(visit)
  await visitor.signInByMail()
  const orderToken = await visitor.orderToken()
  await visitor.usesCoupon('FLAT500')
  await visitor.payWithCard('0002')
  await visitor.readsDialog('error_payment_api_failure_title')
  await visitor.sees('order_title')
  expect(await chargesOf(database, orderToken)).toEqual(NO_CHARGE)

  const { page } = visitor
  const note = page.getByRole('region', { name: t('refused_title'), exact: true })
  // The first thing in sight, above the opening picture, with its button.
  await expect(note.getByRole('link')).toBeInViewport({ ratio: 1 })
  await expect(visitor.total()).toHaveText(t.price(price))
  await page.reload()
  await note.getByRole('link').click()
  await visitor.sees('payment_title')
  await visitor.payWithCard('1112')
  await visitor.seesCompletionPage()
  await expectOneCharge(database, { orderToken, price })
})

test('a failed challenge charges nothing, and the next one may succeed (R-8.07, R-8.10)', async ({
  visitor,
  orderToPay,
  watch,
  database,
}) => {
  watch.mayRefuse(confirmCheckout)
  await visitor.payWithCard('3220')
  await visitor.failChallenge()
  await visitor.readsDialog('3ds_payment_retry_error_title')
  await visitor.sees('order_title')
  expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)

  await visitor.followOldLink()
  await visitor.buyWith(challengedCard('stripe_secure'))
  await expectOneCharge(database, orderToPay)
})

inProof(
  'a bank that declines after its own challenge charges nothing',
  async ({ visitor, orderToPay, watch, database }) => {
    watch.mayRefuse(confirmCheckout)
    await visitor.payWithCard('1629')
    await visitor.passChallenge()
    await visitor.readsDialog('3ds_payment_retry_error_title')
    await visitor.sees('order_title')
    expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
  },
)

test('a card payment whose answer is lost is charged exactly once', async ({
  visitor,
  orderToPay,
  database,
}) => {
  await visitor.payWithCard('0408')
  await visitor.seesCompletionPage()
  await expectOneCharge(database, orderToPay)
})

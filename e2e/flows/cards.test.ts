import { checkout, confirmCheckout } from '@kippu/contract/payments'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { chargesOf, expectOneCharge, NO_CHARGE } from '../ledger.ts'
import { card, challengedCard } from '../ways-to-pay.ts'
import type { WayToPay } from '../ways-to-pay.ts'

inProof('a card without a challenge pays at once', async ({ visitor, orderToPay, database }) => {
  await visitor.payWithCard('1112')
  await visitor.seesCompletionPage()
  await expectOneCharge(database, orderToPay)
})

inProof(
  'a card pays without 3-D Secure where the site allows it',
  async ({ visitor, orderToPay, database }) => {
    await visitor.buyWith(card('1112', 'stripe'))
    await expectOneCharge(database, orderToPay)
  },
)

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

test('a visitor who cancels at PayPay, and one who fails the challenge of the bank, comes back, is charged nothing, and pays at the next try (R-2.25, R-7.55, R-8.07, R-8.10, S-1.12)', async ({
  visitor,
  orderToPay,
  watch,
  database,
}) => {
  watch.mayRefuse(confirmCheckout)
  const triesInVain = async (way: WayToPay): Promise<void> => {
    await visitor.payWith(way)
    await visitor.readsDialog('3ds_payment_retry_error_title')
    await visitor.sees('order_title')
    expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
    await visitor.followOldLink()
  }
  await triesInVain({ method: 'gmo_paypay', answer: tab => tab.answersWallet('cancel') })
  await triesInVain({ ...card('3220'), answer: tab => tab.failChallenge() })
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

inProof(
  'a card payment whose answer is lost is charged exactly once',
  async ({ visitor, orderToPay, database }) => {
    await visitor.payWithCard('0408')
    await visitor.seesCompletionPage()
    await expectOneCharge(database, orderToPay)
  },
)

import { sendOrderMail } from '@kippu/contract/order-mails'
import { checkout } from '@kippu/contract/payments'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { chargesOf, NO_CHARGE } from '../ledger.ts'

/** The data that the tab stores after starting over: the product, which the start page's address names. */
const STARTED_OVER = ['demo:orderDraft', 'demo:productInQuery']

inProof(
  'a hold that ends at the buyer form leads through a dialog to the start page, and everything else is forgotten (R-8.17, R-8.19, R-4.41)',
  async ({ visitor, visit, watch, database }) => {
    watch.mayRefuse(sendOrderMail)
    await visitor.openStore()
    await visitor.orderVisit(visit)
    await visitor.fillForm()
    await watch.waitForAnswers()
    await database.endHold(await visitor.orderToken())
    await visitor.button('sign_in_submit').click()
    await visitor.readsDialog('error_session_timeout_title')
    await visitor.sees('order_title')
    // Only the product is chosen again, by the address of the start page.
    expect(new URL(visitor.page.url()).hash).toBe(`#/?product=${visit.product.uuid}`)
    await expect.poll(async () => (await visitor.storedPieces()).toSorted()).toEqual(STARTED_OVER)
    await expect(visitor.count(visit.product, 0)).toHaveText('0')
  },
)

test('a hold that ends at the payment leads through a dialog to the start page, and nothing is charged', async ({
  visitor,
  orderToPay,
  watch,
  database,
}) => {
  watch.mayRefuse(checkout)
  await visitor.choosePayment('stripe_secure')
  await visitor.enterCard('1112')
  await watch.waitForAnswers()
  await database.endHold(orderToPay.orderToken)
  await visitor.pay()
  await visitor.readsDialog('error_session_timeout_title')
  await visitor.sees('order_title')
  await expect.poll(async () => (await visitor.storedPieces()).toSorted()).toEqual(STARTED_OVER)
  await expect(visitor.page.locator('[aria-pressed="true"]')).toHaveCount(0)
  expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
})

import { checkout, confirmCheckout, executeGmoPayment } from '@kippu/contract/payments'
import { getTexts } from '@kippu/contract/site-content'
import { expect } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { inProof, test } from '../fixtures.ts'
import { expectGoodInEachLanguage } from '../good-screen.ts'
import { chargesOf, expectOneCharge, NO_CHARGE } from '../ledger.ts'
import { isStore } from '../stack.ts'
import type { Visitor } from '../visitor.ts'
import { answersSheet, applePay, card, dPay, opensSheet } from '../ways-to-pay.ts'
import type { WalletMethod } from '../ways-to-pay.ts'

/** Goes as far as the page of a wallet. @returns its address. */
async function goesToWallet(visitor: Visitor, method: WalletMethod): Promise<string> {
  await visitor.payWith({ method })
  await visitor.page.locator('button[value="pay"]').waitFor()
  return visitor.page.url()
}

test('a visitor who leaves Alipay without paying can continue there, or pay by another method; a reload on the way back still ends at the completion page (S-1.14)', async ({
  visitor,
  orderToPay,
  watch,
  database,
}) => {
  // The refusal says that the payment has ended, as the visitor wants.
  watch.mayRefuse(confirmCheckout)
  await visitor.payWith({ method: 'alipay', answer: tab => tab.answersWallet('cancel') })
  await visitor.sees('payment_open_title')
  await visitor.button('payment_open_continue').click()
  await visitor.answersWallet('cancel')
  await visitor.sees('payment_open_title')
  await visitor.button('payment_other_way').click()
  await visitor.sees('payment_title')
  expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
  await reloadsOnTheWayBack(visitor)
  await expectOneCharge(database, orderToPay)
})

/** Pays by another wallet, and reloads the page of its return before the answer has come. */
async function reloadsOnTheWayBack(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await goesToWallet(visitor, 'softbank_alipay')
  const asks = `**${confirmCheckout.path}`
  // The request reaches the server, and its answer never arrives; nor does one that the page asks for again before it is gone.
  let isLost = true
  await page.route(asks, route => (isLost ? route.fetch().then(() => undefined) : route.continue()))
  const isAsked = page.waitForRequest(asks)
  await visitor.answersWallet('pay')
  await isAsked
  await visitor.sees('payment_checking_title')
  await page.reload({ waitUntil: 'commit' })
  isLost = false
  await visitor.seesCompletionPage()
}

/** The tests of the server try with every method what their servers tell ours. */
for (const method of ['gmo_paypay', 'alipay'] as const) {
  inProof(
    `a visitor who pays by ${method} and closes the tab gets the tickets by mail`,
    async ({ visitor, orderToPay, database }) => {
      await visitor.payWith({ method, answer: tab => tab.answersWallet('pay_no_return') })
      await visitor.page.getByText('Close this page').waitFor()
      await visitor.page.goto('about:blank')
      await visitor.followMailLink('completion')
      const position = visitor.t('ticket_position', { current: 1, total: 2 })
      await expect(visitor.page.getByText(position).first()).toBeVisible()
      await expectOneCharge(database, orderToPay)
    },
  )
}

test('a visitor whose wallet returns to another browser reads there that it is paid, and no token; the first has the tickets (S-1.14, S-15.01)', async ({
  visitor,
  otherDevice,
  orderToPay,
  database,
}) => {
  const address = await goesToWallet(visitor, 'softbank_paypay')
  const other = await otherDevice()
  await other.page.goto(address)
  await other.answersWallet('pay')
  await other.sees('payment_elsewhere_completed_title')
  if (IS_WHOLE_PROOF) await expectGoodInEachLanguage(other, 'payment-elsewhere')
  expect(
    await other.page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href])),
  ).not.toMatch(/\b(?:pay|ord|rsv)_/)
  await visitor.page.reload()
  await visitor.page.getByRole('link', { name: 'Back to the store' }).click()
  await visitor.seesCompletionPage()
  await expectOneCharge(database, orderToPay)
})

inProof(
  'a visitor whose wallet returns to a new tab of the same browser reaches the completion page there (S-1.14)',
  async ({ visitor, orderToPay, database }) => {
    const address = await goesToWallet(visitor, 'gmo_paypay')
    const tab = visitor.as({ page: await visitor.page.context().newPage() })
    await tab.page.goto(address)
    await tab.answersWallet('pay')
    await tab.seesCompletionPage()
    await expectOneCharge(database, orderToPay)
  },
)

inProof(
  'after coming back from a wallet’s page by the back button, paying again opens the same payment, at its discount (S-1.13, S-4.01)',
  async ({ visitor, orderToPay, database }) => {
    const first = await goesToWallet(visitor, 'gmo_d_pay')
    await visitor.page.goBack()
    await visitor.sees('confirm_title')
    await visitor.pay()
    await expect(visitor.page).toHaveURL(first)
    await visitor.answersWallet('pay')
    await visitor.seesCompletionPage()
    expect(await database.attemptsOf(orderToPay.orderToken)).toHaveLength(1)
    await expectOneCharge(database, { ...orderToPay, price: orderToPay.price - 200 })
  },
)

inProof(
  'two tabs that pay at a wallet have one payment and one reservation',
  async ({ visitor, orderToPay, database }) => {
    const second = visitor.as({ page: await visitor.page.context().newPage() })
    await second.page.goto(visitor.mailLink())
    await second.provesAddress()
    const address = await goesToWallet(visitor, 'adyen_alipay')
    expect(await goesToWallet(second, 'adyen_alipay')).toBe(address)
    await visitor.answersWallet('pay')
    const number = await visitor.seesCompletionPage()
    await second.answersWallet('pay')
    expect(await second.seesCompletionPage()).toBe(number)
    await expectOneCharge(database, orderToPay)
  },
)

test('a login to d ACCOUNT that comes back with another state ends there, without a call to the server (S-13.02)', async ({
  visitor,
  orderToPay,
  database,
}) => {
  const { page } = visitor
  await visitor.payWith({ method: 'd_pay' })
  await page.locator('button[value="login"]').waitFor()
  const asked: string[] = []
  page.on('request', request => {
    const { origin, pathname } = new URL(request.url())
    if (isStore(origin) && /^\/(?:api|d-account|d-pay|payment-return)\//.test(pathname)) asked.push(pathname)
  })
  await page.goto('/#/payment-callback/wallet?state=tampered&code=stolen')
  await visitor.sees('error_page_title')
  // The only call is for the words of the page.
  expect(asked.filter(path => path !== getTexts.path)).toEqual([])
  expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
})

inProof(
  'a visitor who gives up the login to d ACCOUNT can log in again, and pays (R-7.68)',
  async ({ visitor, orderToPay, watch, database }) => {
    watch.mayRefuse(confirmCheckout)
    await visitor.payWith({ method: 'd_pay' })
    await visitor.answersWallet('cancel')
    await visitor.readsDialog('3ds_payment_retry_error_title')
    await visitor.followOldLink()
    await visitor.buyWith(dPay)
    await expectOneCharge(database, orderToPay)
  },
)

test('a visitor who closes the sheet of Apple Pay stays on the confirmation, and opens it again (R-7.57)', async ({
  visitor,
  orderToPay,
  database,
}) => {
  await visitor.goOnWith(applePay)
  await opensSheet(visitor)
  await answersSheet(visitor, 'Cancel')
  await expect(visitor.page.getByRole('dialog')).toHaveCount(0)
  await visitor.sees('confirm_title')
  expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
  await visitor.payBy(applePay)
  await visitor.seesCompletionPage()
  await expectOneCharge(database, orderToPay)
})

/** The title of the dialog for each provider's refusal: at once, or after the bank was asked. */
const REFUSALS = [
  ['gmo', '0002', 'error_payment_api_failure_title', 'R-8.20'],
  ['softbank_credit', '0002', 'error_payment_api_failure_title', 'R-8.20'],
  ['adyen_credit', '0002', 'adyen_payment_retryable_error_title', 'R-8.11–13'],
  ['gmo_3ds', '1629', '3ds_payment_retry_error_title', 'R-8.07, R-8.10'],
  ['softbank_3ds', '1629', '3ds_payment_retry_error_title', 'R-8.07, R-8.10'],
  ['adyen_credit', '1629', '3ds_payment_retry_error_title', 'R-8.07, R-8.10'],
] as const

/**
 * The browser is told by one dialog, which `cards.test.ts` reads; `apps/web` has the dialog of each code, and which provider refused, the tests
 * of the server try with every method.
 */
for (const [method, last4, title, rows] of REFUSALS) {
  const where = last4 === '0002' ? 'declined at once' : 'declined after the challenge'
  inProof(
    `a card ${where} by ${method} charges nothing, and another card pays (${rows})`,
    async ({ visitor, orderToPay, watch, database }) => {
      watch.mayRefuse(checkout)
      watch.mayRefuse(confirmCheckout)
      watch.mayRefuse(executeGmoPayment)
      await visitor.payWith(card(last4, method))
      if (last4 !== '0002') await visitor.passChallenge()
      await visitor.readsDialog(title)
      await visitor.sees('order_title')
      expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
      await visitor.followOldLink()
      await visitor.buyWith(card('1112', method))
      await expectOneCharge(database, orderToPay)
    },
  )
}

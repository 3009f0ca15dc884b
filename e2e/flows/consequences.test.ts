import { randomUUID } from 'node:crypto'

import { checkout } from '@kippu/contract/payments'
import { readMe } from '@kippu/contract/console/sign-in'
import { readReceipt } from '@kippu/contract/receipts'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { buyAhead } from '../bought-ahead.ts'
import { inProof, test } from '../fixtures.ts'
import { chargesOf, NO_CHARGE } from '../ledger.ts'
import { orderAhead } from '../order-ahead.ts'
import { enrol } from '../passkey-device.ts'
import { invite } from '../staff.ts'
import type { Visitor } from '../visitor.ts'
import { challengedCard, weChatPay } from '../ways-to-pay.ts'

test.use({ locale: 'en-GB' })

/** A planner in a room of the console. */
async function planner(page: Page, name: string, room: string): Promise<void> {
  await enrol(page, await invite(name, 'planner'))
  await page.getByRole('navigation').getByRole('link', { name: room }).click()
}

/** Switches something of the house off, or on again. @returns what the dialog says will happen. */
async function turn(
  page: Page,
  { offer, item }: { readonly offer: string; readonly item: string },
): Promise<string> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `${offer}: Change` }).click()
  await dialog.getByRole('checkbox', { name: item, exact: true }).press('Space')
  const announced = await dialog.locator('[aria-live="polite"].notice').innerText()
  await dialog.getByLabel('Reason').fill('told in a story')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Changed.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  return announced
}

inProof(
  'a coupon is paused: who has it is told at the payment and pays without it, who is paying pays to the end',
  async ({ visitor, visit, orderToPay, otherDevice, database, watch }) => {
    watch.mayRefuse(readMe)
    watch.mayRefuse(checkout)
    await visitor.usesCoupon('FLAT500')
    const paying = visitor.as({ email: `${randomUUID()}@example.com`, page: (await otherDevice()).page })
    const begun = await orderAhead(visit, paying)
    await paying.followMailLink()
    await paying.usesCoupon('FLAT500')
    await paying.goOnWith(challengedCard('stripe_secure'))
    await paying.pay()
    await paying.seesBankPage()
    const { page } = await otherDevice()
    await planner(page, 'kai', 'Coupons')
    await page.getByLabel('Beginning of a code').fill('FLAT500')
    const turnCoupon = async (act: 'Pause' | 'Resume') => {
      await page.getByRole('button', { name: `FLAT500: ${act}` }).click()
      const dialog = page.getByRole('dialog')
      const announced = await dialog.locator('.notice').first().innerText()
      await dialog.getByRole('button', { name: act, exact: true }).click()
      await expect(dialog).toBeHidden()
      return announced
    }
    const announced = await turnCoupon('Pause')
    expect(announced).toContain('whoever is paying pays to the end')
    expect(announced).toMatch(/Orders under way that have it now; they are told .* [1-9]\d*$/m)

    await visitor.choosePayment('stripe_secure')
    await visitor.enterCard('1112')
    await visitor.pay()
    await visitor.readsRefusal('coupon not available')
    expect(await chargesOf(database, orderToPay.orderToken)).toEqual(NO_CHARGE)
    await visitor.page.goBack()
    await visitor.removesCoupon('FLAT500')
    // The card is still there.
    await visitor.goOnToConfirm()
    await visitor.pay()
    await visitor.seesCompletionPage()
    expect(await chargesOf(database, orderToPay.orderToken)).toMatchObject({ captured: orderToPay.price })
    await paying.passChallenge()
    await paying.seesCompletionPage()
    expect(await chargesOf(database, begun.orderToken)).toMatchObject({ captured: begun.price - 500 })
    expect(await turnCoupon('Resume')).toContain('It can be used again at once.')
  },
)

inProof(
  'a method is withdrawn: who is paying by it pays to the end, and new payments cannot choose it',
  async ({ visitor, visit, orderToPay, otherDevice, database, watch }) => {
    watch.mayRefuse(readMe)
    await visitor.goOnWith(weChatPay)
    await visitor.pay()
    const code = visitor.page.getByRole('figure', { name: visitor.t('payment_code_label'), exact: true })
    await expect(code).toBeVisible()
    const { page } = await otherDevice()
    await planner(page, 'toki', 'House')
    const offer = { offer: 'Methods of payment: Online', item: 'WeChat Pay (Adyen)' }
    const announced = await turn(page, offer)
    expect(announced).toContain(
      'New payments cannot choose it any more, within a second: WeChat Pay (Adyen).',
    )
    expect(announced).toMatch(
      /[1-9]\d* paying by it now, who pay to the end\. Refunds of former payments go on\./,
    )

    const later = visitor.as({ email: `${randomUUID()}@example.com`, page: (await otherDevice()).page })
    await orderAhead(visit, later)
    await later.followMailLink()
    await expect(async () => {
      await later.page.reload()
      await later.sees('payment_title')
      await expect(later.page.locator('[name="payment-method"]').first()).toBeAttached()
      await expect(later.page.locator('[value="adyen_we_chat_pay"]')).toHaveCount(0)
    }).toPass()
    await weChatPay.answer?.(visitor)
    await visitor.seesCompletionPage()
    expect(await chargesOf(database, orderToPay.orderToken)).toMatchObject({ captured: orderToPay.price })
    expect(await turn(page, offer)).toContain('Visitors can choose it, within a second: WeChat Pay (Adyen)')
  },
)

inProof(
  'a tax rate is changed: orders from then on have it, and what is paid keeps the former one on its receipt',
  async ({ visitor, visit, otherDevice, watch }) => {
    watch.mayRefuse(readMe)
    watch.mayRefuse(readReceipt)
    const sold = await buyAhead(visit, visitor)
    const { page } = await otherDevice()
    await planner(page, 'tomo', 'Products')
    await page.locator(`a[href$="/products/${visit.product.uuid}"]`).click()
    const tax = page.getByLabel('Consumption tax (%)')
    await expect(tax).toHaveAccessibleDescription(/orders from now on; what is paid, and its receipts, stay/)
    const former = await tax.inputValue()
    const put = async (rate: string) => {
      await tax.fill(rate)
      await page.getByRole('button', { name: 'Show what changes' }).click()
      await page.getByRole('region', { name: 'What changes' }).getByRole('button', { name: 'Import' }).click()
      await expect(
        page.getByText('Imported. Visitors see it within a second.', { exact: false }),
      ).toBeVisible()
    }
    await put('8')
    await expect(async () => {
      const buyer = visitor.as({ email: `${randomUUID()}@example.com` })
      await expectRate(buyer, (await buyAhead(visit, buyer)).reservationToken, '8')
    }).toPass()
    await expectRate(visitor, sold.reservationToken, former)
    await put(former)
  },
)

async function expectRate(visitor: Visitor, reservationToken: string, rate: string): Promise<void> {
  const { page, t } = visitor
  await page.goto(`/tickets/#/id/${reservationToken}`)
  await page.getByRole('link', { name: t('ticket_receipt'), exact: true }).click()
  await visitor.field('receipt_ask_addressee').fill('Kippu')
  await page.keyboard.press('Enter')
  await visitor.sees('receipt_title')
  await expect(page.getByRole('article')).toContainText(t('receipt_tax_rate', { rate }))
}

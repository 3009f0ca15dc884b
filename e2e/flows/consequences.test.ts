import { randomUUID } from 'node:crypto'

import { checkout } from '@kippu/contract/payments'
import { readMe } from '@kippu/contract/console/sign-in'
import { readReceipt } from '@kippu/contract/receipts'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { type Bought, buyAhead } from '../bought-ahead.ts'
import { callStore } from '../call-store.ts'
import { inProof, test } from '../fixtures.ts'
import { chargesOf, NO_CHARGE } from '../ledger.ts'
import { orderAhead } from '../order-ahead.ts'
import { enrol } from '../passkey-device.ts'
import { invite } from '../staff.ts'
import type { Visitor } from '../visitor.ts'
import type { Visit } from '../visits.ts'
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

inProof(
  'a language is withdrawn: who has begun in it goes on in the first language, and their mails still come in it',
  async ({ visitor, visit, otherDevice, watch }) => {
    watch.mayRefuse(readMe)
    await orderAhead(visit, { lang: 'th', email: visitor.email })
    const { page } = await otherDevice()
    await planner(page, 'emi', 'House')
    const offer = { offer: 'Languages', item: 'Thai' }
    const announced = await turn(page, offer)
    expect(announced).toContain('New pages cannot be read in it any more, within a second: Thai.')
    expect(announced).toMatch(/orders under way: [1-9]/)
    expect(announced).toContain('Their mails still come in it; their pages are in the site’s first language.')

    const guest = (await otherDevice()).page
    await expect(async () => {
      await guest.goto('/?lang=th')
      await expect(guest.locator('html')).toHaveAttribute('lang', 'ja')
    }).toPass()
    await visitor.followMailLink()
    await visitor.buys()
    expect((await visitor.readMail('completion')).text).toMatch(/[\u0E00-\u0E7F]{12}/)
    expect(await turn(page, offer)).toContain('Visitors can choose it, within a second: Thai')
  },
)

inProof(
  'a time is stopped: who holds places in it pays to the end, what is sold stays, and nobody else can begin',
  async ({ visitor, visit, orderToPay, otherDevice, database, watch }) => {
    watch.mayRefuse(readMe)
    const { bought, later } = await othersOf(visitor, visit)
    const { page } = await otherDevice()
    await planner(page, 'jun', 'Calendar')
    await page.goto(new URL(`/sites/demo/calendar/${visit.date}`, page.url()).href)
    const name = new RegExp(`^${visit.date} ${visit.from.slice(11, 16)}, ${visit.product.name.en}`)
    const turnSale = async (act: 'Stop selling…' | 'Resume…') => {
      await page.getByRole('gridcell', { name }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: act }).click()
      const dialog = page.getByRole('dialog')
      const announced = await dialog.locator('strong').first().innerText()
      await dialog.getByLabel('Reason').fill('told in a story')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('status')).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).click()
      return announced
    }
    expect(await turnSale('Stop selling…')).toMatch(
      /[1-9]\d* sold stay valid; [1-9]\d* held may be paid until their time is over\./,
    )
    await expect(orderAhead(visit, later)).rejects.toThrow('createOrder: 4')
    await visitor.buys()
    expect(await chargesOf(database, orderToPay.orderToken)).toMatchObject({ captured: orderToPay.price })
    expect(await ticketsOf(bought)).toBe(2)
    expect(await turnSale('Resume…')).toMatch(/^Sells 1 stopped time on /)
    await orderAhead(visit, later)
  },
)

inProof(
  'a price is changed: who has begun pays what they saw, what is sold stays, and new orders have the new one',
  async ({ visitor, visit, orderToPay, otherDevice, database, watch }) => {
    watch.mayRefuse(readMe)
    const { bought, later } = await othersOf(visitor, visit)
    const { page } = await otherDevice()
    await planner(page, 'yuki', 'Sheets')
    await page.getByLabel('Kind of sheet').selectOption('days')
    const put = async (price: number) => {
      await page.getByRole('button', { name: 'Type or paste rows' }).click()
      const row = { product: visit.product.uuid, date: visit.date, base_price: String(price) }
      for (const [column, value] of Object.entries(row))
        await page.getByLabel(`${column} 1`, { exact: true }).fill(value)
      await page.getByRole('button', { name: 'Show what changes' }).click()
      const plan = page.getByRole('region', { name: 'What changes' })
      const announced = await plan.innerText()
      await plan.getByRole('button', { name: 'Import' }).click()
      await expect(page.getByText('Imported. Visitors see it within a second. (1 row)')).toBeVisible()
      return announced
    }
    const announced = await put(visit.adultPrice + 100)
    expect(announced).toContain(`base_price ${visit.adultPrice} → ${visit.adultPrice + 100}`)
    expect(announced).toContain(bought.reservationNumber)
    expect((await orderAhead(visit, later)).price).toBe(orderToPay.price + 200)
    await visitor.buys()
    expect(await chargesOf(database, orderToPay.orderToken)).toMatchObject({ captured: orderToPay.price })
    expect(await chargesOf(database, bought.orderToken)).toMatchObject({ net: bought.price })
    await put(visit.adultPrice)
  },
)

inProof(
  'a product is retired: who has begun pays to the end, what is sold stays, and nobody sees it any more',
  async ({ visitor, visit, orderToPay, otherDevice, database, watch }) => {
    watch.mayRefuse(readMe)
    const { bought, later } = await othersOf(visitor, visit)
    const { page } = await otherDevice()
    await planner(page, 'sora', 'Products')
    await page.locator(`a[href$="/products/${visit.product.uuid}"]`).click()
    const put = async (sale: 'Retired' | 'Offered') => {
      await page.getByRole('combobox', { name: 'Sale', exact: true }).selectOption({ label: sale })
      await page.getByRole('button', { name: 'Show what changes' }).click()
      const plan = page.getByRole('region', { name: 'What changes' })
      const announced = await plan.innerText()
      await plan.getByRole('button', { name: 'Import' }).click()
      await expect(
        page.getByText('Imported. Visitors see it within a second.', { exact: false }),
      ).toBeVisible()
      return announced
    }
    expect(await put('Retired')).toMatch(/sold/i)
    const isOffered = async () =>
      (await callStore('getProducts', { query: { lang: 'ja' } })).some(
        ({ uuid }) => uuid === visit.product.uuid,
      )
    await expect.poll(isOffered).toBe(false)
    await expect(orderAhead(visit, later)).rejects.toThrow('createOrder: 4')
    await visitor.buys()
    expect(await chargesOf(database, orderToPay.orderToken)).toMatchObject({ captured: orderToPay.price })
    expect(await ticketsOf(bought)).toBe(2)
    await put('Offered')
    await expect.poll(isOffered).toBe(true)
  },
)

/** Somebody who has tickets for the visit, and somebody who comes later. */
async function othersOf(visitor: Visitor, visit: Visit) {
  const other = () => visitor.as({ email: `${randomUUID()}@example.com` })
  return { bought: await buyAhead(visit, other()), later: other() }
}

async function ticketsOf({ reservationToken }: Bought): Promise<number> {
  const params = { reservation_token: reservationToken }
  return (await callStore('readTickets', { params, query: { lang: 'ja' } })).length
}

async function expectRate(visitor: Visitor, reservationToken: string, rate: string): Promise<void> {
  const { page, t } = visitor
  await page.goto(`/tickets/#/id/${reservationToken}`)
  await page.getByRole('link', { name: t('ticket_receipt'), exact: true }).click()
  await visitor.field('receipt_ask_addressee').fill('Kippu')
  await page.keyboard.press('Enter')
  await visitor.sees('receipt_title')
  await expect(page.getByRole('article')).toContainText(t('receipt_tax_rate', { rate }))
}

import { confirmCheckout } from '@kippu/contract/payments'
import { listSpotProducts, readSpotOrder, readSpotStocks } from '@kippu/contract/spot'
import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { expectAccessible } from '../axe.ts'
import { addressField, holdsTicket, opensAtDoor, scansSign, SIGNAGE_KEY, spotOrderOf } from '../door.ts'
import { inProof, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { chargesOf, expectOneCharge } from '../ledger.ts'
import { readQrCode } from '../qr-code.ts'
import { applePay, card, challengedCard, dPay, wallet, weChatPay } from '../ways-to-pay.ts'
import type { WayToPay } from '../ways-to-pay.ts'
import { DIGITAL_FOREST, NIGHT_GARDEN } from '../visits.ts'

/** Expired: of the right form, and never issued. */
const OLD_CODE = '/spot?qr_token=spq_b2xk'

for (const lang of IS_WHOLE_PROOF
  ? (['ja', 'en', 'kr', 'zh-hans', 'zh-hant', 'th'] as const)
  : (['th'] as const))
  test.describe(lang, () => {
    test.use({ lang })

    test('from the scan to the ticket with a wallet: six taps and one field, and found again after the browser was closed (R-2.56–2.58, R-2.60, R-2.62, R-3.78, R-3.79, R-3.82, S-12.05, S-12.06)', async ({
      visitor,
      database,
      browser,
      watch,
    }) => {
      const { page, t } = visitor
      let taps = 0
      const tap = async (target: Locator): Promise<void> => {
        taps += 1
        await target.click()
      }
      const price = await scansSign(visitor, database)
      await expectGoodScreen(visitor, 'spot')
      await tap(visitor.more(DIGITAL_FOREST, 0))
      await tap(visitor.button('spot_next'))
      await visitor.sees('spot_payment_title')
      const orderToken = await spotOrderOf(visitor)
      await expectGoodScreen(visitor, 'spot-payment')
      await tap(page.locator('label:has([value="gmo_paypay"])'))
      await tap(visitor.button('confirm_pay'))
      await tap(page.locator('button[name="answer"][value="pay"]'))
      await visitor.sees('spot_fields_title')
      await expectGoodScreen(visitor, 'spot-fields')
      await addressField(visitor).fill(visitor.email)
      await tap(visitor.button('spot_fields_send'))
      await visitor.sees('spot_mailed_title')
      expect(taps).toBeLessThanOrEqual(6)
      await expect(page).toHaveURL(/#\/spot\/email-sended\//)
      await expect(page.getByText(t('spot_mailed_lead', { email: visitor.email }))).toBeVisible()
      await expectGoodScreen(visitor, 'spot-mailed')
      await expectOneCharge(database, { orderToken, price })
      expect(await visitor.takeLink('completion')).toContain('/tickets/rsv_')

      // The browser is closed: what it stored for the site is all that is left.
      const kept = await page.context().storageState()
      await page.close()
      const context = await browser.newContext({ storageState: kept })
      watch.over(context)
      const again = visitor.as({ page: await context.newPage() })
      await opensAtDoor(again, '/spot/ticket-inquiry')
      await again.sees('spot_own_tickets')
      await expect(again.page.getByText(DIGITAL_FOREST.name[lang])).toBeVisible()
      await expectGoodScreen(again, 'spot-own-tickets')
      await again.page.getByRole('link', { name: t('spot_fields_show') }).click()
      await expect(again.page).toHaveURL(/\/tickets\/#\/id\//)
      await expect(
        again.page.getByRole('heading', { level: 1, name: DIGITAL_FOREST.name[lang] }),
      ).toBeVisible()
      await context.close()
    })

    test('another browser shows no tickets, and what is sold at the door with its state of today; no code and an old one say how to get a new one, on every page that needs one (R-1.19, R-2.61, R-6.05, R-8.63, S-12.06)', async ({
      visitor,
      watch,
    }) => {
      await opensAtDoor(visitor, '/spot/ticket-inquiry')
      await expect(visitor.page.getByText(visitor.t('spot_inquiry_empty_title'))).toBeVisible()
      await expectGoodScreen(visitor, 'spot-no-tickets')
      await opensAtDoor(visitor, '/spot/products')
      await visitor.sees('spot_products_title')
      await expect(visitor.page.getByText(DIGITAL_FOREST.name[lang])).toBeVisible()
      await expectGoodScreen(visitor, 'spot-products')
      watch.mayRefuse(readSpotStocks)
      watch.mayRefuse(listSpotProducts)
      for (const route of ['/spot', OLD_CODE, OLD_CODE.replace('/spot', '/spot/products')]) {
        await visitor.page.goto('about:blank')
        await opensAtDoor(visitor, route)
        await visitor.sees('spot_expired_title')
        await expect(visitor.page.getByRole('dialog')).toHaveCount(0)
      }
      await expectGoodScreen(visitor, 'spot-expired')
    })
  })

const WAYS: readonly WayToPay[] = [
  challengedCard('stripe_secure'),
  card('1112', 'stripe'),
  card('1112', 'gmo'),
  card('1112', 'softbank_credit'),
  challengedCard('gmo_3ds'),
  challengedCard('softbank_3ds'),
  card('1112', 'adyen_credit'),
  wallet('gmo_paypay'),
  wallet('gmo_d_pay'),
  wallet('adyen_alipay'),
  wallet('softbank_alipay'),
  applePay,
  wallet('alipay'),
  wallet('softbank_paypay'),
  dPay,
  weChatPay,
]

/** `npm test` pays at the door with a wallet, and with a card whose bank asks, by the code that is read from the display. */
for (const way of WAYS)
  inProof(
    `${way.method} at the door comes back to its questions, not to the completion page of the web (R-7.44, R-8.09)`,
    async ({ visitor, database }) => {
      await scansSign(visitor, database)
      await holdsTicket(visitor)
      const orderToken = await spotOrderOf(visitor)
      await visitor.choosePayment(way.method)
      await way.fill?.(visitor)
      await visitor.payBy(way)
      await visitor.sees('spot_fields_title')
      await expect(visitor.page).toHaveURL(/#\/spot\/order-fields\//)
      expect((await chargesOf(database, orderToken)).times).toBe(1)
      // The order is forgotten, so that going back cannot pay twice.
      expect(await visitor.page.evaluate(() => sessionStorage.getItem('demo:spotOrderToken'))).toBeNull()
    },
  )

inProof(
  'a return in a browser that saved nothing says where the tickets are; the first browser has them (R-8.09, S-1.15)',
  async ({ visitor, database, otherDevice }) => {
    await scansSign(visitor, database)
    await holdsTicket(visitor)
    await visitor.choosePayment('gmo_paypay')
    await visitor.pay()
    await visitor.page.locator('button[value="pay"]').waitFor()
    const other = await otherDevice()
    await other.page.goto(visitor.page.url())
    await other.answersWallet('pay')
    await other.sees('payment_elsewhere_completed_title')
    await expect(other.page.getByText(other.t('spot_elsewhere_lead'))).toBeVisible()
    await expectAccessible(other.page)
    await opensAtDoor(visitor, '/spot/ticket-inquiry')
    await expect(visitor.page.getByRole('link', { name: visitor.t('spot_fields_show') })).toBeVisible()
  },
)

test('a refused payment, an ended hold and a failed bank lead to the start at the door with its code (R-8.09, R-8.18, R-2.75)', async ({
  visitor,
  database,
  watch,
}) => {
  watch.mayRefuse(confirmCheckout)
  watch.mayRefuse(readSpotOrder)
  await scansSign(visitor, database)
  const start = new URL(visitor.page.url()).hash
  await holdsTicket(visitor)
  await visitor.choosePayment('gmo_paypay')
  await visitor.pay()
  await visitor.answersWallet('fail')
  await visitor.readsDialog('3ds_payment_retry_error_title')
  await expect.poll(() => new URL(visitor.page.url()).hash).toBe(start)
  // The same tickets are still held, and the same order is paid.
  await visitor.button('spot_next').click()
  await visitor.sees('spot_payment_title')
  await database.endHold(await spotOrderOf(visitor))
  await visitor.page.reload()
  await visitor.readsRefusal('session_timeout')
  await expect.poll(() => new URL(visitor.page.url()).hash).toBe(start)
})

inProof(
  'the web takes the last places while a visitor at the door pays after their hold: nothing is kept of the payment, and they are back at the start with its code (R-8.18, S-1.10)',
  async ({ visitor, database, watch }) => {
    watch.mayRefuse(confirmCheckout)
    watch.mayRefuse(readSpotOrder)
    await scansSign(visitor, database, NIGHT_GARDEN)
    await holdsTicket(visitor, NIGHT_GARDEN)
    const orderToken = await spotOrderOf(visitor)
    await visitor.choosePayment('gmo_paypay')
    await visitor.pay()
    await visitor.page.locator('button[value="pay"]').waitFor()
    await database.stealPlaces(orderToken)
    await visitor.answersWallet('pay')
    await visitor.readsDialog('3ds_payment_retry_error_title')
    expect((await chargesOf(database, orderToken)).net).toBe(0)
    await expect(visitor.page).toHaveURL(/#\/spot\?qr_token=spq_/)
  },
)

test('the code on the display is read from the picture with a second phone, which buys there with a card and 3-D Secure, and comes back to its questions (R-1.19, R-2.59, R-7.44, R-8.09, S-12.01)', async ({
  visitor,
  otherDevice,
  database,
}) => {
  await database.sellSoon(DIGITAL_FOREST.uuid)
  const display = visitor.page
  await display.setViewportSize({ width: 1080, height: 1920 })
  await display.goto(`/#/spot/qr/${DIGITAL_FOREST.uuid}`)
  await display.getByLabel(visitor.t('spot_qr_key')).fill(SIGNAGE_KEY)
  await display.keyboard.press('Enter')
  const code = display.getByRole('figure', { name: visitor.t('spot_qr_label') })
  let address = ''
  await expect.poll(async () => (address = (await readQrCode(code)) ?? ''), 'a code to scan').not.toBe('')
  const phone = await otherDevice()
  await phone.page.goto(address)
  await holdsTicket(phone)
  const way = challengedCard('stripe_secure')
  await phone.choosePayment(way.method)
  await way.fill?.(phone)
  await phone.payBy(way)
  await phone.sees('spot_fields_title')
  await expect(phone.page).toHaveURL(/#\/spot\/order-fields\//)
  // The order is forgotten, so that going back cannot pay twice.
  expect(await phone.page.evaluate(() => sessionStorage.getItem('demo:spotOrderToken'))).toBeNull()
  await phone.page.getByRole('link', { name: phone.t('spot_fields_show') }).click()
  await expect(phone.page).toHaveURL(/\/tickets\/#\/id\//)
})

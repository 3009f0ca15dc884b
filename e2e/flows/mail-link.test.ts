import { confirmMailCode, confirmOrderMail } from '@kippu/contract/order-mails'
import { LANGUAGES } from '@kippu/domain/language'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { expectOneCharge } from '../ledger.ts'
import { codeIn } from '../mailbox.ts'
import { orderAhead } from '../order-ahead.ts'
import { turnsScreen } from '../turns-screen.ts'

inProof(
  'the link of the mail is opened on another device, where the purchase is completed',
  async ({ visitor, visit, otherDevice, database }) => {
    await visitor.openStore()
    await visitor.orderVisit(visit)
    await visitor.signIn()
    const orderToken = await visitor.orderToken()
    await turnsScreen(visitor, 'hidden')

    const there = await otherDevice()
    await there.followMailLink()
    await there.payWithCard('1112')
    await there.seesCompletionPage()
    await expectOneCharge(database, { orderToken, price: visit.adultPrice * 2 })
  },
)

test('a mail that is sent again makes the first link useless; the first device goes on by itself once the address was confirmed on the other by the new one (S-1.02, R-2.14)', async ({
  visitor,
  visit,
  otherDevice,
  watch,
}) => {
  watch.mayRefuse(confirmOrderMail)
  await visitor.openStore()
  await visitor.orderVisit(visit)
  await visitor.signIn()
  const first = await visitor.takeLink('confirmation')
  await visitor.sendMailAgain()
  const there = await otherDevice()
  await there.page.goto(first)
  await there.button('mail_link_ask').click()
  await there.readsRefusal('record not found')
  await there.sees('mail_link_failed')
  await there.page.goto(await visitor.takeLink('confirmation'))
  await there.provesAddress()
  await visitor.sees('payment_title')
  await expect(visitor.page.getByText(visitor.t('mail_sent_proved'))).toBeVisible()
})

test('the code of the mail is typed where the order waits: a wrong one is said at the field, the right one leads on', async ({
  visitor,
  visit,
  watch,
}) => {
  watch.mayRefuse(confirmMailCode)
  const { page, t } = visitor
  const { orderToken } = await orderAhead(visit, visitor)
  await visitor.openStore()
  // At once: the page that is open knows of no order, and would go back to the start.
  await page.evaluate(token => {
    sessionStorage.setItem('demo:orderToken', JSON.stringify(token))
    location.hash = '#/sended-mail'
    location.reload()
  }, orderToken)
  await visitor.sees('mail_sent_title')
  const code = codeIn(await visitor.readMail('confirmation'))
  await visitor.mailCode().fill(code === '000000' ? '000001' : '000000')
  await expect(page.locator('main').getByText(t('error_wrong_mail_code_message')).first()).toBeVisible()
  await visitor.typeMailCode()
  await expect(page.getByText(t('mail_sent_proved'))).toBeVisible()
})

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    inProof(`a link that is wrong says so and leads to the store, in ${lang}`, async ({ visitor, watch }) => {
      watch.mayRefuse(confirmOrderMail)
      await visitor.page.goto(`/?lang=${lang}#/mail-confirm?mail_token=eml_${'x'.repeat(24)}`)
      await expect(visitor.button('mail_link_ask')).toBeVisible()
      await expectGoodScreen(visitor, 'mail-link')
      await visitor.button('mail_link_ask').click()
      await visitor.readsDialog('error_record_not_found_title')
      await visitor.sees('mail_link_failed')
      await expectGoodScreen(visitor, 'mail-link-failed')
      await visitor.page.getByRole('link', { name: visitor.t('common_to_order') }).click()
      await visitor.sees('order_title')
    })
  })

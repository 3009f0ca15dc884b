import { loginMember } from '@kippu/contract/membership'
import { sendOrderMail } from '@kippu/contract/order-mails'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { originOf, STACK } from '../stack.ts'
import type { Visitor } from '../visitor.ts'
import { DIGITAL_FOREST, productOf, seededVisit } from '../visits.ts'
import { card } from '../ways-to-pay.ts'

const MEMBER = { id: 'member@example.com', password: 'correct horse battery' }
/** The gold members of every site pay a tenth less. */
const GOLD = 'ゴールド会員割引'

async function logIn(visitor: Visitor, password: string): Promise<void> {
  const { page, t } = visitor
  await page.getByLabel(t('membership_id'), { exact: true }).fill(MEMBER.id)
  await page.getByLabel(t('membership_password'), { exact: true }).fill(password)
  await visitor.button('membership_submit').click()
}

test('a member logs in, finds the form filled, and is charged the member price (R-1.02, R-3.139, S-5.02)', async ({
  visitor,
  visit,
  watch,
  database,
}) => {
  watch.mayRefuse(loginMember)
  const { page, t } = visitor
  const full = visit.adultPrice * 2
  const discount = full / 10
  await visitor.openStore()
  await visitor.orderVisit(visit)
  const orderToken = await visitor.orderToken()
  await page.getByRole('link', { name: t('sign_in_member_login'), exact: true }).click()
  await visitor.sees('membership_title')
  await logIn(visitor, 'wrong horse')
  await visitor.readsRefusal('membership login failed')
  await visitor.sees('membership_title')
  await logIn(visitor, MEMBER.password)
  await visitor.sees('sign_in_title')
  await expect(page.getByText(t('sign_in_member'))).toBeVisible()
  const words = t('sign_in_promotion', { name: GOLD, amount: t.price(discount) })
  await expect(page.getByText(words)).toBeVisible()
  const filled = {
    name: '山田 花子',
    email: 'member@example.com',
    emailAgain: 'member@example.com',
    phone: '090-1234-5678',
    residentArea: 'Tokyo',
    age: '30-34',
    gender: 'female',
  }
  for (const [field, value] of Object.entries(filled))
    await expect(page.locator(`#buyer-${field}`)).toHaveValue(value)
  await visitor.signInByMail()
  await visitor.choosePayment('stripe_secure')
  await visitor.enterCard('1112')
  const lines = visitor.page.getByRole('region', { name: t('order_summary_title'), exact: true })
  await expect(lines.getByRole('listitem').filter({ hasText: GOLD })).toContainText(t.price(-discount))
  await visitor.pay()
  await visitor.seesCompletionPage()
  await expectOneCharge(database, { orderToken, price: full - discount })
  expect((await visitor.readMail('completion')).text).toContain(GOLD)
  await visitor.followMailLink('completion')
  await expect(visitor.page.getByText(t('ticket_position', { current: 1, total: 2 })).first()).toBeVisible()
})

test.describe('where members need no mail', () => {
  test.use({ baseURL: originOf('nishinippon') })

  inProof(
    'a member goes from the form straight to the payment (R-3.37, S-5.06, D-16)',
    async ({ visitor, database }) => {
      const { page, t } = visitor
      const visit = seededVisit('no mail', productOf('nishinippon', 'time'))
      await visitor.openStore()
      await visitor.orderVisit(visit)
      const orderToken = await visitor.orderToken()
      await page.getByRole('link', { name: t('sign_in_member_login'), exact: true }).click()
      await logIn(visitor, MEMBER.password)
      await visitor.sees('sign_in_title')
      // It is not among this site's regions, so the visitor has to choose one.
      await expect(page.locator('#buyer-residentArea')).toHaveValue('')
      await page.getByRole('checkbox', { name: t('sign_in_terms_agree') }).check()
      await visitor.button('common_next').click()
      await visitor.sees('payment_title')
      await visitor.buyWith(card('1112', 'gmo_3ds'))
      await expectOneCharge(database, { orderToken, price: (visit.adultPrice * 2 * 9) / 10 })
    },
  )
})

inProof(
  'a membership in the address lowers the price, and stays after the hold has ended (R-3.72, R-8.19, S-5.03)',
  async ({ visitor, visit, watch, database }) => {
    watch.mayRefuse(sendOrderMail)
    const { page, t } = visitor
    const promotion = page.getByText(t('order_promotion', { name: GOLD }))
    await page.goto('/#/order?membership_key=club&membership_value=gold')
    await expect(promotion).toBeVisible()
    await visitor.chooseVisit(visit)
    await expect(page.getByText(t.price((visit.adultPrice * 2 * 9) / 10)).first()).toBeVisible()
    await visitor.goOn()
    await visitor.fillForm()
    await watch.waitForAnswers()
    await database.endHold(await visitor.orderToken())
    await visitor.button('sign_in_submit').click()
    await visitor.readsDialog('error_session_timeout_title')
    await visitor.sees('order_title')
    const query = new URLSearchParams(new URL(page.url()).hash.split('?')[1])
    expect(Object.fromEntries(query)).toEqual({
      product: DIGITAL_FOREST.uuid,
      membership_key: 'club',
      membership_value: 'gold',
    })
    await expect(promotion).toBeVisible()
  },
)

inProof(
  'a membership that does not exist is ignored silently (R-7.49, D-10)',
  async ({ visitor, visit, watch }) => {
    watch.mayRefuse({ path: '/api/v1/membership/promotion' })
    await visitor.page.goto('/#/order?membership_key=club&membership_value=wood')
    await visitor.sees('order_title')
    await visitor.orderVisit(visit)
    await expect(visitor.page.getByRole('dialog')).toHaveCount(0)
    await expect(visitor.page.getByText(visitor.t.price(visit.adultPrice * 2)).first()).toBeAttached()
  },
)

test.describe('where only members buy', () => {
  test.use({ baseURL: originOf('boc') })

  inProof('without a token there is nothing to buy, and the page says why (R-1.39)', async ({ visitor }) => {
    await visitor.openStore()
    await expect(visitor.page.getByText(visitor.t('order_stop_token_title'))).toBeVisible()
    await expect(visitor.page.getByText(visitor.t('order_stop_token'))).toBeVisible()
    await expect(visitor.page.getByRole('grid')).toHaveCount(0)
    await expect(visitor.button('common_next')).toHaveCount(0)
  })

  test('with the link of the club a member buys, without a password and without a mail (R-1.03, R-1.36, S-5.05)', async ({
    visitor,
    database,
  }) => {
    const { page, t } = visitor
    const visit = seededVisit('a member of the club', productOf('boc', 'time'))
    await page.goto(`${STACK.simulators}/membership?site=boc&member=boc-1001&seconds=1800`)
    await page.getByRole('link', { name: /Go to the store/ }).click()
    await visitor.sees('order_title')
    await visitor.orderVisit(visit)
    const orderToken = await visitor.orderToken()
    await expect(page.getByText(t('sign_in_member'))).toBeVisible()
    await expect(page.locator('#buyer-name')).toHaveValue('山田 花子')
    await page.getByRole('checkbox', { name: t('sign_in_terms_agree') }).check()
    await visitor.button('common_next').click()
    await visitor.sees('payment_title')
    await visitor.payWithCard('1112', 'stripe')
    await visitor.seesCompletionPage()
    await expectOneCharge(database, { orderToken, price: (visit.adultPrice * 2 * 9) / 10 })
  })

  inProof(
    'an expired token is refused, and the page asks for the club’s link (R-1.03, S-5.05)',
    async ({ visitor, watch }) => {
      watch.mayRefuse({ path: '/api/v1/membership/token/login/{id}' })
      const { page, t } = visitor
      await page.goto(`${STACK.simulators}/membership?site=boc&member=boc-1001&seconds=-600`)
      await page.getByRole('link', { name: /Go to the store/ }).click()
      const visit = seededVisit('an old link', productOf('boc', 'time'))
      await visitor.sees('order_title')
      await visitor.chooseVisit(visit, 1)
      await visitor.button('common_next').click()
      await visitor.readsRefusal('membership login failed')
      await expect(page.getByText(t('membership_link_needed_title'))).toBeVisible()
    },
  )
})

test.describe('where there are no members', () => {
  test.use({ baseURL: originOf('azabudai-borderless') })

  inProof(
    'the login leads to the order page, and no form mentions it (R-1.04, S-5.07)',
    async ({ visitor }) => {
      const { page, t } = visitor
      await page.goto('/#/membership-login')
      await expect(page).toHaveURL(/#\/order$/)
      await visitor.sees('order_title')
      const visit = seededVisit('nobody is a member', productOf('azabudai-borderless', 'time'))
      await visitor.chooseDay(visit.date)
      await visitor.chooseProduct(visit.product)
      await visitor.chooseTime(visit)
      await visitor.chooseTickets(visit.product, 1)
      await visitor.goOn()
      await expect(page.locator('#buyer-name')).toBeVisible()
      await expect(page.getByRole('link', { name: t('sign_in_member_login') })).toHaveCount(0)
    },
  )
})

test.describe('where each exhibition is sold from its own page', () => {
  test.use({ baseURL: originOf('lab-exhibition') })
  const exhibition = productOf('lab-exhibition', 'time')

  test('without a product there is nothing to buy, and the page says why; one that does not exist leads nowhere; with its product in the address an exhibition is sold, and no other is offered (R-1.40, R-3.39)', async ({
    visitor,
  }) => {
    const { page, t } = visitor
    await visitor.openStore()
    await expect(page.getByText(t('order_stop_product_title'))).toBeVisible()
    await expect(page.getByRole('grid')).toHaveCount(0)
    await page.goto('/#/order?product=00000000-0000-4000-8000-000000000000')
    await visitor.sees('not_found_title')
    const visit = seededVisit('by its own page', exhibition)
    await page.goto(`/#/order?product=${exhibition.uuid}`)
    const products = page.getByRole('group', { name: t('order_choose_product') })
    await expect(products.getByRole('radio')).toHaveCount(1)
    await visitor.orderVisit(visit)
  })
})

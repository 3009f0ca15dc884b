import { addOrderCoupon } from '@kippu/contract/order-coupons'
import { readReservation, readTickets } from '@kippu/contract/reservations'
import { acceptShare, readShare } from '@kippu/contract/shares'
import { expect } from '@playwright/test'

import { buyAhead } from '../bought-ahead.ts'
import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { choosesTimeOn, movingVisit, opensChange, paysDifference, seesMoved } from '../moving.ts'
import { translateAll } from '../translator.ts'
import { DIGITAL_FOREST } from '../visits.ts'
import { card } from '../ways-to-pay.ts'

test('a purchase goes to its end while the browser translates every screen, and no number stays old', async ({
  visitor,
  visit,
  database,
  watch,
}) => {
  watch.mayRefuse(addOrderCoupon)
  const { page, t } = visitor
  await translateAll(page.context())
  await visitor.openStore()
  await visitor.chooseVisit(visit, 3)
  const price = visit.adultPrice * 3
  const summary = page.getByRole('region', { name: t('order_summary_title') })
  await expect(summary).toContainText(
    `${t.price(visit.adultPrice)} × ${t('common_tickets_other', { count: 3 })}`,
  )
  await expect(summary).toContainText(t.price(price))
  await visitor.goOn()
  const orderToken = await visitor.orderToken()
  await page.goBack()
  await visitor.sees('order_title')
  await visitor.goOn()
  await visitor.signIn()
  await visitor.typeMailCode()
  await visitor.enterCoupon('NO-SUCH-CODE')
  await visitor.readsCouponRefusal('coupon_code does not exist')
  await visitor.buys()
  await expect(page.getByText(t('complete_mail', { email: visitor.email }))).toBeVisible()
  await expectOneCharge(database, { orderToken, price })
  await visitor.followMailLink('completion')
  await visitor.button('ticket_next').click()
  await expect(
    visitor.page
      .getByText(t('ticket_position', { current: 2, total: 3 }))
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

inProof(
  'a visit moves to a dearer day while the browser translates every screen',
  async ({ visitor }, { title }) => {
    const { visit, other, difference } = await movingVisit(title, 'up')
    const { reservationToken } = await buyAhead(visit, visitor)
    await translateAll(visitor.page.context())
    await opensChange(visitor, reservationToken)
    await choosesTimeOn(visitor, other)
    const { page, t } = visitor
    await expect(page.getByText(t('change_says_more', { price: t.price(difference) }))).toBeVisible()
    await paysDifference(visitor, card('1112'))
    await seesMoved(visitor)
  },
)

inProof(
  'a ticket is handed on, accepted and taken back while the browser translates every screen',
  async ({ visitor, visit, otherDevice, watch }) => {
    for (const call of [readShare, acceptShare, readReservation, readTickets]) watch.mayRefuse(call)
    const { reservationToken } = await buyAhead(visit, visitor)
    const { page, t, lang } = visitor
    await translateAll(page.context())
    await page.goto(`/tickets/?lang=${lang}#/id/${reservationToken}`)
    await page.getByRole('link', { name: t('ticket_share') }).click()
    await visitor.sees('share_title')
    await visitor.button('share_make_link').click()
    await expect(page.getByText(t('share_nothing_chosen'))).toBeVisible()
    const adult = DIGITAL_FOREST.ticketTypes[0]?.name[lang] ?? ''
    await page.getByRole('button', { name: t('share_more', { name: adult }), exact: true }).click()
    await expect(page.getByRole('group', { name: adult, exact: true }).getByRole('status')).toHaveText('1')
    await visitor.button('share_make_link').click()
    await expect(page.getByText(t('share_status_offered'))).toBeVisible()
    const url = await page.getByRole('textbox', { name: t('share_link_label') }).inputValue()

    const friend = await otherDevice()
    await translateAll(friend.page.context())
    await friend.page.goto(url)
    await friend.sees('shared_title')
    await friend.button('shared_accept').click()
    await expect(friend.page.locator('article')).toHaveCount(1)

    await page.reload()
    await expect(page.getByText(t('share_status_accepted'))).toBeVisible()
    await visitor.button('share_take_back').click()
    await page
      .getByRole('group', { name: t('share_take_back_title') })
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByRole('heading', { name: t('share_given') })).toBeHidden()
  },
)

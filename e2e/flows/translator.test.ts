import { addOrderCoupon } from '@kippu/contract/order-coupons'
import { expect } from '@playwright/test'

import { buyAhead } from '../bought-ahead.ts'
import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { choosesTimeOn, movingVisit, opensChange, paysDifference, seesMoved } from '../moving.ts'
import { translateAll } from '../translator.ts'
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

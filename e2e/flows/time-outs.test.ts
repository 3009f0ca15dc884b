import { loginMember } from '@kippu/contract/membership'
import { addOrderCoupon } from '@kippu/contract/order-coupons'
import { readOrder } from '@kippu/contract/orders'
import { expect } from '@playwright/test'

import { choose } from '../../tools/test/proof-choice.ts'
import type { StoreDatabase } from '../database.ts'
import { inProof, test } from '../fixtures.ts'
import type { Visitor } from '../visitor.ts'
import type { Visit } from '../visits.ts'

/** The membership with which the visitors of these stories come; it stays. */
const CAME_WITH = { membership_key: 'club', membership_value: 'gold' }

/** Follows a link with a membership and orders, up to the buyer form. */
async function orderAsMember(visitor: Visitor, visit: Visit): Promise<void> {
  await visitor.page.goto(`/#/order?${new URLSearchParams(CAME_WITH)}`)
  await visitor.sees('order_title')
  await visitor.orderVisit(visit)
}

/**
 * Expects the dialog, then the start page with the product and the membership; everything else is forgotten.
 */
async function startsOver(visitor: Visitor, visit: Visit): Promise<void> {
  const { page } = visitor
  await visitor.readsDialog('error_session_timeout_title')
  await visitor.sees('order_title')
  const [path, query] = new URL(page.url()).hash.split('?')
  expect(path).toBe('#/')
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    product: visit.product.uuid,
    ...CAME_WITH,
  })
  await expect
    .poll(async () => (await visitor.storedPieces()).toSorted())
    .toEqual(['demo:membershipInQuery', 'demo:orderDraft', 'demo:productInQuery'])
  await expect(page.locator('[aria-pressed="true"]')).toHaveCount(0)
  await expect(visitor.count(visit.product, 0)).toHaveText('0')
}

interface Place {
  readonly where: string
  /** The call that is refused there. */
  readonly refused: { readonly path: string }
  /** Goes from the buyer form to the place where the time runs out. */
  readonly goThere: (visitor: Visitor) => Promise<void>
  /** The visitor's action after the end of the hold. */
  readonly act: (visitor: Visitor) => Promise<void>
}

const PLACES: readonly Place[] = [
  {
    where: 'at a reload of the buyer form',
    refused: readOrder,
    goThere: async () => {},
    act: async ({ page }) => {
      await page.reload()
    },
  },
  {
    where: 'at the login of members',
    refused: loginMember,
    goThere: async visitor => {
      const { page, t } = visitor
      await page.goto('/#/membership-login')
      await visitor.sees('membership_title')
      await page.getByLabel(t('membership_id'), { exact: true }).fill('member@example.com')
      await page.getByLabel(t('membership_password'), { exact: true }).fill('correct horse battery')
    },
    act: visitor => visitor.button('membership_submit').click(),
  },
  {
    where: 'while the mail is waited for, on a page that asks by itself',
    refused: readOrder,
    goThere: visitor => visitor.signIn(),
    act: async () => undefined,
  },
]

/** That a press finds out, `hold-expired` tells. */
for (const { where, refused, goThere, act } of choose(PLACES, () => 'a place')) {
  test(`the hold ends ${where}: after a dialog the start page opens with the product and the membership alone (R-4.41, R-8.17, R-8.19)`, async ({
    visitor,
    visit,
    watch,
    database,
  }) => {
    watch.mayRefuse(refused)
    watch.mayRefuse(readOrder)
    await orderAsMember(visitor, visit)
    await goThere(visitor)
    await watch.waitForAnswers()
    await database.endHold(await visitor.orderToken())
    await act(visitor)
    await startsOver(visitor, visit)
  })
}

/** The tab that the mail opened knows the order alone: the start page is that of its product. */
inProof(
  'the hold ends on the payment page, when the visitor enters a coupon (R-4.41, R-8.17, R-8.19)',
  async ({ visitor, visit, orderToPay, watch, database }) => {
    watch.mayRefuse(addOrderCoupon)
    watch.mayRefuse(readOrder)
    await visitor.choosePayment('stripe_secure')
    await watch.waitForAnswers()
    await database.endHold(orderToPay.orderToken)
    await visitor.enterCoupon('FLAT500')
    await startsOverAnew(visitor, visit)
  },
)

inProof(
  'the hold ends before a reload of the confirmation (R-4.41, R-8.17)',
  async ({ visitor, visit, orderToPay, watch, database }) => {
    watch.mayRefuse(readOrder)
    await visitor.choosePayment('stripe_secure')
    await visitor.enterCard('1112')
    await watch.waitForAnswers()
    await database.endHold(orderToPay.orderToken)
    await visitor.page.reload()
    await startsOverAnew(visitor, visit)
  },
)

inProof(
  'five minutes before the end the visitor gets more time beside the clock (WCAG 2.2.1)',
  async ({ visitor, visit, database }) => {
    const { page, t } = visitor
    await visitor.openStore()
    await visitor.orderVisit(visit)
    await expect(page.getByRole('button', { name: t('hold_extend'), exact: true })).toHaveCount(0)
    await comesBackWith(visitor, database, 270)
    await visitor.button('hold_extend').click()
    await expect(page.getByText(t('hold_extended'))).toBeVisible()
    await expect(visitor.button('hold_extend')).toHaveCount(0)
  },
)

test('a hold that ends on the order page, after a way back from the form: the same choices are held again, without a dialog; in the last minute a dialog offers more time; a visitor who takes it loses none of their input; a clock that reaches its end asks the store, which says that the time is over (R-8.17, S-1.07, WCAG 2.2.1)', async ({
  visitor,
  visit,
  watch,
  database,
}) => {
  watch.mayRefuse(readOrder)
  const { page, t } = visitor
  await visitor.openStore()
  await visitor.orderVisit(visit)
  const before = await visitor.orderToken()
  await page.getByRole('link', { name: t('sign_in_back') }).click()
  await visitor.sees('order_title')
  await watch.waitForAnswers()
  await database.endHold(before)
  await expect(visitor.count(visit.product, 0)).toHaveText('2')
  await visitor.goOn()
  expect(await visitor.orderToken()).not.toBe(before)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await comesBackWith(visitor, database, 50)
  const dialog = page.getByRole('dialog', { name: t('hold_ending_title'), exact: true })
  await expect(dialog).toContainText(t('hold_ending'))
  await dialog.getByRole('button', { name: t('hold_extend'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('hold_extended'))).toBeVisible()
  await visitor.signIn()
  await page.goBack()
  await visitor.sees('sign_in_title')
  await page.clock.install()
  await watch.waitForAnswers()
  await database.endHold(await visitor.orderToken())
  await page.clock.fastForward('30:00')
  // The page checks before the next answer of the store, which would correct its idea of the time.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await startsOverAnew(visitor, visit)
})

async function startsOverAnew(visitor: Visitor, visit: Visit): Promise<void> {
  await visitor.readsDialog('error_session_timeout_title')
  await visitor.sees('order_title')
  expect(new URL(visitor.page.url()).hash).toBe(`#/?product=${visit.product.uuid}`)
  await expect(visitor.count(visit.product, 0)).toHaveText('0')
}

/** Lets time pass until the given number of seconds is left; the page becomes visible again. */
async function comesBackWith(visitor: Visitor, database: StoreDatabase, seconds: number): Promise<void> {
  await database.endHoldIn(await visitor.orderToken(), seconds)
  await visitor.page.reload()
  await visitor.sees('sign_in_title')
}

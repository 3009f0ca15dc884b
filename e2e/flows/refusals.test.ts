import type { ErrorCode } from '@kippu/contract/errors'
import { loginMember } from '@kippu/contract/membership'
import { sendOrderMail } from '@kippu/contract/order-mails'
import { createOrder } from '@kippu/contract/orders'
import { checkout } from '@kippu/contract/payments'
import { expect } from '@playwright/test'

import { choose as chooseTried } from '../../tools/test/proof-choice.ts'
import type { StoreDatabase } from '../database.ts'
import { inProof, test } from '../fixtures.ts'
import { orderAhead } from '../order-ahead.ts'
import { daysOf, DIGITAL_FOREST, lonelyVisit, visitOn } from '../visits.ts'
import type { Visit } from '../visits.ts'
import type { Visitor } from '../visitor.ts'

/** Chooses day, time and two tickets, as far as the last button. */
async function choose(visitor: Visitor, visit: Visit): Promise<void> {
  await visitor.openStore()
  await visitor.chooseVisit(visit)
}

/** Changes the order that the browser sends, as no screen of ours would. */
async function orderInstead(
  visitor: Visitor,
  change: (body: Record<string, unknown>) => unknown,
): Promise<void> {
  await visitor.page.route(`**${createOrder.path}`, async route => {
    const body: unknown = route.request().postDataJSON()
    await route.continue({ postData: JSON.stringify(change({ ...Object(body) })) })
  })
}

interface Change {
  readonly visitor: Visitor
  readonly visit: Visit
  readonly database: StoreDatabase
}

/** Events between the choice and the button, and the refusal that the visitor then reads. */
const ORDERS: readonly (readonly [ErrorCode, what: string, happens: (change: Change) => Promise<void>])[] = [
  [
    'out of stock',
    'a time is ordered that has no tickets left (R-8.33)',
    async ({ visitor, visit }) => {
      const [soldOut = ''] = await daysOf(visit.product, 'sold_out')
      const { timeSpanId } = await visitOn(soldOut, visit.product)
      await orderInstead(visitor, body => ({ ...body, time_span_id: timeSpanId }))
    },
  ],
  [
    'ticket not on sale now',
    'the venue closes the day (R-8.36)',
    // It happens at the last moment: the page reads the day once more before it orders.
    async ({ visitor, visit, database }) => {
      await visitor.page.route(`**${createOrder.path}`, async route => {
        await database.closeDay(visit.product.uuid, visit.date)
        await route.continue()
      })
    },
  ],
  [
    'no stock registered for this product',
    'the time is of another product (R-8.34)',
    ({ visitor }) => orderInstead(visitor, body => ({ ...body, time_span_id: 2_000_000_000 })),
  ],
  [
    'option_value_id not found',
    'the kind of ticket is gone (R-8.73)',
    ({ visitor }) =>
      orderInstead(visitor, body => ({
        ...body,
        option_values: [{ option_value_id: 2_000_000_000, quantity: 2 }],
      })),
  ],
  [
    'specified option value of the ticket is less than 1',
    'a line of nothing is ordered (R-8.59)',
    ({
      visitor,
      visit: {
        kinds: [adult, youth],
      },
    }) =>
      orderInstead(visitor, body => ({
        ...body,
        option_values: [
          { option_value_id: adult, quantity: 2 },
          { option_value_id: youth, quantity: 0 },
        ],
      })),
  ],
  [
    'record not found',
    'the product is gone (R-8.61)',
    ({ visitor }) =>
      orderInstead(visitor, body => ({ ...body, product_uuid: '00000000-0000-4000-8000-000000000000' })),
  ],
  [
    'invalid_request',
    'more is ordered than one order may have (R-7.15)',
    ({
      visitor,
      visit: {
        kinds: [adult],
      },
    }) =>
      orderInstead(visitor, body => ({
        ...body,
        quantity: 11,
        option_values: [{ option_value_id: adult, quantity: 11 }],
      })),
  ],
]

/** The dialog of each code is tried with the table of failures; over the order page they are the same. */
for (const [code, what, happens] of chooseTried(ORDERS, () => 'a dialog over the order page')) {
  test(`ordering: ${what}; the dialog says so, and the choices stay`, async ({
    visitor,
    visit: shared,
    watch,
    database,
  }) => {
    watch.mayRefuse(createOrder)
    // A day that closes must not be shared with another story.
    const closes = code === 'ticket not on sale now'
    const visit = closes ? await visitOn(lonelyVisit(7).date, DIGITAL_FOREST) : shared
    await choose(visitor, visit)
    await happens({ visitor, visit, database })
    await visitor.button('common_next').click()
    await visitor.readsRefusal(code)
    await visitor.sees('order_title')
    await expect(visitor.count(visit.product, 0)).toHaveText('2')
  })
}

test('an address that the mail server refuses leads back to the order page, from which the visitor reaches the form (R-8.24, R-8.70, S-6.03)', async ({
  visitor,
  visit,
  watch,
}) => {
  watch.mayRefuse(sendOrderMail)
  await choose(visitor, visit)
  await visitor.goOn()
  await visitor.as({ email: 'bounce@invalid.test' }).fillForm()
  await visitor.button('sign_in_submit').click()
  await visitor.readsRefusal('invalid email address')
  await visitor.sees('order_title')
  await visitor.goOn()
  await visitor.signIn()
})

inProof(
  'an order whose address is not confirmed cannot be paid (R-8.62, R-4.42)',
  async ({ visitor, visit, orderToPay, watch }) => {
    watch.mayRefuse(checkout)
    expect(orderToPay.price).toBeGreaterThan(0)
    await visitor.choosePayment('stripe_secure')
    await visitor.enterCard('1112')
    const { orderToken: unconfirmed } = await orderAhead(visit, visitor)
    await visitor.page.route(`**/orders/checkout/*`, route =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/[^/]+$/, unconfirmed),
      }),
    )
    await visitor.pay()
    await visitor.readsRefusal('order status must be ready_checkout')
  },
)

inProof(
  'after too many wrong passwords the visitor has to wait (S-5.04)',
  async ({ visitor, orderToPay, watch }) => {
    watch.mayRefuse(loginMember)
    const { page, t } = visitor
    expect(orderToPay.price).toBeGreaterThan(0)
    await page.goto('/#/membership-login')
    await page.getByRole('textbox', { name: t.like('membership_id') }).fill(visitor.email)
    const password = page.locator('input[type=password]')
    for (let tries = 0; tries < 10; tries += 1) {
      await password.fill(`wrong ${tries}`)
      await password.press('Enter')
      await visitor.readsRefusal('membership login failed')
    }
    await password.fill('correct horse battery')
    await password.press('Enter')
    await visitor.readsRefusal('too_many_requests')
  },
)

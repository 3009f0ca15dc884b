import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { originOf, STACK, TAG_MANAGER_ID } from '../stack.ts'
import type { Visitor } from '../visitor.ts'
import { productOf, seededVisit } from '../visits.ts'

test.use({ baseURL: originOf('cancanfactory') })

/** The events that the stand-in received in this document; undefined where it is not loaded. */
function toldIn({ page }: Visitor): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'simulatedTags'))
}

test('only the completion page loads the tag manager, which learns of each purchase once (R-3.32, R-3.67, R-7.40, R-7.71, S-14.01–02, D-44, D-70)', async ({
  visitor,
}) => {
  const { page, t } = visitor
  const visit = seededVisit('a purchase that is counted', productOf('cancanfactory', 'time'))
  const loads: string[] = []
  page.context().on('request', request => {
    if (request.url().includes('/tag-manager/')) loads.push(request.url())
  })
  await visitor.openStore()
  await visitor.chooseVisit(visit)
  await visitor.goOn()
  await visitor.signInByMail()
  await visitor.choosePayment('stripe_secure')
  await visitor.enterCard('1112')
  expect(loads).toEqual([])
  await visitor.pay()
  const number = await visitor.seesCompletionPage()
  await expect.poll(() => toldIn(visitor)).toHaveLength(2)
  expect(await toldIn(visitor)).toEqual([
    expect.objectContaining({ event: 'gtm.js' }),
    {
      event: 'purchase',
      ecommerce: {
        transaction_id: number,
        value: visit.adultPrice * 2,
        currency: 'JPY',
        tax: Math.floor((visit.adultPrice * 2) / 11),
        coupon: null,
        payment_type: 'stripe_secure',
        items: [
          {
            item_id: visit.product.uuid,
            item_name: visit.product.name.ja,
            item_variant: expect.stringMatching('大人|一般'),
            price: visit.adultPrice,
            quantity: 2,
          },
        ],
      },
    },
  ])

  // A visitor who orders again reaches the card fields without it, in a document that is loaded anew.
  const loaded = visitor.page.waitForEvent('load')
  await visitor.page.getByRole('link', { name: t('complete_more') }).click()
  await loaded
  await visitor.sees('order_title')
  expect(await toldIn(visitor)).toBeUndefined()
  await visitor.page.goBack()
  expect(await visitor.seesCompletionPage()).toBe(number)
  expect(await toldIn(visitor)).toBeUndefined()
  expect(loads).toEqual([`${STACK.simulators}/tag-manager/gtm.js?id=${TAG_MANAGER_ID}`])
})

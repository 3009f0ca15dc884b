import { checkout } from '@kippu/contract/payments'
import { createOrder } from '@kippu/contract/orders'
import { sendOrderMail } from '@kippu/contract/order-mails'
import { readReservation } from '@kippu/contract/reservations'
import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { STACK } from '../stack.ts'
import { startStoreWithApiOrigin } from '../store-with-api-origin.ts'
import { dayFor, NIGHT_GARDEN, visitOn } from '../visits.ts'

test.use({ baseURL: STACK.otherApi.store })

/** Requests that scripts make. */
const BY_SCRIPT = ['fetch', 'xhr', 'eventsource', 'websocket', 'ping']

test('where the document names another API base, every call of a purchase goes there, up to the tickets; an order of nothing asks no provider (R-7.01, R-7.73, D-55, D-71)', async ({
  visitor,
  database,
}) => {
  const stop = await startStoreWithApiOrigin(process.env['E2E_DATA_DIR'] ?? '')
  const date = await dayFor('another API base', NIGHT_GARDEN)
  await database.makeFree(NIGHT_GARDEN.uuid, date)
  await expect.poll(async () => (await visitOn(date, NIGHT_GARDEN)).adultPrice).toBe(0)
  const visit = await visitOn(date, NIGHT_GARDEN)
  const called: { readonly origin: string; readonly call: string }[] = []
  const toProvider: string[] = []
  visitor.page.context().on('request', request => {
    const { origin, pathname } = new URL(request.url())
    if (origin === STACK.simulators) toProvider.push(pathname)
    // The document of the tickets asks for them before any script does.
    if (!BY_SCRIPT.includes(request.resourceType()) && !pathname.startsWith('/api/')) return
    called.push({ origin, call: `${request.method()} ${pathname}` })
  })
  /** Pages of this process: the worker, which sends the last mail, is another one. */
  const here = (link: string): string => link.replace(STACK.store, STACK.otherApi.store)

  try {
    await visitor.openStore()
    await visitor.orderVisit(visit)
    await visitor.signIn()
    await visitor.page.goto(here(await visitor.takeLink('confirmation')))
    await visitor.sees('payment_title')
    await visitor.goOnToConfirm()
    await visitor.button('confirm_pay_free').click()
    const number = await visitor.seesCompletionPage()
    await visitor.page.goto(here(await visitor.takeLink('completion')))
    await expect(visitor.page.getByText(number)).toBeVisible()
    // A second later the page would ask for a copy of its tickets, of a store that is gone.
    await visitor.page.goto('about:blank')
  } finally {
    await stop()
  }

  expect(called.filter(({ origin }) => origin !== STACK.otherApi.api)).toEqual([])
  expect(toProvider).toEqual([])
  for (const { method, path } of [createOrder, sendOrderMail, checkout, readReservation]) {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    expect(
      called.some(({ call }) => pattern.test(call)),
      path,
    ).toBe(true)
  }
})

import type { DemoProduct } from '@kippu/demo/products'
import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'
import * as v from 'valibot'

import { callStore } from './call-store.ts'
import type { StoreDatabase } from './database.ts'
import type { Visitor } from './visitor.ts'
import { DIGITAL_FOREST } from './visits.ts'

/** The key of the demo's displays. */
export const SIGNAGE_KEY = 'demo-signage-key'

/** The address in the code of a sign, as it is shown now. */
async function codeOfSign({ uuid }: Pick<DemoProduct, 'uuid'>): Promise<string> {
  const displayed = { 'x-signage-key': SIGNAGE_KEY }
  return (await callStore('issueSpotQrToken', { body: { product_uuid: uuid, lang: 'ja' } }, displayed)).url
}

/** The route of a code: that of the link in it. */
function routeOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname.replace(/^\/to/, '') + search
}

/** Opens an address at the door in the visitor's language, as a phone of that language would remember it. */
export async function opensAtDoor({ page, lang }: Visitor, route: string): Promise<void> {
  await page.goto(`/?lang=${lang}#${route}`)
}

/** Has a time of today on sale, and scans the sign of its product. @returns the price of an adult's ticket. */
export async function scansSign(
  visitor: Visitor,
  database: StoreDatabase,
  product: DemoProduct = DIGITAL_FOREST,
): Promise<number> {
  await database.sellSoon(product.uuid)
  const route = routeOf(await codeOfSign(product))
  const qrToken = new URLSearchParams(route.split('?')[1]).get('qr_token') ?? ''
  const stocks = await callStore('readSpotStocks', { query: { qr_token: qrToken, lang: visitor.lang } })
  await opensAtDoor(visitor, route)
  await expect(visitor.page.getByRole('heading', { level: 1, name: stocks.product.name })).toBeVisible()
  return stocks.base_price
}

/** From the choice to the payment page at the door. */
export async function holdsTicket(visitor: Visitor, product: DemoProduct = DIGITAL_FOREST): Promise<void> {
  await visitor.chooseTickets(product, 1)
  await visitor.button('spot_next').click()
  await visitor.sees('spot_payment_title')
}

/** The order at the door that the tab has. */
export async function spotOrderOf({ page }: Visitor): Promise<string> {
  const stored = await page.evaluate(() => sessionStorage.getItem('demo:spotOrderToken'))
  return v.parse(v.string(), JSON.parse(stored ?? 'null'))
}

/** The field of the address, which is asked for once. */
export function addressField(visitor: Visitor): Locator {
  return visitor.field('sign_in_field_email')
}

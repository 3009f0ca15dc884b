import { DEMO_PRODUCTS } from '@kippu/demo/products'
import { demoBasePrice, demoDay } from '@kippu/demo/stock'
import type { DemoProduct } from '@kippu/demo/products'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { expect } from '@playwright/test'

import { choose } from '../../tools/test/proof-choice.ts'
import { buyAhead } from '../bought-ahead.ts'
import { test } from '../fixtures.ts'
import { originOf } from '../stack.ts'
import type { Visitor } from '../visitor.ts'
import { nextDays } from '../visits.ts'

/** The row of each site in the requirements. */
const ROWS: Readonly<Record<string, string>> = {
  'lab-exhibition': 'R-1.22',
  demo: 'R-1.23, R-1.38',
  ruins: 'R-1.24',
  izura: 'R-1.25',
  cancanfactory: 'R-1.26',
  mori: 'R-1.27',
  softbank: 'R-1.28',
  nishinippon: 'R-1.29',
  nagai: 'R-1.30',
  'azabudai-borderless': 'R-1.31',
  okinawa: 'R-1.32',
  gaprao: 'R-1.33',
  opam: 'R-1.34',
  ishikawa: 'R-1.35',
  boc: 'R-1.36',
}

/** A site differs by its files, which tests of the server open for each, and by the way its first screen is laid out. */
const openingOf = (key: string): string => {
  const { orderLayout, requiresProduct, membership, footer } = siteOf(key)
  return [orderLayout, requiresProduct, membership.required, footer.disabled, footer.showBrand].join(' ')
}

for (const key of choose(SITE_KEYS, openingOf)) {
  const site = siteOf(key)
  const products = DEMO_PRODUCTS.filter(({ siteKey }) => siteKey === key)

  test.describe(key, () => {
    test.use({ baseURL: originOf(key) })

    test(`${key} opens with its own title, logo, footer and first prices (${ROWS[key]}, R-1.21, R-1.55, R-2.90–2.93)`, async ({
      visitor,
    }) => {
      const { page } = visitor
      await page.goto(addressOf(key, products))
      await visitor.sees('order_title')
      await expect(page).toHaveTitle(new RegExp(RegExp.escape(site.title.ja)))
      const logo = page.locator('header').getByRole('img', { name: site.name.ja, exact: true })
      await expect(logo).toBeVisible()
      await expect(logo).toHaveAttribute('src', site.headerLogo.black)
      await expect(logo).toHaveAttribute('width', String(site.headerLogo.width))
      await expect(logo).toHaveAttribute('height', String(site.headerLogo.height))
      expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(page.getByText(site.tagline.ja, { exact: true })).toBeVisible()
      await seesFooter(visitor, site)
      await seesProducts(visitor, products)
    })
  })
}

/** The route where a site opens: one requires a product in its address. */
function addressOf(key: string, [first]: readonly DemoProduct[]): string {
  return siteOf(key).requiresProduct ? `/#/order?product=${first?.uuid}` : '/'
}

async function seesFooter({ page, t }: Visitor, { footer, name }: ReturnType<typeof siteOf>): Promise<void> {
  const shown = page.getByRole('contentinfo')
  await expect(shown).toHaveCount(footer.disabled ? 0 : 1)
  if (footer.disabled) return
  await expect(shown.getByText(name.ja, { exact: true })).toBeVisible()
  const brand = shown.getByText(t('common_powered_by', { name: 'Kippu' }), { exact: true })
  await expect(brand).toHaveCount(footer.showBrand ? 1 : 0)
}

/** The first product, its lowest price, and its price on the next day on which it is sold. */
async function seesProducts(visitor: Visitor, products: readonly DemoProduct[]): Promise<void> {
  const { page, t } = visitor
  const [first] = products
  if (first === undefined) throw new Error('a site that sells nothing')
  const { orderLayout, membership } = siteOf(first.siteKey)
  if (membership.required) {
    await expect(page.getByText(t('order_stop_token_title'))).toBeVisible()
    return
  }
  const date = nextDays().find(day => demoDay(first.uuid, day) === 'normal') ?? ''
  if (orderLayout === 'date_first') {
    await visitor.chooseDay(date)
    const left = products.filter(({ uuid }) => /normal|few/.test(demoDay(uuid, date)))
    const lowest = Math.min(...left.map(product => demoBasePrice(product, date)))
    await expect(visitor.day(date)).toContainText(lowest.toLocaleString('en'))
  } else {
    await visitor.turnTo(date)
    await expect(visitor.day(date)).toContainText(demoBasePrice(first, date).toLocaleString('en'))
  }
  const base = orderLayout === 'date_first' ? demoBasePrice(first, date) : first.basePrice
  const lowest = Math.min(...first.ticketTypes.map(({ addCost }) => base + addCost).filter(yen => yen > 0))
  const card = page
    .getByRole('group', { name: t('order_choose_product') })
    .locator('label')
    .first()
  await expect(card).toContainText(first.name.ja)
  await expect(card).toContainText(t.price(lowest))
}

test('a printed ticket has the print logo of its site, and neither header logo nor footer (R-2.92)', async ({
  visitor,
  visit,
}) => {
  const { reservationToken } = await buyAhead(visit, visitor)
  const { page } = visitor
  await page.goto(`/tickets/#/id/${reservationToken}`)
  const { printLogo, headerLogo } = siteOf('demo')
  const printed = page.locator(`header img[src="${printLogo.url}"]`)
  const onScreen = page.locator(`header img[src="${headerLogo.black}"]`)
  await expect(onScreen).toBeVisible()
  await expect(printed).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(printed).toBeVisible()
  await expect(printed).toHaveAttribute('width', String(printLogo.width))
  await expect(printed).toHaveAttribute('height', String(printLogo.height))
  await expect(onScreen).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
})

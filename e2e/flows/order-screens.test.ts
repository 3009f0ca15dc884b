import { LANGUAGES } from '@kippu/domain/language'
import { DEMO_PRODUCTS } from '@kippu/demo/products'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../fixtures.ts'
import { expectFits, keepScreen, settle } from '../good-screen.ts'
import { originOf } from '../stack.ts'

/**
 * The proof has each house in every language. `npm test` has the house that is least like `demo`, which all other stories buy from: dark
 * by day too, with another opening and other cards.
 */
const HOUSES: readonly string[] = IS_WHOLE_PROOF ? SITE_KEYS : ['azabudai-borderless']
const READ = IS_WHOLE_PROOF ? LANGUAGES : (['th'] as const)
/** All rules once, then in the other scheme those whose result can change. */
const LOOKS = [
  ['light', 'all rules'],
  ['dark', 'layout'],
] as const

for (const key of HOUSES) {
  test.describe(key, () => {
    test.use({ baseURL: originOf(key), contextOptions: { reducedMotion: 'reduce' } })

    test(`axe finds no breach of WCAG 2.2 AA on the order screen of ${key}, opened and with a day chosen, by day and by night, and it fits 320 px and letters of twice the size`, async ({
      page,
    }) => {
      test.setTimeout(600_000)
      for (const lang of READ) {
        for (const address of addressesOf(key, lang)) {
          await opens(page, address)
          await expectGood(page, `${key}-${lang}`)
        }
        if (siteOf(key).membership.required) continue
        await choosesFirstDay(page)
        await expectGood(page, `${key}-${lang}-day`)
        // The next language begins without a choice.
        await page.evaluate(() => sessionStorage.clear())
      }
    })
  })
}

/** The order screen is the last. A house that sells nothing without a product in the address has a page before it that says how to come in. */
function addressesOf(key: string, lang: string): readonly string[] {
  const [product] = DEMO_PRODUCTS.filter(({ siteKey }) => siteKey === key)
  const home = `/?lang=${lang}`
  const order = siteOf(key).requiresProduct ? [home, `${home}#/order?product=${product?.uuid}`] : [home]
  return IS_WHOLE_PROOF ? [`${home}#/visiting`, ...order] : order
}

/** By a page between: an address that differs in its route alone would not load anew. */
async function opens(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.locator('main h1').waitFor()
}

async function expectGood(page: Page, name: string): Promise<void> {
  await expectFits(page, name)
  for (const [colorScheme, rules] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await settle(page)
    await expectAccessible(page, rules)
    await keepScreen(page, `${name}-${colorScheme}`)
  }
}

async function choosesFirstDay(page: Page): Promise<void> {
  const day = page.locator('[data-date][aria-disabled="false"]').first()
  await expect(day).toBeVisible()
  const date = (await day.getAttribute('data-date')) ?? ''
  await day.click()
  await expect(page.locator(`[data-date="${date}"]`)).toHaveAttribute('aria-pressed', 'true')
  await page.waitForLoadState('networkidle')
}

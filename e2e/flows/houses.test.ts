import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS } from '@kippu/demo/demo-sites'
import { expect } from '@playwright/test'
import type { Browser } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { distance, lookOf } from '../house-look.ts'
import type { HouseLook } from '../house-look.ts'
import { originOf } from '../stack.ts'

/** Each house by day and by night in each language, on a phone and on a desk. */
const VIEWS = LANGUAGES.flatMap(lang => [
  { lang, colorScheme: 'light' as const },
  { lang, colorScheme: 'dark' as const },
])
const WIDTHS = [390, 1280]

for (const width of WIDTHS) {
  inProof(
    `with pictures and names covered, any two of the fifteen houses are told apart at ${width} px (decision 60)`,
    async ({ browser }) => {
      test.setTimeout(600_000)
      const houses = new Map<string, HouseLook[]>()
      for (const view of VIEWS) {
        for (const [key, look] of await looksOf(browser, { width, ...view })) {
          houses.set(key, [...(houses.get(key) ?? []), look])
        }
      }
      const own = SITE_KEYS.map(key => ({
        key,
        furthest: furthest(houses.get(key) ?? [], houses.get(key) ?? []),
      }))
      const pairs = SITE_KEYS.flatMap((a, index) =>
        SITE_KEYS.slice(index + 1).map(b => ({
          a,
          b,
          nearest: nearest(houses.get(a) ?? [], houses.get(b) ?? []),
        })),
      )
      expect(pairs).toHaveLength(105)
      const least = Math.max(...own.map(one => one.furthest))
      expect(pairs.filter(pair => pair.nearest <= least + 0.1)).toEqual([])
    },
  )
}

interface View {
  readonly width: number
  readonly lang: string
  readonly colorScheme: 'light' | 'dark'
}

/** The homes as the server renders them, in one browser, one after another. */
async function looksOf(
  browser: Browser,
  { width, lang, colorScheme }: View,
): Promise<Map<string, HouseLook>> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme,
    javaScriptEnabled: true,
  })
  const page = await context.newPage()
  const looks = new Map<string, HouseLook>()
  for (const key of SITE_KEYS) {
    await page.goto(`${originOf(key)}/?lang=${lang}`, { waitUntil: 'domcontentloaded' })
    await page.locator('main h1').waitFor()
    looks.set(key, await lookOf(page))
  }
  await context.close()
  return looks
}

function furthest(some: readonly HouseLook[], others: readonly HouseLook[]): number {
  return Math.max(...some.flatMap(a => others.map(b => distance(a, b))))
}

function nearest(some: readonly HouseLook[], others: readonly HouseLook[]): number {
  return Math.min(...some.flatMap(a => others.map(b => distance(a, b))))
}

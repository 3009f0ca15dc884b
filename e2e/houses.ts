import { SITE_KEYS } from '@kippu/demo/demo-sites'
import type { Browser, Page } from '@playwright/test'

import { keepContactSheet } from '../tools/pages/contact-sheet.ts'
import type { SheetBlock } from '../tools/pages/contact-sheet.ts'
import { test } from './fixtures.ts'
import { Guest } from './guest.ts'
import { whileCovered } from './hidden-names.ts'

/** How each screen is seen, and how wide a house is on the sheet. */
const VIEWS = [
  { width: 390, height: 844, cell: 163 },
  { width: 1280, height: 800, cell: 334 },
] as const

const LANGS = ['ja', 'en'] as const

/** The screens in the order in which a visitor comes to them, and how they come there. */
const SCREENS = {
  home: (guest: Guest) => guest.opensHome(),
  ticket: async (guest: Guest) => {
    await guest.orders()
    await guest.pays()
    await guest.opensTickets()
  },
  receipt: (guest: Guest) => guest.opensReceipt(),
} as const

interface Shot {
  readonly key: string
  readonly screen: string
  readonly lang: (typeof LANGS)[number]
  readonly view: (typeof VIEWS)[number]
  readonly isCovered: boolean
  readonly picture: Buffer
}

test('the fifteen houses: first page, ticket and receipt, with their names and without', async ({
  browser,
}) => {
  const shots: Shot[] = []
  for (const key of SITE_KEYS) for (const lang of LANGS) shots.push(...(await visit(browser, key, lang)))
  for (const screen of Object.keys(SCREENS))
    for (const isCovered of [false, true]) {
      const blocks = LANGS.flatMap(lang =>
        VIEWS.map((view): SheetBlock => ({
          title: `${screen} ${view.width} ${lang}`,
          width: view.cell,
          cells: shots
            .filter(shot => shot.screen === screen && shot.lang === lang && shot.view === view)
            .filter(shot => shot.isCovered === isCovered)
            .map(({ key, picture }) => ({ name: isCovered ? '' : key, picture })),
        })),
      )
      await keepContactSheet(browser, `houses-${screen}${isCovered ? '-covered' : ''}`, blocks)
    }
})

/** One purchase at a house in a language, with a picture of each screen in each view. */
async function visit(browser: Browser, key: string, lang: Shot['lang']): Promise<Shot[]> {
  const [first] = VIEWS
  const context = await browser.newContext({
    viewport: { width: first.width, height: first.height },
    locale: lang === 'ja' ? 'ja-JP' : 'en-US',
    reducedMotion: 'reduce',
  })
  const guest = new Guest(key, await context.newPage(), lang)
  const shots: Shot[] = []
  for (const [screen, comeTo] of Object.entries(SCREENS)) {
    await comeTo(guest)
    // Nothing is pointed at.
    await guest.page.mouse.move(0, 0)
    for (const view of VIEWS) {
      await turnTo(guest.page, view)
      const look = (): Promise<Buffer> =>
        guest.page.screenshot({ type: 'jpeg', quality: 85, animations: 'disabled' })
      const covered = await whileCovered(guest.page, guest.names, look)
      shots.push({ key, screen, lang, view, isCovered: false, picture: await look() })
      shots.push({ key, screen, lang, view, isCovered: true, picture: covered })
    }
    await turnTo(guest.page, first)
  }
  await context.close()
  return shots
}

async function turnTo(page: Page, { width, height }: (typeof VIEWS)[number]): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

import { SITE_KEYS } from '@kippu/demo/demo-sites'
import type { Browser, Page } from '@playwright/test'

import { keepContactSheet } from '../tools/pages/contact-sheet.ts'
import type { SheetBlock } from '../tools/pages/contact-sheet.ts'
import { test } from './fixtures.ts'
import { Guest } from './guest.ts'
import { whileCovered } from './hidden-names.ts'

/** How each screen is seen, and how wide a house is on the sheet. */
const VIEWS = [
  { width: 390, height: 844, colorScheme: 'light', cell: 163 },
  { width: 390, height: 844, colorScheme: 'dark', cell: 163 },
  { width: 1280, height: 720, colorScheme: 'light', cell: 334 },
  { width: 1280, height: 720, colorScheme: 'dark', cell: 334 },
] as const

/** The screens in the order in which a visitor comes to them, and how they come there. */
const SCREENS = {
  home: (guest: Guest) => guest.opensHome(),
  payment: (guest: Guest) => guest.orders(),
  completion: (guest: Guest) => guest.pays(),
  ticket: (guest: Guest) => guest.opensTickets(),
} as const

type Screen = keyof typeof SCREENS

/** The contact sheets. */
const SHEETS: ReadonlyArray<{
  readonly name: string
  readonly screens: readonly Screen[]
  readonly isCovered: boolean
  /** How large a house is on a sheet of several screens, which would be too rich. */
  readonly scale?: number
}> = [
  { name: 'houses', screens: ['home'], isCovered: false },
  { name: 'houses-covered', screens: ['home'], isCovered: true },
  { name: 'houses-payment', screens: ['payment'], isCovered: false },
  { name: 'houses-completion', screens: ['completion'], isCovered: false },
  { name: 'houses-ticket', screens: ['ticket'], isCovered: false },
  {
    name: 'houses-covered-later',
    screens: ['payment', 'completion', 'ticket'],
    isCovered: true,
    scale: 0.65,
  },
]

interface Shot {
  readonly key: string
  readonly screen: string
  readonly view: (typeof VIEWS)[number]
  readonly isCovered: boolean
  readonly picture: Buffer
}

test('the fifteen houses, from their homes to their tickets', async ({ browser }) => {
  const shots: Shot[] = []
  for (const key of SITE_KEYS) shots.push(...(await visit(browser, key)))
  for (const { name, screens, isCovered, scale = 1 } of SHEETS) {
    const blocks = screens.flatMap(screen =>
      VIEWS.map((view): SheetBlock => ({
        title: `${screen} ${view.width} ${view.colorScheme}`,
        width: Math.floor(view.cell * scale),
        cells: shots
          .filter(shot => shot.screen === screen && shot.view === view && shot.isCovered === isCovered)
          .map(({ key, picture }) => ({ name: key, picture })),
      })),
    )
    await keepContactSheet(browser, name, blocks)
  }
})

/** One purchase at a house, with a picture of each screen in each view. */
async function visit(browser: Browser, key: string): Promise<Shot[]> {
  const [first] = VIEWS
  const context = await browser.newContext({
    viewport: { width: first.width, height: first.height },
    locale: 'ja-JP',
    reducedMotion: 'reduce',
  })
  const guest = new Guest(key, await context.newPage())
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
      shots.push({ key, screen, view, isCovered: false, picture: await look() })
      shots.push({ key, screen, view, isCovered: true, picture: covered })
    }
    await turnTo(guest.page, first)
  }
  await context.close()
  return shots
}

async function turnTo(page: Page, { width, height, colorScheme }: (typeof VIEWS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height })
  // A provider's frame learns of its colours by a message.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

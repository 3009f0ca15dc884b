import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { LANGUAGES } from '@kippu/domain/language'
import type { Language } from '@kippu/domain/language'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../tools/test/proof-choice.ts'
import { expectAccessible } from './axe.ts'
import type { Reader } from './reader.ts'
import { faultsOfSpacedText } from './text-spacing.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }
/** The narrowest screen, which is also the width of a desktop at 400 % (WCAG 1.4.10), and a desktop at 200 %. */
const NARROW = [
  { width: 320, height: 640 },
  { width: 640, height: 450 },
]

/**
 * Languages in which every screen is looked at: `npm test` takes the one with the longest words. What a language can change of a screen
 * beside the lengths of its words, its texts have tests for; the screens of a purchase are looked at in the reference by `purchase.test.ts`.
 */
export const LOOKED_AT: readonly Language[] = IS_WHOLE_PROOF ? LANGUAGES : ['th']

/**
 * All rules once, then at the other width and in the other scheme those whose result can change. Neighbouring languages
 * use opposite combinations, so that each screen is checked in both schemes at both widths: no colour depends on the
 * language.
 */
const LOOKS = [
  [
    [PHONE, 'light', 'all rules'],
    [DESKTOP, 'dark', 'layout'],
  ],
  [
    [PHONE, 'dark', 'all rules'],
    [DESKTOP, 'light', 'layout'],
  ],
] as const

/** A text key in place of its words: `order_title`. */
const BARE_KEY =
  /\b(?:common|correction|order|sign_in|payment|confirm|complete|ticket|error|site|coupon|legal|membership|receipt|mail|hold|calendar|share|shared|send)_[a-z_]+\b/

/**
 * Requirements of every screen: no sideways scrolling at 320 pixels or at 200 %, on a phone with letters of twice the
 * size or with the widest spacing of WCAG 1.4.12 neither, no bare text key, and axe finds no breach of WCAG 2.2 AA on a phone and on a desktop, in light and in dark. With
 * `SCREENS_DIR` set, each screen is saved there as `<name>-<lang>-<width>-<scheme>.jpg`.
 */
export async function expectGoodScreen(
  { page, lang }: Pick<Reader, 'page' | 'lang'>,
  name: string,
): Promise<void> {
  const before = page.viewportSize() ?? PHONE
  await expect(page.locator('main h1').first()).toBeVisible()
  expect(await page.locator('body').innerText(), `a bare key on ${name} in ${lang}`).not.toMatch(BARE_KEY)
  await expectFits(page, `${name} in ${lang}`)
  for (const [size, colorScheme, rules] of LOOKS[LANGUAGES.indexOf(lang) % 2] ?? []) {
    await page.setViewportSize(size)
    // Colours change at once, so that none is measured halfway.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    await expectAccessible(page, rules)
    await keepScreen(page, `${name}-${lang}-${size.width}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  await page.setViewportSize(before)
}

/** A screen that one story alone comes to: in the language of the story, and in the whole proof in all of them. */
export async function expectGoodInEachLanguage(reader: Reader, name: string): Promise<void> {
  for (const lang of IS_WHOLE_PROOF ? LANGUAGES : [reader.lang]) {
    await reader.chooseLanguage(lang)
    await expectGoodScreen({ page: reader.page, lang }, name)
  }
  await reader.chooseLanguage(reader.lang)
}

/** No sideways scrolling at 320 pixels or at 200 %, and room for letters of twice the size on a phone, which the screen is left at. */
export async function expectFits(page: Page, name: string): Promise<void> {
  for (const size of NARROW) {
    await page.setViewportSize(size)
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow, `${name} is wider than ${size.width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(PHONE)
  expect(await faultsOfLargeText(page), `${name} with text at 200 %`).toEqual([])
  expect(await faultsOfSpacedText(page), `${name} with wider spacing`).toEqual([])
}

/**
 * What goes wrong where somebody has set letters of twice the size (WCAG 1.4.4): what leaves the screen sideways, bars at its foot too, what
 * grows over the header, and prices that break in two.
 */
function faultsOfLargeText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    root.style.fontSize = '200%'
    const { clientWidth } = root
    // What scrolls inside, such as a wide table, or is for screen readers alone, leaves nothing.
    const isHeld = (element: Element): boolean => {
      for (
        let outer = element.parentElement;
        outer !== null && outer !== document.body;
        outer = outer.parentElement
      ) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(outer).overflowX)) return true
      }
      return false
    }
    const seen = [...document.body.querySelectorAll('*')].filter(element => element.checkVisibility())
    const outside = seen.filter(element => {
      const { right, left, width } = element.getBoundingClientRect()
      return width > 1 && (right > clientWidth + 1 || left < -1) && !isHeld(element)
    })
    const broken = seen.filter(element => element.matches('data') && element.getClientRects().length > 1)
    const top = document.querySelector('main')?.getBoundingClientRect().top ?? 0
    const above = seen.filter(element => {
      const { top: begins, width } = element.getBoundingClientRect()
      // A dialog lies over all of it.
      const isInPage = element.closest('main') !== null && element.closest('dialog') === null
      return width > 1 && isInPage && begins < top - 1 && !isHeld(element)
    })
    const named = (what: string, elements: readonly Element[]): string[] =>
      elements.map(element => `${what}: ${element.tagName} ${element.textContent.slice(0, 40)}`)
    const faults = [...named('outside', outside), ...named('above', above), ...named('broken', broken)]
    root.style.removeProperty('font-size')
    return faults
  })
}

/** Waits until all animations have ended, except endless ones. */
export async function settle(page: Page): Promise<void> {
  const moving = (): Promise<number> =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          ).length,
    )
  await expect.poll(moving).toBe(0)
}

/** Saves the screen in `SCREENS_DIR`, where that is set. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENS_DIR']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.jpg`), type: 'jpeg', quality: 60, fullPage: true })
}

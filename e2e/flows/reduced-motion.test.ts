import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { test } from '../fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Animations and transitions that last longer than a flash, by what they move. */
function movesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: unknown = Reflect.get(window, 'kippuMoves')
    return Array.isArray(found) ? found.map(String) : ['nobody watched']
  })
}

/** Watches every frame that is drawn, from the first on: an animation that has ended is not forgotten. */
async function watchMoves(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const moves = new Set<string>()
    const look = (): void => {
      for (const { effect } of document.getAnimations()) {
        const { activeDuration } = effect?.getComputedTiming() ?? {}
        if (typeof activeDuration !== 'number' || activeDuration <= 10) continue
        const target = effect instanceof KeyframeEffect ? effect.target : null
        moves.add(`${target?.tagName} ${target?.className} ${activeDuration} ms`)
      }
      Reflect.set(window, 'kippuMoves', [...moves])
      requestAnimationFrame(look)
    }
    look()
  })
}

test('nothing moves for a visitor who wants no motion: opening, choice, dialog, waiting, completion, tickets (WCAG 2.3.3)', async ({
  visitor,
  visit,
}) => {
  const isStill = async (): Promise<void> => expect(await movesOf(visitor.page)).toEqual([])
  await watchMoves(visitor.page)
  await visitor.openStore()
  await isStill()
  await visitor.chooseVisit(visit)
  await visitor.more(visit.product, 2).click()
  await expect(visitor.page.getByRole('dialog')).toBeVisible()
  await isStill()
  await visitor.button('order_caution_accept').click()
  await visitor.goOn()
  await visitor.button('sign_in_submit').click()
  await expect(visitor.errorSummary()).toBeFocused()
  await isStill()
  await visitor.signInByMail()
  await visitor.enterCard('1112')
  await isStill()
  await visitor.pay()
  await visitor.seesCompletionPage()
  await isStill()
  await visitor.followMailLink('completion')
  await visitor.button('ticket_next').click()
  await visitor.button('ticket_enlarge').last().click()
  await expect(visitor.page.getByRole('dialog')).toBeVisible()
  await isStill()
})

import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'

import type { Visitor } from './visitor.ts'

/** Moves to an element by Tab and presses it. */
export async function press(visitor: Visitor, target: Locator, key = 'Enter'): Promise<void> {
  await expect(target).toBeVisible()
  await visitor.tabTo(target)
  await visitor.page.keyboard.press(key)
}

/** Moves to a field by Tab and types. */
export async function type(visitor: Visitor, field: Locator, words: string): Promise<void> {
  await expect(field).toBeVisible()
  await visitor.tabTo(field)
  await visitor.page.keyboard.type(words)
}

/** Moves to the calendar by Tab and chooses a day with the arrows: by weeks, then by days. */
export async function chooseDay(visitor: Visitor, date: string): Promise<void> {
  const { page } = visitor
  await visitor.tabTo(page.getByRole('grid').locator('[tabindex="0"]'))
  const focused = page.locator('[data-date]:focus')
  for (let at = await focused.getAttribute('data-date'); at !== date;) {
    const left = (Date.parse(date) - Date.parse(at ?? '')) / 86_400_000
    await page.keyboard.press(left >= 7 ? 'ArrowDown' : left > 0 ? 'ArrowRight' : 'ArrowLeft')
    await expect(focused).not.toHaveAttribute('data-date', at ?? '')
    at = await focused.getAttribute('data-date')
  }
  await page.keyboard.press('Enter')
}

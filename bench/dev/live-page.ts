import type { Page } from '@playwright/test'

/** Loads the page and waits until it hears of changes: one that is saved before would be missed. */
export async function loadAlive(page: Page, url: string): Promise<void> {
  await page.goto('about:blank')
  const connected = page.waitForEvent('console', { predicate: line => line.text() === '[vite] connected.' })
  await page.goto(url, { waitUntil: 'networkidle' })
  await connected
}

import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No machine finds a breach of WCAG 2.2 AA on the screen as it stands, frames included (design §8). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found, `WCAG on ${page.url()}`).toEqual([])
}

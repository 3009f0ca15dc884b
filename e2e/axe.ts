import { expect } from '@playwright/test'
import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No machine finds a breach of WCAG 2.2 AA on the screen as it stands, frames included (design §8). */
export async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = []
  for (const frame of page.frames()) found.push(...(await violationsIn(frame)))
  expect(found, `WCAG on ${page.url()}`).toEqual([])
}

/** Each frame is looked at by itself: they are strangers to each other. */
async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  return frame.evaluate(async tags => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
      iframes: false,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    )
  }, RULES)
}

declare global {
  interface Window {
    readonly axe: Pick<typeof axe, 'run'>
  }
}

import { expect } from '@playwright/test'
import type { Frame, Page } from '@playwright/test'
import axe from 'axe-core'

const RULES = {
  'all rules': { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  /** Rules whose result another width or colour scheme can change on a page with the same parts. */
  layout: {
    type: 'rule',
    values: [
      'color-contrast',
      'link-in-text-block',
      'target-size',
      'scrollable-region-focusable',
      'aria-hidden-focus',
      'label',
      'button-name',
      'link-name',
    ],
  },
} as const

/** Checks that axe finds no breach of WCAG 2.2 AA on the current screen, including its frames. */
export async function expectAccessible(page: Page, rules: keyof typeof RULES = 'all rules'): Promise<void> {
  const found: string[] = []
  for (const frame of page.frames()) found.push(...(await violationsIn(frame, rules)))
  expect(found, `WCAG on ${page.url()}`).toEqual([])
}

/** Each frame is checked by itself, because frames of other origins cannot reach each other. */
async function violationsIn(frame: Frame, rules: keyof typeof RULES): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  return frame.evaluate(async ({ type, values }) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type, values: [...values] },
      resultTypes: ['violations'],
      iframes: false,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    )
  }, RULES[rules])
}

declare global {
  interface Window {
    readonly axe: Pick<typeof axe, 'run'>
  }
}

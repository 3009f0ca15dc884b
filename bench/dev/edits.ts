import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

/** A kind of change that a developer makes to the order page. */
export interface Edit {
  readonly name: string
  /** How long a developer who saves it may wait at most, in ms. */
  readonly most: number
  readonly file: string
  /** Occurs in the file once or more; the first occurrence is replaced. A pattern where the words may change. */
  readonly from: string | RegExp
  /** The replacement, different in each round. */
  to(round: number): string
  /** Whether the page shows the change. */
  isSeen(page: Page, round: number): Promise<unknown>
  /** Whether the page reloads, which it does for changes of the store. */
  readonly isLoad: boolean
}

const TITLE = 'h1'
const TAGLINE = 'h1 + p'

const colorOf = (round: number): string => `rgb(200, 40, ${round})`

/** Whether an expression holds in the page, looked at before each frame. */
const holds = (page: Page, expression: string): Promise<unknown> =>
  page.waitForFunction(expression, undefined, { polling: 'raf' })

const hasText =
  (selector: string, word: string) =>
  (page: Page, round: number): Promise<unknown> =>
    holds(page, `document.querySelector('${selector}')?.textContent.includes('${word} ${round}')`)

const hasColor =
  (selector: string) =>
  (page: Page, round: number): Promise<unknown> =>
    holds(page, `getComputedStyle(document.querySelector('${selector}')).color === '${colorOf(round)}'`)

export const EDITS: readonly Edit[] = [
  {
    name: 'a colour of a site',
    most: 1_000,
    file: 'demo/sites/demo/theme.css',
    from: /--color-ink: [^;]+;/,
    to: round => `--color-ink: ${colorOf(round)};`,
    isSeen: hasColor(TITLE),
    isLoad: false,
  },
  {
    name: 'a colour of a part',
    most: 1_000,
    file: 'apps/web/src/screens/order/hero.module.css',
    from: '.tagline {',
    to: round => `.tagline {\n  color: ${colorOf(round)} !important;`,
    isSeen: hasColor(TAGLINE),
    isLoad: false,
  },
  {
    name: 'a component',
    most: 1_000,
    file: 'apps/web/src/screens/order/hero.tsx',
    from: '{tagline}</p>',
    to: round => `{tagline} component {${round}}</p>`,
    isSeen: hasText(TAGLINE, 'component'),
    isLoad: false,
  },
  {
    name: 'a text',
    most: 3_000,
    file: 'packages/texts/src/order.ts',
    from: "'チケットのご購入'",
    to: round => `'チケットのご購入 text ${round}'`,
    isSeen: hasText(TITLE, 'text'),
    isLoad: true,
  },
  {
    name: "a route's code",
    most: 3_000,
    file: 'apps/server/src/pages/documents/site-view.ts',
    from: 'tagline: site.tagline[lang],',
    to: round => `tagline: site.tagline[lang] + ' route ${round}',`,
    isSeen: hasText(TAGLINE, 'route'),
    isLoad: true,
  },
  {
    name: 'a query',
    most: 3_000,
    file: 'apps/server/src/sites/content/queries.ts',
    from: ".select(['key', 'text'])",
    to: round => `.select(eb => ['key', eb(eb.ref('text'), '||', ' query ${round}').as('text')])`,
    isSeen: hasText(TITLE, 'query'),
    isLoad: true,
  },
]

/** Writes an edit into the copy, starting from the committed file. */
export function openFile(folder: string, { file, from }: Pick<Edit, 'file' | 'from'>): (to?: string) => void {
  const full = path.join(folder, file)
  const committed = readFileSync(full, 'utf8')
  if (committed.replace(from, '') === committed) throw new Error(`${file} has no ${String(from)}`)
  return to => writeFileSync(full, to === undefined ? committed : committed.replace(from, () => to))
}

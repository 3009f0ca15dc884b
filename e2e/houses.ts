import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { SITE_KEYS } from '@kippu/sites/registry'
import type { Browser, Page } from '@playwright/test'

import { test } from './fixtures.ts'
import { originOf } from './stack.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'docs', 'pictures')
/** Width of a house on the sheets, by the width of its window. */
const CELLS = { 390: 170, 1280: 330 } as const
const VIEWS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 720, colorScheme: 'light' },
  { width: 1280, height: 720, colorScheme: 'dark' },
] as const

/** What a stranger is not to see: pictures become flat, logos and names empty. */
const COVERED = `
  img { object-position: 99rem 99rem !important; background: color-mix(in oklab, var(--color-line), var(--color-ink-soft)) !important; }
  header picture, header img { visibility: hidden !important; }
  h1 .face, h1 + p { color: transparent !important; }
`

interface Shot {
  readonly key: string
  readonly width: number
  readonly picture: Buffer
}

for (const isCovered of [false, true]) {
  const name = isCovered ? 'houses-covered' : 'houses'
  test(`the homes of the fifteen houses${isCovered ? ', pictures and names covered' : ''}`, async ({
    browser,
  }) => {
    const rows: Shot[][] = []
    for (const view of VIEWS) rows.push(await shoot(browser, view, isCovered))
    await keepSheet(browser, rows, name)
  })
}

async function shoot(browser: Browser, view: (typeof VIEWS)[number], isCovered: boolean): Promise<Shot[]> {
  const { width, height, colorScheme } = view
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'ja-JP',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const shots: Shot[] = []
  for (const key of SITE_KEYS) {
    // The face is there from the second page on.
    await page.goto(`${originOf(key)}/`)
    await page.reload({ waitUntil: 'networkidle' })
    if (isCovered) await cover(page)
    shots.push({
      key,
      width,
      picture: await page.screenshot({ type: 'jpeg', quality: 80, animations: 'disabled' }),
    })
  }
  await context.close()
  return shots
}

/** A constructed style sheet: the page's policy allows no other. */
async function cover(page: Page): Promise<void> {
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, COVERED)
}

async function keepSheet(browser: Browser, rows: readonly (readonly Shot[])[], name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 5 * 340 + 20, height: 800 } })
  const cells = rows.map(row => `<div>${row.map(cellOf).join('')}</div>`).join('')
  await page.setContent(
    `<style>body{margin:8px;background:#777;font:11px sans-serif;color:#fff}div{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}figure{margin:0}img{display:block}</style>${cells}`,
  )
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(
    path.join(FOLDER, `${name}.jpg`),
    await page.screenshot({ type: 'jpeg', quality: 60, fullPage: true }),
  )
  await page.close()
}

function cellOf({ key, width, picture }: Shot): string {
  const cell = width === 390 ? CELLS[390] : CELLS[1280]
  return `<figure><img width="${cell}" src="data:image/jpeg;base64,${picture.toString('base64')}"><figcaption>${key}</figcaption></figure>`
}

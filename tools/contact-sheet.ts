import { writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Browser } from '@playwright/test'

/** A picture of a contact sheet, and what is written below it. */
export interface SheetCell {
  readonly name: string
  readonly picture: Buffer
}

/** Pictures of one kind, all as wide as the sheet shows them, beside and below each other. */
export interface SheetBlock {
  readonly title: string
  readonly width: number
  readonly cells: readonly SheetCell[]
}

const FOLDER = path.join(import.meta.dirname, '..', 'docs', 'pictures')
const WIDTH = 1720
const MOST_BYTES = 900_000
const QUALITIES = [80, 70, 60, 50, 40, 30]
const LOOK =
  'body{margin:8px;background:#777;font:11px sans-serif;color:#fff}h2{margin:12px 0 4px;font-size:13px}div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{display:block}'

/** Puts all pictures on one page and keeps it as `docs/pictures/{name}.jpg`, at the best quality that fits. */
export async function keepContactSheet(
  browser: Browser,
  name: string,
  blocks: readonly SheetBlock[],
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 } })
  await page.setContent(`<style>${LOOK}</style>${blocks.map(markupOf).join('')}`)
  for (const quality of QUALITIES) {
    const sheet = await page.screenshot({ type: 'jpeg', quality, fullPage: true })
    if (sheet.byteLength > MOST_BYTES) continue
    writeFileSync(path.join(FOLDER, `${name}.jpg`), sheet)
    await page.close()
    return
  }
  throw new Error(`${name} is too rich for ${MOST_BYTES} bytes`)
}

function markupOf({ title, width, cells }: SheetBlock): string {
  const figures = cells.map(
    ({ name, picture }) =>
      `<figure><img width="${width}" src="data:image/jpeg;base64,${picture.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
  )
  return `<h2>${title}</h2><div>${figures.join('')}</div>`
}

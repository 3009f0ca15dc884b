import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Browser } from '@playwright/test'

import { ROOT } from '../start/root.ts'

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

const WIDTH = 1720
/** The sheets that pages show, small; all others lie where Git does not look. */
const SHOWN: ReadonlySet<string> = new Set(['mails'])
const QUALITIES = [80, 70, 60, 50, 40, 30]
const LOOK =
  'body{margin:8px;background:#777;font:11px sans-serif;color:#fff}h2{margin:12px 0 4px;font-size:13px}div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{display:block}'

/**
 * Puts all pictures on one page and writes it, at the best quality that fits, as `.cache/pictures/{name}.jpg`, or as
 * `docs/pictures/{name}.jpg` if a page shows it. Returns the name of the file.
 */
export async function keepContactSheet(
  browser: Browser,
  name: string,
  blocks: readonly SheetBlock[],
): Promise<string> {
  const { folder, mostBytes, scale } = SHOWN.has(name)
    ? { folder: 'docs/pictures', mostBytes: 200_000, scale: 0.6 }
    : { folder: '.cache/pictures', mostBytes: 2_000_000, scale: 1 }
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 }, deviceScaleFactor: scale })
  await page.setContent(`<style>${LOOK}</style>${blocks.map(markupOf).join('')}`)
  for (const quality of QUALITIES) {
    const sheet = await page.screenshot({ type: 'jpeg', quality, fullPage: true })
    if (sheet.byteLength > mostBytes) continue
    const file = `${folder}/${name}.jpg`
    mkdirSync(path.join(ROOT, folder), { recursive: true })
    writeFileSync(path.join(ROOT, file), sheet)
    await page.close()
    return file
  }
  throw new Error(`${name} is too rich for ${mostBytes} bytes`)
}

function markupOf({ title, width, cells }: SheetBlock): string {
  const figures = cells.map(
    ({ name, picture }) =>
      `<figure><img width="${width}" src="data:image/jpeg;base64,${picture.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
  )
  return `<h2>${title}</h2><div>${figures.join('')}</div>`
}

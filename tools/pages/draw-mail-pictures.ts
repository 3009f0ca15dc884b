/**
 * Draws the pictures of the mails of every site of the demonstration, or of those that are named, of SITES_DIR too: mail programs show no SVG. `hero.jpg` is the venue, `logo-light.png` and
 * `logo-dark.png` are its logo on the colour of the card, because programs that invert a mail do not invert its pictures; `touch-icon.png` is its icon on a home screen.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { chromium, type Page } from '@playwright/test'
import { DEMO_SITES_DIR, isOfDemo } from '@kippu/demo/demo-sites-dir'
import { loadSites, sitesDirsOf } from '@kippu/sites/load-sites'
import * as v from 'valibot'

import { findHeadlessChromium } from '../test/chromium.ts'
import {
  DRAWN_OF,
  fingerprintOf,
  type MailPictureSources,
  mailPictureSources,
  touchIconSource,
} from './mail-picture-sources.ts'

const HERO = { width: 600, height: 270 } as const
/** Half of its pixels. */
const TOUCH_ICON = { width: 90, height: 90 } as const
/** Each mail carries it: bytes. */
const LARGEST_HERO = 60_000

const asked = process.argv.slice(2)
const sitesDirs = [...sitesDirsOf(process.env['SITES_DIR']), DEMO_SITES_DIR]
const drawn = v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(DRAWN_OF, 'utf8')))
const browser = await chromium.launch({ executablePath: findHeadlessChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  for (const site of loadSites(sitesDirs).sites) {
    const { key, folders } = site
    if (asked.length > 0 ? !asked.includes(key) : !isOfDemo(site)) continue
    const sources = mailPictureSources(site)
    const folder = path.join(folders[0] ?? '', 'mail')
    await drawSite(page, folder, sources)
    await show(page, { ...touchIconSource(site), at: null, size: TOUCH_ICON })
    writeFileSync(path.join(folder, 'touch-icon.png'), await page.screenshot({ type: 'png' }))
    if (isOfDemo(site)) drawn[key] = fingerprintOf(sources)
  }
} finally {
  await browser.close()
}
writeFileSync(DRAWN_OF, `${JSON.stringify(drawn, null, 2)}\n`)

async function drawSite(
  page: Page,
  folder: string,
  { hero, heroAt, logo, logoSize }: MailPictureSources,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await show(page, { drawing: hero, at: heroAt, ground: '#ffffff', size: HERO })
  writeFileSync(path.join(folder, 'hero.jpg'), await smallEnough(page))
  for (const scheme of ['light', 'dark'] as const) {
    await show(page, { ...logo[scheme], at: null, size: logoSize })
    writeFileSync(path.join(folder, `logo-${scheme}.png`), await page.screenshot({ type: 'png' }))
  }
}

interface Shown {
  readonly drawing: string
  readonly at: string | null
  readonly ground: string
  readonly size: { readonly width: number; readonly height: number }
}

async function show(page: Page, { drawing, at, ground, size }: Shown): Promise<void> {
  await page.setViewportSize(size)
  const address = drawing.startsWith('data:')
    ? drawing
    : `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`
  await page.setContent(
    `<body style="margin:0;background:${ground}"><img decoding="sync" src="${address}" style="display:block;width:${size.width}px;height:${size.height}px;object-fit:cover;object-position:${at ?? '50% 50%'}">`,
  )
}

/** The best picture that is not too large. */
async function smallEnough(page: Page): Promise<Buffer> {
  for (let quality = 84; quality > 0; quality -= 6) {
    const picture = await page.screenshot({ type: 'jpeg', quality })
    if (picture.length <= LARGEST_HERO) return picture
  }
  throw new Error(`no picture is below ${LARGEST_HERO} bytes`)
}

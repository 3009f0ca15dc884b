/**
 * Shows the mails of the houses. `npm run mails` draws the contact sheets; `npm run mails -- ruins mori` puts
 * every mail of these houses, in every language and view, on one page, and its last line says where.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { chromium, type Page } from '@playwright/test'
import { type Language, LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { mailPictures } from '@kippu/sites/site-files'

import { sampleLetters } from '../../apps/server/test/sample-letters.ts'
import type { RenderedLetter } from '../../apps/server/src/mail/letter/letter.ts'
import { compose } from '../../apps/server/src/mail/letter/compose.ts'
import { findHeadlessChromium } from '../test/chromium.ts'
import { keepContactSheet } from './contact-sheet.ts'

/** How a mail is seen: width in pixels, scheme, and what a program shows of it. */
const VIEWS = {
  '600-light': { width: 600, scheme: 'light', shows: whole },
  '600-dark': { width: 600, scheme: 'dark', shows: whole },
  '320-light': { width: 320, scheme: 'light', shows: whole },
  '320-dark': { width: 320, scheme: 'dark', shows: whole },
  '600-off': { width: 600, scheme: 'light', shows: unfetched },
  '600-off-dark': { width: 600, scheme: 'dark', shows: unfetched },
  '320-off': { width: 320, scheme: 'light', shows: unfetched },
  '320-off-dark': { width: 320, scheme: 'dark', shows: unfetched },
  '320-bare': { width: 320, scheme: 'light', shows: bare },
  text: { width: 600, scheme: 'light', shows: asText },
} as const

type View = keyof typeof VIEWS

interface Sample {
  readonly key: string
  readonly lang: Language
  readonly kind: string
}

const COMPLETIONS = SITE_KEYS.map((key): Sample => ({ key, lang: 'ja', kind: 'completion' }))
/** A house for each language. */
const IN_LANGUAGES = LANGUAGES.map((lang, index): Sample => ({
  key: SITE_KEYS[index * 2] ?? 'demo',
  lang,
  kind: 'completion',
}))
/** Each kind of mail of another house, in the language with the longest words too. */
const KINDS = Object.keys(sampleLetters('demo', 'ja')).flatMap((kind, index) =>
  (['ja', 'th'] as const).map((lang): Sample => ({
    key: SITE_KEYS[(index * 2) % SITE_KEYS.length] ?? 'mori',
    lang,
    kind,
  })),
)

/** The contact sheets. The first `height` pixels of each mail are shown. */
const SHEETS: ReadonlyArray<{
  readonly name: string
  readonly samples: readonly Sample[]
  readonly views: readonly View[]
  readonly height: number
}> = [
  {
    name: 'mails',
    samples: COMPLETIONS,
    views: ['600-light', '600-dark'],
    height: 1100,
  },
  { name: 'mails-narrow', samples: COMPLETIONS, views: ['320-light', '320-dark'], height: 1100 },
  { name: 'mails-off', samples: COMPLETIONS, views: ['600-off', '320-off', '320-off-dark'], height: 900 },
  {
    name: 'mails-languages',
    samples: IN_LANGUAGES,
    views: ['320-light', '320-dark', '320-off', 'text'],
    height: 900,
  },
  { name: 'mails-kinds', samples: KINDS, views: ['320-light', '320-dark'], height: 900 },
]
/** How wide a mail is on a sheet; words of text alone are small. */
const cellOf = (view: View): number => (view === 'text' ? 418 : 204)

const asked = process.argv.slice(2).filter(key => SITE_KEYS.includes(key))
const browser = await chromium.launch({ executablePath: findHeadlessChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage()
try {
  if (asked.length === 0) await drawSheets()
  else console.log(await writeIndex())
} finally {
  await browser.close()
}

async function drawSheets(): Promise<void> {
  for (const { name, samples, views, height } of SHEETS) {
    const blocks = []
    for (const view of views) {
      const cells = []
      for (const sample of samples)
        cells.push({ name: nameOf(sample), picture: await shoot(page, mailOf(sample), view, height) })
      blocks.push({ title: view, width: cellOf(view), cells })
    }
    console.log(await keepContactSheet(browser, name, blocks))
  }
}

async function writeIndex(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-mails-'))
  const rows: string[] = []
  for (const key of asked)
    for (const lang of LANGUAGES)
      for (const kind of Object.keys(sampleLetters(key, lang)))
        rows.push(await writeRow(folder, { key, lang, kind }))
  const sheet = path.join(folder, 'index.html')
  const look = 'body{font:14px sans-serif}div{display:flex;gap:8px;align-items:start}'
  writeFileSync(
    sheet,
    `<!doctype html><meta charset="utf-8"><title>Mails</title><style>${look}</style>${rows.join('')}`,
  )
  return sheet
}

async function writeRow(folder: string, sample: Sample): Promise<string> {
  const name = nameOf(sample)
  const mail = mailOf(sample)
  writeFileSync(path.join(folder, `${name}.html`), whole(mail))
  const pictures: string[] = []
  for (const view of viewNames()) {
    mkdirSync(path.join(folder, view), { recursive: true })
    writeFileSync(path.join(folder, view, `${name}.jpg`), await shoot(page, mail, view))
    pictures.push(`<img loading="lazy" width="${VIEWS[view].width / 2}" src="${view}/${name}.jpg">`)
  }
  const size = (Buffer.byteLength(mail.html) / 1024).toFixed(0)
  return `<h2>${name}: ${mail.subject} (${size} kB)</h2><div>${pictures.join('')}</div>`
}

/** The first pixels of a mail, or all of it. */
async function shoot(on: Page, mail: RenderedLetter, view: View, height?: number): Promise<Buffer> {
  const { width, scheme, shows } = VIEWS[view]
  await on.emulateMedia({ colorScheme: scheme })
  await on.setViewportSize({ width, height: height ?? 800 })
  await on.setContent(shows(mail))
  const wide = await on.locator('html').evaluate(element => element.scrollWidth)
  if (wide > width) console.error(`${mail.subject} in ${view} is ${wide} pixels wide`)
  return on.screenshot({ type: 'jpeg', quality: 85, fullPage: height === undefined })
}

function viewNames(): View[] {
  return Object.keys(VIEWS).filter((name): name is View => Object.hasOwn(VIEWS, name))
}

function nameOf({ key, lang, kind }: Sample): string {
  return `${key}-${lang}-${kind}`
}

function mailOf({ key, lang, kind }: Sample): RenderedLetter {
  const letter = sampleLetters(key, lang)[kind]
  if (letter === undefined) throw new Error(`there is no mail ${kind}`)
  return compose(letter)
}

/** As a mail program shows it that fetches pictures. */
function whole(mail: RenderedLetter): string {
  return withCodes(mail).replaceAll(
    /(?<=src=")https:[^"]+\/sites\/([\w-]+)\/(mail\/[\w.-]+)\?[^"]+/g,
    (_, key: string, name: string) => {
      const file = mailPictures(siteOf(key)).get(name)
      if (file === undefined) throw new Error(`${key} has no ${name}`)
      return dataOf(name.endsWith('.png') ? 'image/png' : 'image/jpeg', readFileSync(file))
    },
  )
}

/** As one shows it that fetches nothing: the codes came along. */
function unfetched(mail: RenderedLetter): string {
  return withCodes(mail).replaceAll(/ src="https:[^"]+"/g, '')
}

/** As one shows it that shows no picture. */
function bare({ html }: RenderedLetter): string {
  return html.replaceAll(/ src="[^"]+"/g, '')
}

function withCodes({ html, pictures }: RenderedLetter): string {
  return pictures.reduce(
    (page, { id, bytes }) => page.replaceAll(`cid:${id}`, dataOf('image/png', bytes)),
    html,
  )
}

function dataOf(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** As a program without HTML shows it, in letters of one width. */
function asText({ text }: RenderedLetter): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<pre style="font:12px/1.5 'Noto Sans Mono CJK JP',monospace;white-space:pre-wrap">${escaped}</pre>`
}

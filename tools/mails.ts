/**
 * Renders every mail in every language of a few houses, at 600 and 320 pixels, light and dark, with pictures off, and as text, and puts all of
 * them on one page: `npm run mails`, `npm run mails -- ruins mori`. Its last line says where.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { type Browser, chromium } from '@playwright/test'
import { LANGUAGES } from '@kippu/domain/language'
import { isSiteKey, type SiteKey } from '@kippu/sites/registry'

import { sampleLetters } from '../apps/server/test/sample-letters.ts'
import type { RenderedLetter } from '../apps/server/src/mail/letter/letter.ts'
import { compose } from '../apps/server/src/mail/send-letter.ts'
import { findHeadlessChromium } from './chromium.ts'

const HOUSES: readonly SiteKey[] = ['demo', 'ruins', 'cancanfactory']
/** How a mail is seen: width in pixels, scheme, and whether its pictures are shown. */
const VIEWS = [
  { name: '600-light', width: 600, scheme: 'light', hasPictures: true },
  { name: '600-dark', width: 600, scheme: 'dark', hasPictures: true },
  { name: '320-light', width: 320, scheme: 'light', hasPictures: true },
  { name: '320-dark', width: 320, scheme: 'dark', hasPictures: true },
  { name: '320-off', width: 320, scheme: 'light', hasPictures: false },
] as const

const STYLE =
  '<style>body{font:14px sans-serif}div{display:flex;gap:8px;align-items:start}iframe{width:480px;height:600px}</style>'

const asked = process.argv.slice(2).filter(isSiteKey)
const folder = mkdtempSync(path.join(tmpdir(), 'kippu-mails-'))
const browser = await chromium.launch({ executablePath: findHeadlessChromium(), args: ['--no-sandbox'] })
const rows: string[] = []
try {
  for (const key of asked.length === 0 ? HOUSES : asked) {
    for (const lang of LANGUAGES) {
      for (const [kind, letter] of Object.entries(sampleLetters(key, lang))) {
        const name = `${key}-${lang}-${kind}`
        const mail = compose(letter)
        writeFileSync(path.join(folder, `${name}.txt`), mail.text)
        writeFileSync(path.join(folder, `${name}.html`), withPictures(mail))
        await shoot(browser, name, mail)
        rows.push(rowOf(name, mail))
      }
    }
  }
  await shootOverview(browser)
} finally {
  await browser.close()
}
const sheet = path.join(folder, 'index.html')
writeFileSync(sheet, `<!doctype html><meta charset="utf-8"><title>Mails</title>${STYLE}${rows.join('')}`)
console.log(sheet)

/** The first 1.4 screens of the mails side by side, in one picture. */
async function shootOverview(browser: Browser): Promise<void> {
  const houses = asked.length === 0 ? HOUSES : asked
  const [first = 'demo'] = houses
  const cells = [
    ...LANGUAGES.map(lang => ['320-light', `${first}-${lang}-completion`]),
    ...Object.keys(sampleLetters(first, 'ja')).map(kind => ['320-dark', `${first}-ja-${kind}`]),
    ...houses.flatMap(key =>
      // The first house has been seen like that in each language.
      VIEWS.filter(({ name }) => key !== first || name !== '320-light').map(({ name }) => [
        name,
        `${key}-ja-completion`,
      ]),
    ),
  ].map(([view, name]) => `<li><img src="file://${path.join(folder, view ?? '', `${name ?? ''}.png`)}"></li>`)
  const look =
    'body{margin:8px;background:#888}ul{display:grid;grid-template-columns:repeat(7,200px);gap:8px;margin:0;padding:0;list-style:none}li{height:460px;overflow:hidden}img{width:200px;display:block}'
  const file = path.join(folder, 'overview.html')
  writeFileSync(file, `<!doctype html><style>${look}</style><ul>${cells.join('')}</ul>`)
  const page = await browser.newPage({ viewport: { width: 1464, height: 800 } })
  await page.goto(`file://${file}`)
  await page.screenshot({
    path: path.join(folder, 'overview.jpg'),
    type: 'jpeg',
    quality: 55,
    fullPage: true,
  })
  await page.close()
}

async function shoot(browser: Browser, name: string, mail: RenderedLetter): Promise<void> {
  for (const { name: view, width, scheme, hasPictures } of VIEWS) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme })
    await page.setContent(hasPictures ? withPictures(mail) : mail.html)
    const wide = await page.locator('html').evaluate(element => element.scrollWidth)
    if (wide > width) console.error(`${name} ${view} is ${wide} pixels wide`)
    const file = path.join(folder, view, `${name}.png`)
    mkdirSync(path.dirname(file), { recursive: true })
    await page.screenshot({ path: file, fullPage: true })
    await page.close()
  }
}

/** As a mail program shows it. */
function withPictures({ html, pictures }: RenderedLetter): string {
  return pictures.reduce(
    (page, { id, type, bytes }) =>
      page.replaceAll(`cid:${id}`, `data:${type};base64,${bytes.toString('base64')}`),
    html,
  )
}

function rowOf(name: string, { subject, html }: RenderedLetter): string {
  const pictures = VIEWS.map(
    ({ name: view, width }) => `<img loading="lazy" width="${width / 2}" src="${view}/${name}.png">`,
  )
  const text = `<iframe src="${name}.txt"></iframe>`
  return `<h2>${name}: ${subject} (${(Buffer.byteLength(html) / 1024).toFixed(0)} kB)</h2><div>${pictures.join('')}${text}</div>`
}

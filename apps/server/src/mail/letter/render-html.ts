import { bcp47Of, type Language } from '@kippu/domain/language'

import { markupOfBlock } from './block-html.ts'
import { Html, html, TABLE } from './html.ts'
import type { House, Picture } from './house.ts'
import type { FooterLine, Letter } from './letter.ts'
import { darkRules, type Paint, painter } from './paint.ts'
import { pictureOf } from './qr-picture.ts'

const LATIN = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto'
/** Faces of the system; a Chinese reader gets no Japanese forms of the letters. */
const FACES: Readonly<Record<Language, string>> = {
  ja: 'Hiragino Sans,Noto Sans JP,Noto Sans CJK JP,Yu Gothic,Meiryo',
  en: 'Helvetica,Arial',
  kr: 'Apple SD Gothic Neo,Noto Sans KR,Noto Sans CJK KR,Malgun Gothic',
  'zh-hans': 'PingFang SC,Noto Sans SC,Noto Sans CJK SC,Microsoft YaHei',
  'zh-hant': 'PingFang TC,Noto Sans TC,Noto Sans CJK TC,Microsoft JhengHei',
  th: 'Thonburi,Noto Sans Thai,Leelawadee UI,Tahoma',
}

/** The parts of a letter have their size, spacing and ink from the cell that they stand in. */
const LETTER = 'padding:28px 24px 20px;text-align:left;font-size:16px;line-height:1.7;text-wrap:pretty'
const TITLE = 'margin:0 0 16px;font-size:22px;line-height:1.4;font-weight:700;text-wrap:balance'
const FOOT = 'padding:20px 24px 0;text-align:left;font-size:12px;line-height:1.7'
const FOOTER = 'margin:0 0 4px'
const ADDRESS = 'word-break:break-all;text-decoration:underline'
/** The name of the house stands there while its logo is not shown. */
const HEAD = 'padding:20px 24px;font-size:18px;line-height:1.4;font-weight:700'

/** The pictures that the rendered page shows by `cid:` belong to it. */
export interface Page {
  readonly html: string
  readonly pictures: readonly Picture[]
}

/**
 * The mail as HTML: one column of 600 pixels at most, in tables, because Outlook knows no other layout. Styles are inline, for programs that drop
 * style sheets; the sheet in the head repaints the mail for the dark scheme, gives Outlook its face, and nothing else.
 */
export function renderHtml(letter: Letter): Page {
  const { lang, house, blocks } = letter
  const paint = painter(house.colors.light)
  const font = `font-family:${LATIN},${FACES[lang]},sans-serif`
  const page = html`<!doctype html>
    <html lang="${bcp47Of(lang)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>${letter.subject}</title>
        ${sheetOf(house, font)}
      </head>
      <body ${paint('page', 'margin:0;padding:0;-webkit-text-size-adjust:100%')}>
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${letter.preview}</div>
        <table ${TABLE}>
          <tr>
            <td ${paint('page', `padding:16px 8px 32px;${font}`)} align="center">
              ${OUTLOOK_WIDTH}
              <table ${TABLE} style="max-width:600px">
                <tr>
                  <td ${paint('card', 'border:1px solid;border-radius:10px;overflow:hidden')}>
                    <table ${TABLE}>
                      <tr>
                        <td ${paint('ink', HEAD)} align="left">${logoOf(letter)}</td>
                      </tr>
                      ${letter.isPictured && house.hero !== null ? [heroOf(house.hero)] : []}
                      <tr>
                        <td ${paint('ink', LETTER)}>
                          <h1 style="${TITLE}">${titleOf(letter.title)}</h1>
                          ${blocks.map(block => markupOfBlock(block, paint))}
                        </td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td ${paint('soft', FOOT)}>${letter.footer.map(line => footerOf(line, paint))}</td>
                </tr>
              </table>
              ${OUTLOOK_END}
            </td>
          </tr>
        </table>
      </body>
    </html>`
  return { html: page.markup, pictures: picturesOf(letter) }
}

/** Outlook knows no widest width. */
const OUTLOOK_WIDTH = html`<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`
const OUTLOOK_END = html`<!--[if mso]></td></tr></table><![endif]-->`

/** Our own rules: nothing of a letter is among them. */
function sheetOf({ colors }: House, font: string): Html {
  return new Html(
    `<style>:root{color-scheme:light dark}${darkRules(colors.dark)}</style><!--[if mso]><style>td,th,p,h1,h2,a{${font}}</style><![endif]-->`,
  )
}

function logoOf({ house, site }: Letter): Html {
  if (house.logo === null) return html`<div>${site}</div>`
  const { light, dark, width, height } = house.logo
  const img = (address: string): Html =>
    html`<img
      src="${address}"
      width="${String(width)}"
      height="${String(height)}"
      alt="${site}"
      style="display:block;width:100%;max-width:${String(width)}px;height:auto"
    />`
  return html`<div class="by-day">${img(light)}</div>
    <div class="by-night" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${img(dark)}</div>`
}

/** Mail programs break Japanese anywhere: in a title no word of katakana breaks, and no date before its weekday. */
const WHOLE = /([\u30a1-\u30f6\u30fc]{2,10}|\d+\u6708\d+\u65e5\uff08.\uff09)/

function titleOf(title: string): Html[] {
  return title
    .split(WHOLE)
    .map((part, index) =>
      index % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap">${part}</span>`,
    )
}

/** It says nothing that the words do not say. */
function heroOf(address: string): Html {
  return html`<tr>
    <td><img src="${address}" width="600" alt="" style="display:block;width:100%;height:auto" /></td>
  </tr>`
}

function footerOf({ text, url }: FooterLine, paint: Paint): Html {
  const line = url === undefined ? text : html`<a href="${url}" ${paint('soft', ADDRESS)}>${text}</a>`
  return html`<p style="${FOOTER}">${line}</p>`
}

function picturesOf({ blocks }: Letter): Picture[] {
  return blocks.flatMap(block => (block.kind === 'tickets' ? block.tickets.map(pictureOf) : []))
}

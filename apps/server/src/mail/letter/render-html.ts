import { bcp47Of, type Language } from '@kippu/domain/language'

import { markupOfBlock } from './block-html.ts'
import { Html, html } from './html.ts'
import type { Picture } from './house.ts'
import type { FooterLine, Letter } from './letter.ts'
import { darkRules, type Paint, painter } from './paint.ts'
import { pictureOf } from './qr-picture.ts'

const LATIN = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto"
/** Faces of the system; a Chinese reader gets no Japanese forms of the letters. */
const FACES: Readonly<Record<Language, string>> = {
  ja: "'Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic',Meiryo",
  en: 'Helvetica,Arial',
  kr: "'Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic'",
  'zh-hans': "'PingFang SC','Noto Sans SC','Noto Sans CJK SC','Microsoft YaHei'",
  'zh-hant': "'PingFang TC','Noto Sans TC','Noto Sans CJK TC','Microsoft JhengHei'",
  th: "Thonburi,'Noto Sans Thai','Leelawadee UI',Tahoma",
}

const TITLE = 'margin:0 0 16px;font-size:22px;line-height:1.4;font-weight:700;text-wrap:balance'
const FOOTER = 'margin:0 0 4px;font-size:12px;line-height:1.7'
const ADDRESS = 'word-break:break-all;text-decoration:underline'
const LOGO_WORDS = 'font-size:16px;line-height:1.4;font-weight:700;text-decoration:none'

/** The pictures that the rendered page shows by `cid:` belong to it. */
export interface Page {
  readonly html: string
  readonly pictures: readonly Picture[]
}

/**
 * The mail as HTML: one column of 600 pixels at most, in tables, because Outlook knows no other layout. Styles are inline, for programs that drop
 * style sheets; the sheet in the head repaints the mail for the dark scheme and nothing else.
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
        ${sheetOf(`:root{color-scheme:light dark;supported-color-schemes:light dark}${darkRules(house.colors.dark)}`)}
      </head>
      <body ${paint('page', `margin:0;padding:0;${font};-webkit-text-size-adjust:100%`)}>
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${letter.preview}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td ${paint('page', `padding:16px 8px 32px;${font}`)} align="center">
              ${OUTLOOK_WIDTH}
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px"
              >
                <tr>
                  <td
                    ${paint('card', 'border-width:1px;border-style:solid;border-radius:10px;overflow:hidden')}
                  >
                    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                      <tr>
                        <td style="padding:20px 24px" align="left">${logoOf(letter, paint)}</td>
                      </tr>
                      ${letter.isPictured && house.hero !== null ? [heroOf(house.hero)] : []}
                      <tr>
                        <td ${paint('ink', `padding:28px 24px 20px;text-align:left;${font}`)}>
                          <h1 ${paint('ink', TITLE)}>${letter.title}</h1>
                          ${blocks.map(block => markupOfBlock(block, paint))}
                        </td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td ${paint('soft', `padding:20px 24px 0;text-align:left;${font}`)}>
                    ${letter.footer.map(line => footerOf(line, paint))}
                  </td>
                </tr>
              </table>
              ${OUTLOOK_END}
            </td>
          </tr>
        </table>
      </body>
    </html> `
  return { html: page.markup, pictures: picturesOf(letter) }
}

/** Outlook knows no widest width. */
const OUTLOOK_WIDTH = html`<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`
const OUTLOOK_END = html`<!--[if mso]></td></tr></table><![endif]-->`

/** Our own rules: nothing of a letter is among them. */
function sheetOf(rules: string): Html {
  return new Html(`<style>${rules}</style>`)
}

/** The house's name in place of its logo while pictures are not shown. */
function logoOf({ house, site }: Letter, paint: Paint): Html {
  if (house.logo === null) return html`<div ${paint('ink', LOGO_WORDS)}>${site}</div>`
  const { light, dark, width, height } = house.logo
  const img = ({ id }: Picture): Html =>
    html`<img
      src="cid:${id}"
      width="${String(width)}"
      height="${String(height)}"
      alt="${site}"
      border="0"
      ${paint('ink', `display:block;width:100%;max-width:${width}px;height:auto;${LOGO_WORDS}`)}
    />`
  return html`<div class="by-day">${img(light)}</div>
    <div class="by-night" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${img(dark)}</div>`
}

/** It says nothing that the words do not say. */
function heroOf({ id }: Picture): Html {
  return html`<tr>
    <td>
      <img src="cid:${id}" width="600" alt="" border="0" style="display:block;width:100%;height:auto" />
    </td>
  </tr>`
}

function footerOf({ text, url }: FooterLine, paint: Paint): Html {
  const line = url === undefined ? text : html`<a href="${url}" ${paint('soft', ADDRESS)}>${text}</a>`
  return html`<p ${paint('soft', FOOTER)}>${line}</p> `
}

function picturesOf({ house, isPictured, blocks }: Letter): Picture[] {
  const codes = blocks.flatMap(block => (block.kind === 'tickets' ? block.tickets.map(pictureOf) : []))
  const logos = house.logo === null ? [] : [house.logo.light, house.logo.dark]
  return [...logos, ...(isPictured && house.hero !== null ? [house.hero] : []), ...codes]
}

import { bcp47Of } from '@kippu/domain/language'

import { html, type Html } from './html.ts'
import type { BillRow, Block, FooterLine, Letter } from './letter.ts'

/**
 * The mail as HTML without layout tables: one column that reads the same on a phone and in a wide window. Styles are
 * inline, for programs that drop style sheets; the sheet in the head only adapts the colours to dark mode.
 */
const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI','Hiragino Sans','Noto Sans JP','Yu Gothic',Roboto,'Noto Sans KR','Noto Sans SC','Noto Sans TC','Noto Sans Thai',sans-serif"
const PAGE = `margin:0;padding:0;background-color:#f3f2ee;color:#1d1d1b;${FONT};-webkit-text-size-adjust:100%`
const SHEET = 'max-width:560px;margin:0 auto;padding:32px 16px'
const CARD = 'background-color:#ffffff;border-radius:12px;padding:28px 24px'
const SITE =
  'margin:0 0 20px;padding:0 4px;font-size:15px;line-height:1.5;font-weight:600;letter-spacing:0.02em'
const PARAGRAPH = 'margin:0 0 20px;font-size:16px;line-height:1.75'
const HEADING = 'margin:28px 0 8px;font-size:15px;line-height:1.6;font-weight:700'
const SMALL = 'margin:0 0 12px;font-size:13px;line-height:1.7;color:#5f5e58'
const NOTE = 'margin:0 0 24px;font-size:13px;line-height:1.7;color:#5f5e58'
const FACTS = 'margin:0 0 24px;border-top:1px solid #dddbd3'
const FACT = 'padding:12px 0;border-bottom:1px solid #dddbd3'
const LABEL = 'margin:0 0 2px;font-size:12px;line-height:1.6;color:#5f5e58'
const VALUE = 'margin:0;font-size:16px;line-height:1.6'
const BILL = 'width:100%;margin:0 0 24px;border-collapse:collapse'
const CAPTION = 'padding:0 0 8px;text-align:left;font-size:15px;line-height:1.6;font-weight:700'
const CELL = 'padding:8px 0;font-size:15px;line-height:1.6;vertical-align:top'
const NAME = `${CELL};padding-right:16px;text-align:left;font-weight:400`
const AMOUNT = `${CELL};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`
const RULED = 'border-top:1px solid #dddbd3'
const SUM = 'font-size:17px;font-weight:700'
const BUTTON =
  'display:block;margin:0 0 16px;padding:15px 20px;border-radius:8px;background-color:#1d1d1b;color:#ffffff;font-size:16px;line-height:1.5;font-weight:700;text-align:center;text-decoration:none'
const ADDRESS = 'color:#5f5e58;word-break:break-all;text-decoration:underline'
const LINK = 'margin:0 0 20px;font-size:15px;line-height:1.6'
const LINKED =
  'display:inline-block;padding:6px 0;color:#1d1d1b;font-weight:700;text-decoration:underline;text-underline-offset:3px'
const FOOTER = 'margin:0 0 4px;padding:0 4px;font-size:12px;line-height:1.7;color:#5f5e58'

const DARK = html`<style>
  @media (prefers-color-scheme: dark) {
    .page {
      background-color: #161614 !important;
      color: #f1f0ea !important;
    }
    .card {
      background-color: #232320 !important;
    }
    .soft {
      color: #b3b1a7 !important;
    }
    .line {
      border-color: #43423c !important;
    }
    .link {
      color: #f1f0ea !important;
    }
    .button {
      background-color: #f1f0ea !important;
      color: #161614 !important;
    }
  }
</style>`

/** The whole document. */
export function renderHtml(letter: Letter): string {
  const document = html`<!doctype html>
    <html lang="${bcp47Of(letter.lang)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>${letter.subject}</title>
        ${DARK}
      </head>
      <body class="page" style="${PAGE}">
        <div style="${SHEET}">
          <p style="${SITE}">${letter.site}</p>
          <div class="card" style="${CARD}">${letter.blocks.map(markupOf)}</div>
          <div style="padding:20px 0 0">${letter.footer.map(footerOf)}</div>
        </div>
      </body>
    </html> `
  return document.markup
}

function markupOf(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p style="${PARAGRAPH}">${block.text}</p> `
    case 'heading':
      return html`<h2 style="${HEADING}">${block.text}</h2> `
    case 'small':
      return html`<p class="soft" style="${SMALL}">${block.text}</p> `
    case 'facts':
      return html`${block.title === undefined ? [] : [html`<h2 style="${HEADING}">${block.title}</h2> `]}
        <div class="line" style="${FACTS}">${block.rows.map(factOf)}</div> `
    case 'bill':
      return billOf(block)
    case 'link':
      return html`<p style="${LINK}">
        <a class="link" href="${block.url}" style="${LINKED}">${block.label}</a>
      </p> `
    case 'button':
      return html`<a class="button" href="${block.url}" style="${BUTTON}">${block.label}</a>
        <p class="soft" style="${NOTE}">
          ${block.note}<br /><a class="soft" href="${block.url}" style="${ADDRESS}">${block.url}</a>
        </p> `
  }
}

function factOf([label, ...lines]: readonly [label: string, ...lines: string[]]): Html {
  return html`<div class="line" style="${FACT}">
    <p class="soft" style="${LABEL}">${label}</p>
    ${lines.map(line => html`<p style="${VALUE}">${line}</p> `)}
  </div> `
}

/** A real table, because it is tabular: screen readers say the amount of each line. */
function billOf({ title, rows, deductions, total }: Extract<Block, { readonly kind: 'bill' }>): Html {
  return html`<table style="${BILL}">
    <caption style="${CAPTION}">
      ${title}
    </caption>
    ${bodyOf(rows)} ${deductions.length === 0 ? [] : [bodyOf(deductions)]} ${bodyOf([total], SUM)}
  </table> `
}

function bodyOf(rows: readonly BillRow[], look = ''): Html {
  return html`<tbody class="line" style="${RULED}">
    ${rows.map(
      ({ label, amount }) =>
        html`<tr>
          <th scope="row" style="${NAME};${look}">${label}</th>
          <td style="${AMOUNT};${look}">${amount}</td>
        </tr> `,
    )}
  </tbody>`
}

function footerOf({ text, url }: FooterLine): Html {
  const line = url === undefined ? text : html`<a class="soft" href="${url}" style="${ADDRESS}">${text}</a>`
  return html`<p class="soft" style="${FOOTER}">${line}</p> `
}

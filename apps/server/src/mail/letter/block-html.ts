import { html, type Html, TABLE } from './html.ts'
import type { BillRow, Block, Fact, FactLine, QrTicket } from './letter.ts'
import type { Paint } from './paint.ts'
import { qrId } from './qr-picture.ts'

const PARAGRAPH = 'margin:0 0 20px'
const HEADING = 'margin:32px 0 8px;font-size:16px;font-weight:700'
const SMALL = 'margin:0 0 12px;font-size:14px'
const NOTE = 'margin:0 0 24px;font-size:12px'
const VISIT = 'padding:18px 12px;border-width:0 0 0 4px;border-style:solid;border-radius:4px'
const VISIT_NAME = 'margin:0 0 6px;line-height:1.5'
/** A whole date fits on a line at 320 pixels. */
const VISIT_LINE = 'margin:0;font-size:21px;line-height:1.35;font-weight:700'
const FACT = 'padding:12px 0;border-width:0 0 1px;border-style:solid'
const LABEL = 'margin:0 0 2px;font-size:13px'
const VALUE = 'margin:0'
const BILL =
  'width:100%;margin:32px 0 24px;border-collapse:collapse;font-size:15px;line-height:1.6;font-variant-numeric:tabular-nums'
const CAPTION = 'padding:0 0 8px;text-align:left;font-size:16px;font-weight:700'
const NAME = 'padding:8px 16px 8px 0'
const AMOUNT = 'padding:8px 0;white-space:nowrap'
const RULED = 'border-width:1px 0 0;border-style:solid'
const PLAIN = ';font-weight:400'
const SUM = ';font-size:17px;font-weight:700'
const BUTTON =
  'display:block;padding:15px 20px;border-radius:8px;font-size:17px;line-height:1.5;font-weight:700;text-align:center;text-decoration:none'
const ADDRESS = 'word-break:break-all;text-decoration:underline'
const LINK = 'margin:0 0 20px;font-size:15px'
const LINKED =
  'display:inline-block;padding:6px 0;font-weight:700;text-decoration:underline;text-underline-offset:3px'
const CODE =
  'margin:0;font-size:40px;line-height:1.3;font-weight:700;letter-spacing:6px;font-variant-numeric:tabular-nums'
const TICKET =
  'display:inline-block;width:100%;max-width:266px;box-sizing:border-box;padding:0 4px 16px;vertical-align:top'
/** White in every scheme, because it lights the code for the reader. */
const PLATE =
  'background-color:#ffffff;border:1px solid;border-radius:8px;color:#000000;text-align:center;font-size:14px;line-height:1.5'
const QR =
  'display:block;width:100%;max-width:240px;height:auto;margin:0 auto;background-color:#ffffff;font-size:20px;font-weight:700'

/** A part of a mail as HTML, in a cell that has its ink, size and spacing. */
export function markupOfBlock(block: Block, paint: Paint): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p style="${PARAGRAPH}">${block.text}</p>`
    case 'heading':
      return headingOf(block.text)
    case 'small':
      return html`<p ${paint('soft', SMALL)}>${block.text}</p>`
    case 'visit':
      return visitOf(block, paint)
    case 'facts':
      return html`${block.title === undefined ? [] : [headingOf(block.title)]}
        <div ${paint('line', `${RULED};margin:0 0 24px`)}>${block.rows.map(row => factOf(row, paint))}</div>`
    case 'bill':
      return billOf(block, paint)
    case 'code':
      return codeOf(block, paint)
    case 'tickets':
      return ticketsOf(block, paint)
    case 'link':
      return html`<p style="${LINK}"><a href="${block.url}" ${paint('link', LINKED)}>${block.label}</a></p>`
    case 'button':
      return buttonOf(block, paint)
  }
}

type BlockOf<K extends Block['kind']> = Extract<Block, { readonly kind: K }>

function headingOf(text: string): Html {
  return html`<h2 style="${HEADING}">${text}</h2>`
}

function visitOf({ name, lines }: BlockOf<'visit'>, paint: Paint): Html {
  const words = html`<p style="${VISIT_NAME}">${name}</p>
    ${lines.map(line => html`<p style="${VISIT_LINE}">${line}</p>`)}`
  return boxOf({ align: 'left', content: words }, paint)
}

/** A coloured field as wide as the letter: in a cell of its own, because Outlook pads nothing else. */
function boxOf(
  { align, content }: { readonly align: 'left' | 'center'; readonly content: Html },
  paint: Paint,
): Html {
  return html`<table ${TABLE} style="margin:0 0 24px">
    <tr>
      <td align="${align}" ${paint('visit', VISIT)}>${content}</td>
    </tr>
  </table>`
}

function factOf([label, ...lines]: Fact, paint: Paint): Html {
  return html`<div ${paint('line', FACT)}>
    <p ${paint('soft', LABEL)}>${label}</p>
    ${lines.map(line => html`<p style="${VALUE}">${factLineOf(line, paint)}</p>`)}
  </div>`
}

function factLineOf(line: FactLine, paint: Paint): string | Html {
  return typeof line === 'string'
    ? line
    : html`<a href="${line.url}" ${paint('link', LINKED)}>${line.text}</a>`
}

/** A real table, because it is tabular: screen readers say the amount of each line. */
function billOf({ title, rows, deductions, total }: BlockOf<'bill'>, paint: Paint): Html {
  const cell = (style: string, isFirst: boolean): Html =>
    isFirst ? paint('line', `${style};${RULED}`) : html`style="${style}"`
  const body = (lines: readonly BillRow[], [name, amount]: readonly [string, string]): Html =>
    html`<tbody>
      ${lines.map(
        (row, index) =>
          html`<tr valign="top">
            <th scope="row" align="left" ${cell(NAME + name, index === 0)}>${row.label}</th>
            <td align="right" ${cell(AMOUNT + amount, index === 0)}>${row.amount}</td>
          </tr>`,
      )}
    </tbody>`
  return html`<table cellpadding="0" cellspacing="0" ${paint('ink', BILL)}>
    <caption style="${CAPTION}">
      ${title}
    </caption>
    ${[rows, deductions].filter(({ length }) => length > 0).map(lines => body(lines, [PLAIN, '']))}
    ${body([total], [SUM, SUM])}
  </table>`
}

/** So large that it can be read from a locked phone. */
function codeOf({ code }: BlockOf<'code'>, paint: Paint): Html {
  return boxOf({ align: 'center', content: html`<p style="${CODE}">${code}</p>` }, paint)
}

/** Two beside each other where there is room. */
function ticketsOf({ title, note, tickets }: BlockOf<'tickets'>, paint: Paint): Html {
  return html`${headingOf(title)}
    <p ${paint('soft', SMALL)}>${note}</p>
    <div style="text-align:center;font-size:0">${tickets.map(ticket => ticketOf(ticket, paint))}</div>`
}

function ticketOf({ name, position, content, readable }: QrTicket, paint: Paint): Html {
  return html`<div style="${TICKET}">
    <table ${TABLE}>
      <tr>
        <td align="center" ${paint('line', PLATE)}>
          <p style="margin:0;padding:12px 8px 0;font-size:16px;font-weight:700">${name}</p>
          <p style="margin:0;color:#555555">${position}</p>
          <img src="cid:${qrId(content)}" width="240" height="240" alt="${readable}" style="${QR}" />
          <p style="margin:0;padding:0 8px 12px;font-size:16px;letter-spacing:1px">${readable}</p>
        </td>
      </tr>
    </table>
  </div>`
}

/** Where pictures and style sheets are missing it is still a coloured field with words; Outlook pads the cell and not the link. */
function buttonOf({ label, url, note }: BlockOf<'button'>, paint: Paint): Html {
  return html`<table ${TABLE} style="margin:0 0 12px">
      <tr>
        <td align="center" ${paint('button', 'border-radius:8px;mso-padding-alt:15px 20px')}>
          <a href="${url}" ${paint('button', BUTTON)}>${label}</a>
        </td>
      </tr>
    </table>
    <p ${paint('soft', NOTE)}>${note}<br /><a href="${url}" ${paint('soft', ADDRESS)}>${url}</a></p>`
}

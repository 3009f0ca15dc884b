import { bcp47Of, type Language } from '@kippu/domain/language'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'

import { breakLines } from './break-lines.ts'
import { embedFonts, fontName } from './embed-fonts.ts'
import { runsOf } from './runs.ts'
import { type Block, type Cell, cellsOf, type Row, type Sheet } from './sheet.ts'

type Document = InstanceType<typeof PDFDocument>

/** A4 with margins of 20 mm; in points. */
const MARGIN = 56.7
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - MARGIN
const TEXT_SIZE = 10
const LEADING = 1.55
/** From the top of a line down to its letters' feet, in sizes: Thai has two floors of marks. */
const BASELINE = 1.15
const PADDING = 3
const FIELD_PADDING = 8
const LOGO_HEIGHT = 22
const LOGO_GAP = 18
/** A QR code on paper: 7 cm, which the white page around it sets off. */
const CODE_SIDE = 198.4
/** Between two columns. */
const GUTTER = 8
const COLOURS = {
  code: '#000000',
  ink: '#17221c',
  soft: '#55615a',
  line: '#b9b5a8',
  field: '#f3f1ea',
  stamp: '#a6261d',
} as const

interface DrawnAs {
  readonly lang: Language
  readonly issuedAt: Date
  /** The house's, as a PNG; it stands above the sheet. */
  readonly logo: Buffer | undefined
}

/** The sheet as a PDF of A4 pages, its fonts embedded, its text to be copied. The same sheet makes the same bytes. */
export async function drawSheet(sheet: Sheet, { lang, issuedAt, logo }: DrawnAs): Promise<Buffer> {
  const digits = Array.from({ length: 10 }, (_, digit) => digit).join('')
  const fonts = await embedFonts([...cellsOf(sheet), { text: sheet.pageOf(0, 0) + digits }], lang)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: bcp47Of(lang),
    displayTitle: true,
    info: { Title: sheet.title, Author: sheet.author, CreationDate: issuedAt, ModDate: issuedAt },
  })
  for (const { name, bytes } of fonts) doc.registerFont(name, bytes)
  const whole = collect(doc)
  const pen = { doc, lang, y: MARGIN }
  if (logo !== undefined) {
    doc.image(logo, MARGIN, MARGIN, { height: LOGO_HEIGHT })
    pen.y += LOGO_HEIGHT + LOGO_GAP
  }
  for (const block of sheet.blocks) drawBlock(pen, block)
  numberPages(pen, sheet)
  doc.end()
  return whole
}

interface Pen {
  readonly doc: Document
  readonly lang: Language
  /** Where the next row begins, from the top of the page. */
  y: number
}

async function collect(doc: Document): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function drawBlock(pen: Pen, { rows, head = [], isBroken = false }: Block): void {
  const sizes = rows.map(row => heightOf(pen, row))
  const headHeight = sum(head.map(row => heightOf(pen, row)))
  // A broken block begins where its head and first row fit, a whole one where all of it does.
  turnPage(pen, headHeight + (isBroken ? (sizes[0] ?? 0) : sum(sizes)))
  for (const row of head) drawRow(pen, row)
  for (const [index, row] of rows.entries()) {
    if (isBroken && turnPage(pen, sizes[index] ?? 0)) for (const again of head) drawRow(pen, again)
    drawRow(pen, row)
  }
}

/** Whether what is that high goes on to a new page. */
function turnPage(pen: Pen, height: number): boolean {
  if (pen.y + height <= BOTTOM || pen.y === MARGIN) return false
  pen.doc.addPage()
  pen.y = MARGIN
  return true
}

interface LaidOut {
  readonly cell: Cell
  readonly size: number
  readonly lines: readonly string[]
}

function layOut(pen: Pen, { cells }: Row): LaidOut[] {
  return cells.map((cell, index) => {
    const size = cell.size ?? TEXT_SIZE
    const gutter = index === cells.length - 1 ? 0 : GUTTER
    const width = cell.width * WIDTH - gutter
    const fits = (line: string): boolean => widthOf(pen, line, { ...cell, size }) <= width
    return { cell, size, lines: breakLines(cell.text, pen.lang, fits) }
  })
}

function heightOf(pen: Pen, row: Row): number {
  const { gap = 0, isField = false } = row
  if (row.code !== undefined) return gap + CODE_SIDE
  const text = Math.max(...layOut(pen, row).map(({ size, lines }) => lines.length * size * LEADING))
  return gap + text + 2 * (isField ? FIELD_PADDING : row.rule === undefined ? 0 : PADDING)
}

function drawRow(pen: Pen, row: Row): void {
  const { doc } = pen
  const height = heightOf(pen, row)
  const top = pen.y + (row.gap ?? 0)
  if (row.code !== undefined) drawCode(doc, row.code, top)
  if (row.isField === true) doc.rect(MARGIN, top, WIDTH, pen.y + height - top).fill(COLOURS.field)
  drawRule(doc, row.rule, top)
  const padding = row.isField === true ? FIELD_PADDING : row.rule === undefined ? 0 : PADDING
  const cells = layOut(pen, row)
  // The cells of a row stand on one line, whatever their sizes.
  const largest = Math.max(...cells.map(({ size, lines }) => (lines.length === 0 ? 0 : size)))
  let x = MARGIN
  for (const { cell, size, lines } of cells) {
    const room =
      row.isField === true
        ? { x: x + FIELD_PADDING, width: cell.width * WIDTH - 2 * FIELD_PADDING }
        : { x, width: cell.width * WIDTH }
    lines.forEach((line, index) => {
      const width = widthOf(pen, line, { ...cell, size })
      const left = room.x + shiftOf(cell, room.width - width)
      const baseline = top + padding + largest * BASELINE + index * size * LEADING
      drawLine(pen, line, { cell, size, x: left, baseline })
      if (cell.isStamp === true) drawStamp(doc, { x: left, baseline, width, size })
    })
    x += cell.width * WIDTH
  }
  pen.y += height
}

/** Middle correction, as on the page of the ticket; modules of a line that touch are one piece. */
function drawCode(doc: Document, code: string, top: number): void {
  const { data, size } = encode(code, { ecc: 'M', border: 0 })
  const side = CODE_SIDE / size
  const left = MARGIN + (WIDTH - CODE_SIDE) / 2
  for (const [y, modules] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (modules[x] !== true) continue
      const from = x
      while (modules[x + 1] === true) x += 1
      doc.rect(left + from * side, top + y * side, (x + 1 - from) * side, side)
    }
  doc.fill(COLOURS.code)
}

function shiftOf({ align = 'start' }: Cell, rest: number): number {
  switch (align) {
    case 'start':
      return 0
    case 'center':
      return rest / 2
    case 'end':
      return rest
  }
}

function drawRule(doc: Document, rule: Row['rule'], y: number): void {
  if (rule === undefined) return
  const colour = rule === 'thin' ? COLOURS.line : COLOURS.ink
  const line = (at: number, thickness: number): void => {
    doc
      .moveTo(MARGIN, at)
      .lineTo(MARGIN + WIDTH, at)
      .lineWidth(thickness)
      .stroke(colour)
  }
  line(y, rule === 'thick' ? 1.2 : 0.5)
  if (rule === 'double') line(y - 2, 0.5)
}

interface Placed {
  readonly x: number
  readonly baseline: number
  readonly size: number
}

function drawStamp(doc: Document, { x, baseline, width, size }: Placed & { readonly width: number }): void {
  doc
    .roundedRect(x - 6, baseline - size * 1.05, width + 12, size * 1.5, 2)
    .lineWidth(1.2)
    .stroke(COLOURS.stamp)
}

function drawLine(
  pen: Pen,
  line: string,
  { cell, size, x, baseline }: Placed & { readonly cell: Cell },
): void {
  const { doc } = pen
  const colour = cell.isStamp === true ? COLOURS.stamp : cell.isSoft === true ? COLOURS.soft : COLOURS.ink
  let left = x
  for (const { slice, text } of runs(pen, line)) {
    doc
      .font(fontName(slice, cell.isBold ?? false))
      .fontSize(size)
      .fillColor(colour)
    doc.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
    left += doc.widthOfString(text)
  }
}

function widthOf(
  { doc, lang }: Pen,
  line: string,
  { size, isBold = false }: Cell & { readonly size: number },
): number {
  return sum(
    runs({ lang }, line).map(({ slice, text }) =>
      doc.font(fontName(slice, isBold)).fontSize(size).widthOfString(text),
    ),
  )
}

function runs({ lang }: Pick<Pen, 'lang'>, line: string) {
  return runsOf(line, lang) ?? []
}

function numberPages(pen: Pen, { pageOf }: Sheet): void {
  const { count } = pen.doc.bufferedPageRange()
  if (count === 1) return
  for (let page = 0; page < count; page += 1) {
    pen.doc.switchToPage(page)
    const text = pageOf(page + 1, count)
    const cell = { text, width: 1, size: 9, isSoft: true }
    const x = MARGIN + WIDTH - widthOf(pen, text, cell)
    drawLine(pen, text, { cell, size: 9, x, baseline: BOTTOM + MARGIN / 2 })
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

import { zipSync } from 'fflate'

import { type Cell, columnLetters } from './raw-sheet.ts'

export interface WrittenSheet {
  readonly name: string
  readonly headings: readonly string[]
  readonly rows: ReadonlyArray<readonly Cell[]>
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook of tables: texts are texts, numbers are numbers, and no cell is a formula. */
export function writeXlsx(sheets: readonly WrittenSheet[]): Uint8Array {
  const parts = {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${sheets.map((_, turn) => `<Relationship Id="rId${turn + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${turn + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((sheet, turn) => [`xl/worksheets/sheet${turn + 1}.xml`, worksheet(sheet)]),
    ),
  }
  const bytes = Object.entries(parts).map(([name, xml]) => [name, new TextEncoder().encode(xml)] as const)
  return zipSync(Object.fromEntries(bytes))
}

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const overrides = sheets
    .map(
      (_, turn) =>
        `<Override PartName="/xl/worksheets/sheet${turn + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    )
    .join('')
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides}</Types>`
}

function workbook(sheets: readonly WrittenSheet[]): string {
  const listed = sheets
    .map(({ name }, turn) => `<sheet name="${escaped(name)}" sheetId="${turn + 1}" r:id="rId${turn + 1}"/>`)
    .join('')
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed}</sheets></workbook>`
}

function worksheet({ headings, rows }: WrittenSheet): string {
  const lines = [headings, ...rows].map((row, turn) => {
    const cells = row.map((cell, index) => cellXml(cell, `${columnLetters(index)}${turn + 1}`)).join('')
    return `<row r="${turn + 1}">${cells}</row>`
  })
  // The headings stay in sight.
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return `${HEAD}<worksheet xmlns="${MAIN}">${view}<sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellXml(cell: Cell, reference: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** Characters that XML does not know are left out. */
function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{fffe}\u{ffff}]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\r', '&#13;')
  )
}

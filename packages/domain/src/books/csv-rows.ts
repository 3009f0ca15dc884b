/** A row of a CSV file, with the line of the file on which it begins, from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A quotation mark opens a cell and nothing closes it. */
export class TornCsv extends Error {
  override readonly name = 'TornCsv'
}

/**
 * The rows of a CSV file (RFC 4180), with any of the usual ends of lines; empty lines are left out.
 * @throws {TornCsv}
 */
export function* csvRows(text: string): Generator<CsvRow, undefined> {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const begins = line
    const cells: string[] = []
    for (;;) {
      const cell = text[at] === '"' ? quotedCell(text, at, begins) : plainCell(text, at)
      cells.push(cell.text)
      line += cell.text.split('\n').length - 1
      at = cell.end
      if (text[at] !== ',') break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    line += 1
    if (cells.length > 1 || cells[0] !== '') yield { line: begins, cells }
  }
  return undefined
}

interface Cell {
  readonly text: string
  /** Where the sign after it is. */
  readonly end: number
}

const ENDS = /[,\r\n]/g

function plainCell(text: string, at: number): Cell {
  ENDS.lastIndex = at
  const end = ENDS.exec(text)?.index ?? text.length
  return { text: text.slice(at, end), end }
}

function quotedCell(text: string, at: number, line: number): Cell {
  let end = text.indexOf('"', at + 1)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end === -1) throw new TornCsv(`line ${line}: a quotation mark is not closed`)
  // What stands after the mark belongs to the cell, as tables write it.
  const rest = plainCell(text, end + 1)
  return { text: text.slice(at + 1, end).replaceAll('""', '"') + rest.text, end: rest.end }
}

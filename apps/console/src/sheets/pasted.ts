import { MOST_PASTED_ROWS, type SheetKind } from '@kippu/contract/console/sheets'

/** Rows of text, as a grid has them. */
export type Cells = ReadonlyArray<readonly string[]>

/** Cells as a spreadsheet hands them on: tabs between them, a cell with tabs or lines in quotation marks. */
export function pastedCells(text: string): Cells {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const letters = text.replaceAll(/\r\n?/g, '\n')
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (letters[at + 1] === '"') {
        cell += letter
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === '\t' || letter === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') rows.push([])
    } else cell += letter
  }
  rows.at(-1)?.push(cell)
  // A spreadsheet ends the last row too.
  return rows.filter((row, index) => index < rows.length - 1 || row.some(one => one !== ''))
}

interface Pasted {
  readonly headings: readonly string[]
  readonly cells: Cells
  /** The cell that has the focus. */
  readonly row: number
  readonly column: number
}

/** The grid with cells put into it, those with headings below these; a word where they have no room. */
export function withPasted(
  pasted: Cells,
  { headings, cells, row, column }: Pasted,
): Cells | 'tooManyRows' | 'tooWide' {
  const [first = []] = pasted
  const named = first.map(word => headings.indexOf(word.trim()))
  const hasHeadings = named.every(place => place !== -1)
  const body = hasHeadings ? pasted.slice(1) : pasted
  if (row + body.length > MOST_PASTED_ROWS) return 'tooManyRows'
  const placeOf = (index: number): number => (hasHeadings ? (named[index] ?? -1) : column + index)
  if (body.some(one => one.some((_, index) => placeOf(index) < 0 || placeOf(index) >= headings.length)))
    return 'tooWide'
  const next = cells.map(one => [...one])
  for (const [turn, values] of body.entries()) {
    const at = row + turn
    next[at] ??= headings.map(() => '')
    for (const [index, value] of values.entries()) {
      const own = next[at]
      if (own !== undefined) own[placeOf(index)] = value.trim()
    }
  }
  return next
}

/** The grid as a file: rows with something in them, with the columns that name them and those with something in them. */
export function fileOfCells({ name, columns }: SheetKind, headings: readonly string[], cells: Cells): File {
  const filled = headings.flatMap((heading, index) =>
    columns[index]?.is_key === true || cells.some(row => (row[index] ?? '') !== '')
      ? [[heading, index] as const]
      : [],
  )
  const rows = cells
    .filter(row => row.some(cell => cell !== ''))
    .map(row => Object.fromEntries(filled.map(([heading, index]) => [heading, row[index] ?? ''])))
  return new File([JSON.stringify(rows)], `${name}.json`)
}

export function emptyRow(headings: readonly string[]): readonly string[] {
  return headings.map(() => '')
}

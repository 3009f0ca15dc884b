/** Aligned columns, each as wide as its longest cell, with two blanks between. The first row is the head. */
export function table(rows: ReadonlyArray<readonly string[]>): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const widths = Array.from({ length: columns }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0),
  )
  return rows
    .map(row =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The cells of each column of a list, by its head: neither can be written without the other. */
export type Columns<Row, Cell = string> = Readonly<Record<string, (row: Row) => Cell>>

/** The heads, and a row of cells for each. */
export function rowsOf<Row, Cell>(
  columns: Columns<Row, Cell>,
  rows: readonly Row[],
): Array<Array<string | Cell>> {
  const cells = Object.values(columns)
  return [Object.keys(columns), ...rows.map(row => cells.map(cell => cell(row)))]
}

/** The rows below their heads. */
export function listed<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  return table(rowsOf(columns, rows))
}

/** Characters of Chinese, Japanese and Korean are as wide as two others on a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

function widthOf(cell: string): number {
  let width = 0
  for (const character of cell) width += WIDE.test(character) ? 2 : 1
  return width
}

/** `¥3,200`; what goes back is `−¥3,200`. */
export function yenText(yen: number): string {
  return `${yen < 0 ? '−' : ''}¥${Math.abs(yen).toLocaleString('en-US')}`
}

/** `1 reservation`, `2 reservations`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

/** `12 min`, `3 h`, `2 d`: rounded down. */
export function ageText(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

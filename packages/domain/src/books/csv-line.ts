/**
 * A text that a program for tables would run instead of show, and one that was marked before. A number with a minus is
 * not one.
 */
const RUNS = /^'*[=+\-@\t\r]/
const NUMBER = /^-?\d+$/

/** A line of a CSV file, with its end (RFC 4180). A cell that a table would take for a formula begins with an apostrophe, which an import takes away again. */
export function csvLine(cells: ReadonlyArray<string | number | boolean | null>): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number | boolean | null): string {
  if (cell === null) return ''
  const text = String(cell)
  const safe = RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

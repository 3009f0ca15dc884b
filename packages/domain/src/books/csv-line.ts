/** What a program for tables would run instead of show. A number with a minus is none. */
const RUNS = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+$/

/** A line of a CSV file, with its end (RFC 4180). A cell that a table would take for a formula begins with an apostrophe. */
export function csvLine(cells: ReadonlyArray<string | number>): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number): string {
  const text = String(cell)
  const safe = RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

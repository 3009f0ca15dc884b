/** Aligned columns, each as wide as its longest cell, with two blanks between. The first row is the head. */
export function table(rows: ReadonlyArray<readonly string[]>): string {
  const columns = Math.max(0, ...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map(row => row[column]?.length ?? 0)),
  )
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `¥3,200`. */
export function yenText(yen: number): string {
  return `${yen < 0 ? '-' : ''}¥${Math.abs(yen).toLocaleString('en-US')}`
}

/** `12 min`, `3 h`, `2 d`: rounded down. */
export function ageText(seconds: number): string {
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

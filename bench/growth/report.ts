import { type Compared, MOST_RATIO, type Total, type Verdict } from './compare.ts'

const MARKS: Readonly<Record<Verdict, string>> = {
  ok: '',
  noise: '~',
  deeper: 'deeper',
  memory: 'memory',
  grows: 'GROWS',
  rare: 'rare',
}

/** A line a statement, and below those that grow their plans. */
export function printComparison(compared: readonly Compared[]): void {
  console.table(
    compared.map(({ name, source, way, small, large, msRatio, buffersRatio, deeper, verdict }) => ({
      statement: name.slice(0, 44),
      source: source.slice(-38),
      way,
      calls: `${small.calls}/${large.calls}`,
      'ms 10k': small.ms,
      'ms 1M': large.ms,
      '×ms': msRatio,
      'buf 10k': small.buffers,
      'buf 1M': large.buffers,
      '×buf': buffersRatio,
      read: large.read,
      rows: `${small.rows}/${large.rows}`,
      deeper,
      '': MARKS[verdict],
    })),
  )
  for (const { name, source, small, large, verdict } of compared.filter(isAbove)) {
    console.log(`\n${MARKS[verdict]} ${name} (${source})\n  10k: ${small.plan}\n  1M:  ${large.plan}`)
  }
}

/** A line a window: what one act of it costs the database. */
export function printTotals(totals: readonly Total[]): void {
  console.table(
    totals.map(({ window, statements, small, large, msRatio, buffersRatio }) => ({
      'one act of': window,
      statements,
      'ms 10k': small.ms,
      'ms 1M': large.ms,
      '×ms': msRatio,
      'buf 10k': small.buffers,
      'buf 1M': large.buffers,
      '×buf': buffersRatio,
    })),
  )
}

function isAbove({ verdict }: Compared): boolean {
  return verdict === 'grows' || verdict === 'rare'
}

/** The figures that are kept: of all statements with another verdict than `ok` and `noise`, without their texts. */
export function remarkable(compared: readonly Compared[]): ReadonlyArray<Omit<Compared, 'statement'>> {
  return compared
    .filter(({ verdict }) => verdict !== 'ok' && verdict !== 'noise')
    .map(
      ({ name, source, way, windows, small, large, msRatio, buffersRatio, rowsRatio, deeper, verdict }) => ({
        name,
        source,
        way,
        windows,
        small,
        large,
        msRatio,
        buffersRatio,
        deeper,
        rowsRatio,
        verdict,
      }),
    )
}

/** The statements that a visitor or the store's own work waits for and that are slower in a large store. */
export function growing(compared: readonly Compared[]): readonly Compared[] {
  return compared.filter(({ verdict, way }) => verdict === 'grows' && (way === 'visitor' || way === 'worker'))
}

export function growthMessage(found: readonly Compared[]): string {
  const list = found.map(
    ({ name, source, buffersRatio, msRatio }) =>
      `${name} (${source}): ${buffersRatio} × pages, ${msRatio} × ms`,
  )
  return `${found.length} statements are above ${MOST_RATIO} × in time, and in pages or rows:\n${list.join('\n')}`
}

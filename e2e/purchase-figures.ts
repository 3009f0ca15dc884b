import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The page where the figures stand for whoever builds a screen; the tests read them there. */
const PAGE = path.join(import.meta.dirname, '../docs/evidence/purchase-counted.md')

/** A figure as it was in the beginning and as it is now. */
interface Figure {
  readonly before: number
  /** NaN where the page has a question mark: nobody has counted since. */
  readonly now: number
}

/** A row of the page by its first cell: `1,285 → 640`, or one number where there is nothing to compare it with. */
export function figuresOf(name: string): readonly Figure[] {
  const row = readFileSync(PAGE, 'utf8')
    .split('\n')
    .find(line => line.split('|')[1]?.trim() === name)
  if (row === undefined) throw new Error(`docs/evidence/purchase-counted.md has no row "${name}"`)
  return row.split('|').slice(2, -1).map(figureOf)
}

function figureOf(cell: string): Figure {
  const [first = Number.NaN, second = first] = (cell.match(/\d[\d,.]*/g) ?? []).map(digits =>
    Number(digits.replaceAll(',', '')),
  )
  return { before: first, now: cell.includes('?') ? Number.NaN : second }
}

/** One small change of a file: the text from `start` to `end` becomes `text`. */
export interface Edit {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export function applyEdit(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end)
}

interface SqlOperator {
  readonly operator: string
  readonly found: RegExp
  readonly becomes: string
  /** Where the removed part ends, if not with what was found; undefined: it has no end here. */
  readonly endOf?: (sql: string, from: number) => number | undefined
}

const BRACKETS: Readonly<Record<string, number>> = { '(': 1, ')': -1 }
/** After them a condition is over. */
const NEXT_PART =
  /^(?:[,;\n]|\s+(?:and|or|then|else|end|order by|group by|returning|limit|union|for (?:no key )?update)\b)/

/** The parts that are removed from a statement. An `and` goes with its condition. */
const OPERATORS: readonly SqlOperator[] = [
  {
    operator: 'drop SQL condition',
    found: /(?<=\s)(?<!between \S+ )and\s/g,
    becomes: '',
    endOf: endOfCondition,
  },
  { operator: 'drop SQL lock', found: /\bfor (?:no key )?update(?: skip locked| nowait)?/g, becomes: '' },
  { operator: 'drop unique', found: /\bunique (?=index)|(?<=\w )unique(?=,|\n)/g, becomes: '' },
  { operator: 'drop SQL check', found: /\bcheck \((?=[^\n]*\)$|[^\n]*\),$)/gm, becomes: 'check (true or ' },
  // Times go on between any two readings of a clock: whether the edge itself belongs to them is not seen.
  { operator: 'SQL boundary', found: /(?<= )(?<!\bnow\(\) )>=(?= )(?! now\(\))/g, becomes: '>' },
  { operator: 'SQL boundary', found: /(?<= )(?<!\bnow\(\) )<=(?= )(?! now\(\))/g, becomes: '<' },
]

/** Edits of SQL, of a migration or of a statement within a program that begins at `offset`. */
export function sqlEdits(sql: string, offset = 0): Edit[] {
  const bare = withoutComments(sql)
  return OPERATORS.flatMap(({ operator, found, becomes, endOf }) =>
    Array.from(bare.matchAll(found)).flatMap(match => {
      const after = match.index + match[0].length
      const end = endOf === undefined ? after : endOf(bare, after)
      return end === undefined
        ? []
        : [{ operator, start: offset + match.index, end: offset + end, text: becomes }]
    }),
  )
}

/** A condition ends with its line or before the next part of the statement, but never within its brackets. */
function endOfCondition(sql: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < sql.length; at += 1) {
    if (depth === 0 && NEXT_PART.test(sql.slice(at, at + 30))) return at
    depth += BRACKETS[sql.charAt(at)] ?? 0
    if (depth < 0) return at
  }
  return depth === 0 ? sql.length : undefined
}

/** Keeps its length, so that positions stay the same. */
function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*/g, comment => ' '.repeat(comment.length))
}

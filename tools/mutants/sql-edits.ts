import type { Edit } from './edit.ts'

interface SqlOperator {
  readonly operator: string
  readonly found: RegExp
  readonly becomes: string
}

/** The parts that are removed from a statement. An `and` goes with its condition, to the end of the line. */
const OPERATORS: readonly SqlOperator[] = [
  {
    operator: 'drop SQL condition',
    found: /(?<=\s)(?<!between \S+ )and\s[^\n`]+?(?=[;)]*(?:\n|$))/g,
    becomes: '',
  },
  { operator: 'drop SQL lock', found: /\bfor (?:no key )?update(?: skip locked| nowait)?/g, becomes: '' },
  { operator: 'drop unique', found: /\bunique (?=index)|(?<=\w )unique(?=,|\n)/g, becomes: '' },
  { operator: 'drop SQL check', found: /\bcheck \((?=[^\n]*\)$|[^\n]*\),$)/gm, becomes: 'check (true or ' },
  { operator: 'SQL boundary', found: /(?<= )>=(?= )/g, becomes: '>' },
  { operator: 'SQL boundary', found: /(?<= )<=(?= )/g, becomes: '<' },
]

/** Edits of SQL, of a migration or of a statement within a program that begins at `offset`. */
export function sqlEdits(sql: string, offset = 0): Edit[] {
  const bare = withoutComments(sql)
  return OPERATORS.flatMap(({ operator, found, becomes }) =>
    Array.from(bare.matchAll(found), match => ({
      operator,
      start: offset + match.index,
      end: offset + match.index + match[0].length,
      text: becomes,
    })),
  )
}

/** Keeps its length, so that positions stay the same. */
function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*/g, comment => ' '.repeat(comment.length))
}

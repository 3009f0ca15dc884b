import { describe, expect, test } from 'vitest'

import { scriptEdits } from './script-edits.ts'
import { applyEdit, sqlEdits } from './sql-edits.ts'

/** What each edit of a program makes of it. */
function mutated(source: string, operator?: string): string[] {
  return scriptEdits('a.ts', source)
    .filter(edit => operator === undefined || edit.operator === operator)
    .map(edit => applyEdit(source, edit))
}

describe('a program is changed', () => {
  test.each([
    ['negate condition', 'if (a.isOver) go()', 'if (!(a.isOver)) go()'],
    ['negate condition', 'const b = a ? 1 : 2', 'const b = !(a) ? 1 : 2'],
    ['boundary', 'const b = a < c', 'const b = a <= c'],
    ['boundary', 'const b = a >= c', 'const b = a > c'],
    ['equality', 'const b = a === c', 'const b = a !== c'],
    ['and, or', 'const b = a && c', 'const b = a || c'],
    ['drop await', 'await pay()', 'pay()'],
    ['drop return', 'const f = () => { return a }', 'const f = () => { void (a) }'],
    ['drop statement', 'pay(a)', ';'],
    ['drop guard', 'function f() { if (a) return 1\n go() }', 'function f() { ;\n go() }'],
    ['off by one', 'const most = 5', 'const most = 6'],
    ['empty array', 'const all = [a, b]', 'const all = []'],
    [
      'drop SQL condition',
      "const q = tx.selectFrom('a').where('id', '=', id)",
      "const q = tx.selectFrom('a')",
    ],
    ['drop SQL condition', 'const q = query.forUpdate().execute()', 'const q = query.execute()'],
    ['drop SQL lock', 'const q = sql`select 1 for update`', 'const q = sql`select 1 `'],
    ['drop SQL condition', 'const q = sql`where a\n and b = 1`', 'const q = sql`where a\n `'],
    ['drop SQL condition', 'const q = sql`where a and b = ${c} limit 1`', 'const q = sql`where a  limit 1`'],
  ])('%s: %s', (operator, source, changed) => {
    expect(mutated(source, operator)).toEqual([changed])
  })

  test('a word of a state becomes another that the file uses for the same thing', () => {
    const source = "const a = { state: 'open' }\nif (b.state === 'over') go()\nconst kind = { kind: 'alone' }"
    expect(mutated(source, 'sibling word')).toEqual([
      source.replace("'open'", "'over'"),
      source.replace("'over'", "'open'"),
    ])
  })
})

test('the words of a choice are changed, except where they only lead to an error', () => {
  const source =
    "switch (a.state) { case 'open': go()\ncase 'paid': case 'gone': throw new Error('never') }\nconst b = a.state === 'over'"
  expect(mutated(source, 'sibling word')).toEqual([
    source.replace("'open'", "'over'"),
    source.replace("'over'", "'open'"),
  ])
})

test.each([
  'type A = 5 | 6',
  'interface A { readonly most: 5 }',
  "import { a } from './a.ts'",
  "export { a } from './a.ts'",
  "deps.log.warn({ most: 5 }, 'too many')",
  "await failpoint('attempt.committed', id)",
  "if (a < b) await failpoint('c', id)",
  '/* a < b */',
  "throw new Error(a ? 'b' : 'c')",
  "const q = tx.select(['id'])",
])('nothing is changed that no test could tell: %s', source => {
  expect(mutated(source)).toEqual([])
})

test.each([
  ["if (a < b) { go()\n deps.log.warn({}, 'c') }", 'boundary'],
  ["const level = a < b ? 'error' : 'warn'\n deps.log[level]({}, 'c')\n go(level)", 'boundary'],
  ["const found = await find()\n deps.log.warn({ found }, 'c')", 'drop await'],
])('what does more than tell is changed: %s', (source, operator) => {
  expect(mutated(source, operator)).toHaveLength(1)
})

test('an await that is returned at once stays', () => {
  expect(mutated('async function f() { return await pay() }', 'drop await')).toEqual([])
})

test('a return of nothing stays: its guard is dropped', () => {
  expect(mutated('function f() { if (a) return undefined\n go() }', 'drop return')).toEqual([])
})

describe('SQL is changed', () => {
  const changed = (sql: string) => sqlEdits(sql).map(edit => applyEdit(sql, edit))

  test.each([
    ['create unique index a on b (c);', 'create index a on b (c);'],
    ['  token_hash text not null unique,\n', '  token_hash text not null ,\n'],
    ['  capacity integer check (capacity > 0),', '  capacity integer check (true or capacity > 0),'],
    ['select 1 for no key update', 'select 1 '],
    ['where a = 1\n  and b = 2\n', 'where a = 1\n  \n'],
    ['check (a and (b or c)),', 'check (a ),'],
    ['where a and (b or\n c) order by d', 'where a  order by d'],
    ['where a >= b', 'where a > b'],
  ])('%j', (sql, becomes) => {
    expect(changed(sql)).toContain(becomes)
  })

  test.each(['-- and so on\n', 'x between 0 and 100\n', 'check_at <= now()', 'now() >= check_at'])(
    'but not %j',
    sql => {
      expect(changed(sql)).toEqual([])
    },
  )

  test('at its own place in a program', () => {
    expect(sqlEdits('for update', 100)).toEqual([
      { operator: 'drop SQL lock', start: 100, end: 110, text: '' },
    ])
  })
})

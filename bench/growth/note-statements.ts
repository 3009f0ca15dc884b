import { appendFileSync } from 'node:fs'

import pg from 'pg'

import { wordsOfStatement } from './statement.ts'

/** A call of our own source: `at async findOrder (file:///…/apps/server/src/orders/life/find-order.ts:12:3)`. */
const FRAME = /\/apps\/server\/src\/(?!platform\/db\/)([^:)]+):\d+:\d+|\/node_modules\/(pg-boss)\//
/** Deeper than any call between a route and its statement. */
const DEPTH = 100

/**
 * From now on this process writes to a file from which source each of its statements comes, a JSON object a line. A statement is
 * noted once.
 */
export function noteStatements(file: string): void {
  const noted = new Set<string>()
  const query: unknown = Reflect.get(pg.Client.prototype, 'query')
  if (typeof query !== 'function') throw new Error('a client of PostgreSQL takes no queries')
  Error.stackTraceLimit = DEPTH
  Reflect.set(
    pg.Client.prototype,
    'query',
    function noting(this: pg.Client, ...args: readonly unknown[]): unknown {
      const text = wordsOfStatement(textOf(args[0]))
      if (text !== '' && !noted.has(text)) {
        const source = sourceOf(new Error('stack').stack ?? '')
        // A statement that the pool itself makes has no source; it may come again from somewhere else.
        if (source !== undefined) {
          noted.add(text)
          appendFileSync(file, `${JSON.stringify({ text, source })}\n`)
        }
      }
      return Reflect.apply(query, this, args)
    },
  )
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  const isConfig = typeof query === 'object' && query !== null && 'text' in query
  return isConfig && typeof query.text === 'string' ? query.text : ''
}

/** The innermost source file, below `apps/server/src`. */
function sourceOf(stack: string): string | undefined {
  for (const line of stack.split('\n')) {
    const found = FRAME.exec(line)
    if (found) return found[1] ?? found[2]
  }
  return undefined
}

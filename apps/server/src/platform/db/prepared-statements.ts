import type { ClientBase } from 'pg'

/** Texts that get a name. Those with a list of any length are many; the common ones are here long before. */
const MOST_NAMES = 5_000

/**
 * The columns of `*` may change while a program runs (an upgrade adds one), and the database then refuses a statement that it
 * prepared before and that answers with them. Inside of parentheses they are looked up anew.
 */
const ALL_COLUMNS = /(?:\b(?:select|returning|distinct)\s|[.,])\s*\*/i
const INNERMOST = /\([^()]*\)/g

/** One name for each text, the same on all connections; undefined for one that must not have any. */
const names = new Map<string, string | undefined>()

function nameOf(text: string): string | undefined {
  if (names.has(text) || names.size >= MOST_NAMES) return names.get(text)
  const name = ALL_COLUMNS.test(outermostOf(text)) ? undefined : `k${names.size + 1}`
  names.set(text, name)
  return name
}

/** A text without what stands in parentheses, as far as the columns of its answer are not named there, or one of a pair stands in a literal. */
function outermostOf(text: string): string {
  let rest = text
  for (let next = ''; next !== rest;) {
    next = rest
    rest = rest.replaceAll(INNERMOST, ' ')
  }
  return /[()]|\btable\b/i.test(rest) ? text : rest
}

/** From now on the connection parses and plans each statement with parameters once, instead of every time. */
export function prepareStatements(client: ClientBase): void {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') throw new Error('a connection without queries')
  Object.assign(client, {
    query: (...given: unknown[]): unknown => Reflect.apply(query, client, named(given)),
  })
}

/** The arguments of a query, with a name if it is to have one. */
function named([text, values, ...others]: unknown[]): unknown[] {
  const name =
    typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
  return name === undefined ? [text, values, ...others] : [{ name, text, values }, ...others]
}

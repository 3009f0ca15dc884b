import type { ClientBase } from 'pg'

/** Texts that get a name. Those with a list of any length are many; the common ones are here long before. */
const MOST_NAMES = 1_000

/**
 * The columns of `*` may change while a program runs (an upgrade adds one), and the database then refuses a statement that it
 * prepared before.
 */
const ALL_COLUMNS = /(?:\b(?:select|returning|distinct)\s|[.,])\s*\*/i

/** One name for each text, the same on all connections. */
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES || ALL_COLUMNS.test(text)) return known
  const name = `k${names.size + 1}`
  names.set(text, name)
  return name
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

/**
 * The key by which two executions are the same statement: its words, whatever the length of its lists and the names of
 * its connections.
 */
export function wordsOfStatement(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\(\s*\$(?:::[a-z[\]]+)?(?:\s*,\s*\$(?:::[a-z[\]]+)?)+\s*\)/g, '($, …)')
    .replaceAll(/\(\$, …\)(?:\s*,\s*\(\$, …\))+/g, '($, …)')
    .trim()
}

/** Checks of foreign keys are PostgreSQL's own; all that names the schema of the job queue is its library's. */
export function sourceByWords(words: string): string {
  if (words.startsWith('SELECT 1 FROM ONLY')) return 'PostgreSQL'
  return /\bjobs\.|\bjob_common\b/.test(words) ? 'pg-boss' : 'not known'
}

/** A few words to tell a statement by: what it does, and to which tables. */
export function nameOfStatement(words: string): string {
  const check = /^SELECT 1 FROM ONLY "(\w+)"\."(\w+)" x WHERE/.exec(words)
  if (check) return `foreign key to ${check[2]}`
  const verb =
    /^(?:with .*?\) )?\s*(select|insert|update|delete)/i.exec(words)?.[1]?.toLowerCase() ?? words.slice(0, 20)
  const all = words.matchAll(
    /\b(?:from|into|join|update)\s+(?:only\s+)?(?:"?(?:public|jobs)"?\.)?"?([a-z_]+)"?(?=[\s;)]|$)/gi,
  )
  const tables = [...new Set(Array.from(all, ([, table]) => table ?? ''))].filter(
    table => !NO_TABLES.has(table),
  )
  return `${words.startsWith('with') || words.startsWith('WITH') ? 'with … ' : ''}${verb} ${tables.slice(0, 4).join(', ')}`.trim()
}

/** Words that follow `from` or `update` and are not tables. */
const NO_TABLES = new Set(['of', 'deadline', 'skip', 'set', 'lateral', 'nothing'])

import type { RowCoverage } from './requirement-coverage.ts'

/** Git does not keep it: it is a report of the tests as they are. */
export const COVERAGE_PAGE = '.cache/coverage.md'

/** The content of {@link COVERAGE_PAGE}. */
export function coveragePage(rows: readonly RowCoverage[]): string {
  const sections = Map.groupBy(rows, ({ id }) => (id.includes('.') ? id.split('.')[0] : id.charAt(0)))
  return [
    head(rows),
    '| Section | Rows | held by tests | held otherwise | decided against | open |\n|---|---|---|---|---|---|',
    ...Array.from(sections, ([section = '', of]) => summary(section, of)),
    summary('all', rows),
    ...Array.from(
      sections,
      ([section, of]) => `\n## ${section}\n\n| Row | Held by |\n|---|---|\n${of.map(line).join('\n')}`,
    ),
    '',
  ].join('\n')
}

function head(rows: readonly RowCoverage[]): string {
  return `# What holds each requirement

Written by \`npm run docs:requirements\`, and by each \`npm test\`. The rows themselves are in
[rows.md](../docs/requirements/rows.md).
**${rows.filter(isOpen).length} of ${rows.length} rows are open**: the product does not do them yet, or not all of what they say.

A row is held by the tests that cite it and reach what it asks for. A test that walks the whole list of error codes holds the list
and none of its codes, and so does a test of \`packages\` or \`tools\`, which meets no answer of the server. A row of a code that no
call answers with is open. What is not held by a test has its reason in [reasons.json](../docs/requirements/reasons.json).
`
}

function isOpen({ state }: RowCoverage): boolean {
  return state === 'open' || state === 'open-in-part' || state === 'unexplained'
}

function summary(section: string, rows: readonly RowCoverage[]): string {
  const count = (wanted: RowCoverage['state']): number => rows.filter(({ state }) => state === wanted).length
  const cells = [
    rows.length,
    count('held'),
    count('held-otherwise'),
    count('decided-against'),
    rows.filter(isOpen).length,
  ]
  return `| ${section} | ${cells.join(' | ')} |`
}

function line({ id, state, tests, reason = '' }: RowCoverage): string {
  const links = tests.map(file => `[${file}](../${file})`).join(', ')
  return `| ${id} | ${textOf(state, links, reason)} |`
}

function textOf(state: RowCoverage['state'], links: string, reason: string): string {
  switch (state) {
    case 'held':
      return links
    case 'held-otherwise':
      return reason
    case 'decided-against':
      return `**decided against**: ${reason}`
    case 'open':
      return `**open**: ${reason}`
    case 'open-in-part':
      return `**open in part**: ${reason} Built: ${links}`
    case 'unexplained':
      return '**open**'
  }
}

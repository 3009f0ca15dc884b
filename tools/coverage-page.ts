import type { RowCoverage } from './requirement-coverage.ts'

const HEAD = `# What holds each requirement

Written by \`npm run docs:requirements\`; do not edit. A row is held by the tests that cite it, or by the reason given in
[met-otherwise.json](met-otherwise.json). The rows themselves are in [rows.md](rows.md).
`

/** The page \`docs/requirements/coverage.md\`. */
export function coveragePage(rows: readonly RowCoverage[]): string {
  const sections = Map.groupBy(rows, ({ id }) => (id.includes('.') ? id.split('.')[0] : id.charAt(0)))
  const summary = [...sections].map(
    ([section, of]) => `| ${section} | ${of.length} | ${counts(of).join(' | ')} |`,
  )
  return [
    HEAD,
    '| Section | Rows | by tests | by a reason | by nothing |\n|---|---|---|---|---|',
    ...summary,
    ...[...sections].map(
      ([section, of]) => `\n## ${section}\n\n| Row | Held by |\n|---|---|\n${of.map(line).join('\n')}`,
    ),
    '',
  ].join('\n')
}

function counts(rows: readonly RowCoverage[]): number[] {
  const tested = rows.filter(({ tests }) => tests.length > 0).length
  const reasoned = rows.filter(({ tests, reason }) => tests.length === 0 && reason !== undefined).length
  return [tested, reasoned, rows.length - tested - reasoned]
}

function line({ id, tests, reason }: RowCoverage): string {
  const links = tests.map(file => `[${file}](../../${file})`).join(', ')
  return `| ${id} | ${links === '' ? (reason ?? '—') : links} |`
}

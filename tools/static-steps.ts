import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT, type Step } from './run-steps.ts'

const ALL: readonly Step[] = [
  { title: 'Format', command: ['oxfmt', '--check'] },
  { title: 'Lint', command: ['oxlint', '--type-aware', '--quiet'] },
  { title: 'Types', command: ['node', 'tools/typecheck.ts'] },
  { title: 'Boundaries', command: ['node', 'tools/check-boundaries.ts'] },
  { title: 'References', command: ['node', 'tools/check-references.ts'] },
  { title: 'Texts', command: ['node', 'tools/check-texts.ts'] },
  { title: 'Page of errors', command: ['node', 'tools/write-errors.ts', '--check'] },
  { title: 'Client', command: ['node', 'tools/write-client.ts', '--check'] },
  { title: 'Requirements', command: ['node', 'tools/write-requirements.ts'] },
  { title: 'Security page', command: ['node', 'tools/check-security-page.ts'] },
  { title: 'Commits', command: ['node', 'tools/check-commits.ts'] },
  { title: 'Dead code', command: ['knip', '--include-entry-exports'] },
  { title: 'Used by tests alone', command: ['knip', '--production', '--config', 'knip.production.json'] },
]

/** The checks of the source that need not run it. */
export const STATIC_STEPS = ALL.filter(
  ({ command: [program, file = ''] }) => program !== 'node' || existsSync(path.join(ROOT, file)),
)

import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../start/root.ts'
import { type Stage, type Step } from './run-steps.ts'

const QUICK: readonly Step[] = [
  { title: 'Format', command: ['oxfmt', '--check'] },
  { title: 'Boundaries', command: ['node', 'tools/check/check-boundaries.ts'] },
  { title: 'References', command: ['node', 'tools/check/check-references.ts'] },
  { title: 'Texts', command: ['node', 'tools/check/check-texts.ts'] },
  { title: 'Page of errors', command: ['node', 'tools/pages/write-errors.ts', '--check'] },
  { title: 'Client', command: ['node', 'tools/pages/write-client.ts', '--check'] },
  { title: 'Requirements', command: ['node', 'tools/pages/write-requirements.ts'] },
  { title: 'Security page', command: ['node', 'tools/check/check-security-page.ts'] },
  { title: 'Commits', command: ['node', 'tools/check/check-commits.ts'] },
]

/** They take most of the time, and none keeps all cores busy. */
const SLOW: readonly Step[] = [
  { title: 'Lint and types', command: ['oxlint', '--type-aware', '--type-check', '--quiet'] },
  { title: 'Dead code', command: ['knip', '--include-entry-exports'] },
  { title: 'Used by tests alone', command: ['knip', '--production', '--config', 'knip.production.json'] },
]

const isThere = ({ command: [program, file = ''] }: Step): boolean =>
  program !== 'node' || existsSync(path.join(ROOT, file))

/** The checks of the source that need not run it. @param beside what runs beside the slow ones. */
export function staticStages(...beside: readonly Step[]): readonly Stage[] {
  return [QUICK.filter(isThere), [...SLOW.filter(isThere), ...beside]]
}

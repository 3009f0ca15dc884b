import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import type { Stage, Step } from './run-steps.ts'
import { staticStages } from './static-steps.ts'
import { browserSteps, vitestStep, WEB_BUDGET, WEB_BUILD } from './test-steps.ts'

/** A part of the whole proof, of at most an hour on two processors. */
export interface ProofPart {
  readonly title: string
  /** The name of a part with a command of its own, `npm run drill:<name>`. */
  readonly name?: string
  /** Those that start the server build the web app first: each part can be run alone. */
  readonly steps: readonly Stage[]
}

/** Suites over all methods, of visits that move and of the gate, by their folders; whatever lies elsewhere is in the first part. */
const SUITES = [
  { title: 'All cases with all methods', folder: 'apps/server/test/payment-methods' },
  { title: 'All deaths and faults of all methods', folder: 'apps/server/test/crash' },
  { title: 'Visits that move: a slow model, races and prices', folder: 'apps/server/test/time-changes' },
  { title: 'The gate: races and forged codes', folder: 'apps/server/test/gate' },
] as const

/** The neighbours of the store in production, before and behind it. */
const NEIGHBOURS = 'neighbours'
const NETWORK = 'network'
const BACKUP = 'backup'
const FAILOVER = 'failover'
/** Alerts and board, as Prometheus judges them. */
const ALERTS = 'alerts'

/** All that there is to prove, to the last combination. */
export const PROOF_PARTS: readonly ProofPart[] = [
  {
    title: 'Source, units, random orders and races',
    steps: [
      ...staticStages(),
      WEB_BUILD,
      WEB_BUDGET,
      vitestStep('Tests beside the suites', [
        `--project=!${NEIGHBOURS}`,
        `--project=!${NETWORK}`,
        `--project=!${BACKUP}`,
        `--project=!${FAILOVER}`,
        `--project=!${ALERTS}`,
        ...SUITES.map(({ folder }) => `--exclude=**/${folder.slice('apps/server/'.length)}/**`),
      ]),
    ],
  },
  ...SUITES.map(({ title, folder }) => ({
    title,
    steps: [WEB_BUILD, vitestStep(title, [`${folder}/`])],
  })),
  {
    title: 'Behind nginx and before PgBouncer',
    steps: [
      debianPrograms('nginx', 'pgbouncer', 'soffice'),
      WEB_BUILD,
      vitestStep('Drill of the neighbours', [`--project=${NEIGHBOURS}`]),
    ],
  },
  {
    title: 'A network that fails between store and database',
    name: NETWORK,
    steps: [debianPrograms('nginx'), WEB_BUILD, vitestStep('Drill of the network', [`--project=${NETWORK}`])],
  },
  {
    title: 'A backup, and the store as it was at a moment',
    name: BACKUP,
    steps: [vitestStep('Drill of a backup', [`--project=${BACKUP}`])],
  },
  {
    title: 'A node of the database dies, and the sale goes on',
    name: FAILOVER,
    steps: [
      debianPrograms('etcd', 'haproxy', 'patroni', 'pgbouncer'),
      WEB_BUILD,
      ofOwnNetwork(vitestStep('Drill of a failover', [`--project=${FAILOVER}`])),
    ],
  },
  {
    title: 'Alerts that fire, and a board that shows something',
    name: ALERTS,
    steps: [
      debianPrograms('prometheus', 'promtool'),
      vitestStep('Drill of the alerts', [`--project=${ALERTS}`]),
    ],
  },
  {
    title: 'Packages: an inventory, and their advisories',
    steps: [{ title: 'Inventory and advisories', command: ['node', 'tools/check/check-packages.ts'] }],
  },
  { title: 'Browser stories', steps: browserSteps() },
]

/** Says how to get those that are missing. */
function debianPrograms(...names: readonly string[]): Step {
  return {
    title: 'Programs of Debian',
    command: ['node', 'tools/test/check-debian-programs.ts', ...names],
  }
}

/** As root, in namespaces that end with it. */
function ofOwnNetwork(step: Step): Step {
  return { ...step, command: ['sh', 'tools/drills/own-network.sh', ...step.command] }
}

const outcome = v.object({
  passed: v.number(),
  failed: v.number(),
  skipped: v.number(),
  seconds: v.number(),
})
/** How a part of the proof ended. */
export type PartOutcome = v.InferOutput<typeof outcome>

const state = v.record(v.string(), outcome)

/** How the parts have ended by their titles, for one state of the source. */
export interface ProofState {
  outcomeOf(title: string): PartOutcome | undefined
  keep(title: string, outcome: PartOutcome): void
}

/** @param folder of all states; @param source as `sourceKey` names it: another source begins anew. */
export function openProofState(folder: string, source: string): ProofState {
  const file = path.join(folder, `${source}.json`)
  const outcomes = existsSync(file) ? v.parse(state, JSON.parse(readFileSync(file, 'utf8'))) : {}
  return {
    outcomeOf: title => outcomes[title],
    keep: (title, ended) => {
      outcomes[title] = ended
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`)
    },
  }
}

/** Names all that git would commit of a folder now, but for the times of the proof: the tree of its commit, or that of the changes made since. */
export function sourceKey(root: string): string {
  const aside = mkdtempSync(path.join(os.tmpdir(), 'kippu-source-'))
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: path.join(aside, 'index') },
    }).trim()
  try {
    git('read-tree', 'HEAD')
    git('add', '--all')
    git('rm', '--cached', '--quiet', '--ignore-unmatch', PASSED_FILE)
    return git('write-tree')
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** The parts as they passed last, kept with the code: a line each. */
const PASSED_FILE = 'docs/evidence/proof.tsv'
const COLUMNS = 'part\tseconds\tpassed\tcommit\tdate'

/** Keeps when and how a part has passed. A commit with changes beside it has a plus. Lines of parts that are no more go. */
export function keepPassed(
  root: string,
  title: string,
  { seconds, passed }: PartOutcome,
  date: string = new Date().toISOString(),
): void {
  const file = path.join(root, PASSED_FILE)
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', '.', `:!${PASSED_FILE}`) !== ''
  const commit = `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? '+' : ''}`
  const earlier = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(1) : []
  const lines = new Map([...earlier, [title, seconds, passed, commit, date].join('\t')].map(keyed))
  mkdirSync(path.dirname(file), { recursive: true })
  const kept = PROOF_PARTS.flatMap(part => lines.get(part.title) ?? [])
  writeFileSync(file, `${[COLUMNS, ...kept].join('\n')}\n`)
}

function keyed(line: string): readonly [title: string, line: string] {
  return [line.split('\t', 1)[0] ?? '', line]
}

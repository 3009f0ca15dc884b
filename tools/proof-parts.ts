import type { Stage } from './run-steps.ts'
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
      { title: 'Programs of Debian', command: ['node', 'tools/check-debian-programs.ts'] },
      WEB_BUILD,
      vitestStep('Drill of the neighbours', [`--project=${NEIGHBOURS}`]),
    ],
  },
  {
    title: 'A network that fails between store and database',
    name: NETWORK,
    steps: [
      { title: 'Programs of Debian', command: ['node', 'tools/check-debian-programs.ts'] },
      WEB_BUILD,
      vitestStep('Drill of the network', [`--project=${NETWORK}`]),
    ],
  },
  {
    title: 'A backup, and the store as it was at a moment',
    name: BACKUP,
    steps: [vitestStep('Drill of a backup', [`--project=${BACKUP}`])],
  },
  {
    title: 'Alerts that fire, and a board that shows something',
    name: ALERTS,
    steps: [
      { title: 'Programs of Debian', command: ['node', 'tools/check-debian-programs.ts'] },
      vitestStep('Drill of the alerts', [`--project=${ALERTS}`]),
    ],
  },
  { title: 'Browser stories', steps: browserSteps() },
]

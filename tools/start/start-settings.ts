import path from 'node:path'
import { parseArgs } from 'node:util'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { sitesDirsOf } from '@kippu/sites/load-sites'
import * as v from 'valibot'
import { namedFiles, withFiles } from '../../apps/server/src/platform/variables/variable-files.ts'
import { ROOT } from './root.ts'

const port = (byDefault: number) =>
  v.pipe(
    v.optional(v.string(), String(byDefault)),
    v.digits('must be a port number'),
    v.toNumber(),
    v.minValue(1, 'must be a port number'),
    v.maxValue(65_535, 'must be a port number'),
  )

const schema = v.object({
  PORT: port(3000),
  HOST: v.optional(v.string(), 'localhost'),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(v.string()),
  NODE_ENV: v.optional(v.string()),
  SIMULATORS: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  DEMO_PAST: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  DEMO_RESELLER: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  SIMULATORS_PORT: port(3001),
  SMTP_PORT: port(3025),
  STATUS_PORT: port(3100),
  DRAIN_SECONDS: v.optional(v.pipe(v.string(), v.digits('must be a whole number'), v.toNumber())),
  ROLE: v.optional(v.string()),
  SECRET_KEY: v.optional(v.string()),
  SITES_DIR: v.optional(v.string()),
  SITE_KEY: v.optional(v.string()),
})

/** The seconds of production, more than elsewhere. */
const USUAL_DRAIN_SECONDS = 5

export interface StartSettings {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  readonly production: boolean
  readonly simulators: boolean
  /** Whether the demonstration gets a month of past orders. */
  readonly demoPast: boolean
  /** Whether it gets a reseller, whose key is printed. */
  readonly demoReseller: boolean
  readonly simulatorsPort: number
  readonly smtpPort: number
  /** How many processes answer visitors; a worker stands beside them when there are several. */
  readonly webProcesses: number
  /** The port of the worker beside several web processes; each of these has one of the ports after it. */
  readonly statusPort: number
  /** How long a process of the store still accepts visitors once it is asked to stop, at most. */
  readonly drainSeconds: number
  /** Undefined when it is not set: outside production one is then made and kept in the data folder. */
  readonly secretKey: string | undefined
  /** Whether SITE_KEY gives the whole deployment to one site. */
  readonly pinned: boolean
  /** The folders of sites, absolute: those of SITES_DIR, and but in production the demonstration's under them. */
  readonly sitesDirs: readonly string[]
}

/**
 * The part of the environment that the launcher itself needs, and its arguments (`--web 2`); the programs it starts read
 * and check the rest. Throws one line for a wrong value.
 */
export function readStartSettings(
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): StartSettings {
  const parsed = v.safeParse(schema, withoutEmpty(environment))
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(
      `${v.getDotPath(issue) ?? 'environment'} ${issue.message}; it is ${JSON.stringify(issue.input)}.`,
    )
  }
  const env = parsed.output
  const webProcesses = readWebProcesses(args)
  if (webProcesses > 1 && env.ROLE !== undefined)
    throw new Error('--web gives each process its role: leave ROLE away.')
  const production = env.NODE_ENV === 'production'
  if (production && env.SIMULATORS === 'on') throw new Error('SIMULATORS must be off in production.')
  if (production && env.DATABASE_URL === undefined)
    throw new Error(
      'DATABASE_URL must be set in production: the database that npm start brings is for development.',
    )
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(ROOT, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    production,
    simulators: !production && env.SIMULATORS !== 'off',
    demoPast: !production && env.DEMO_PAST !== 'off',
    demoReseller: !production && env.DEMO_RESELLER === 'on',
    simulatorsPort: env.SIMULATORS_PORT,
    smtpPort: env.SMTP_PORT,
    webProcesses,
    statusPort: env.STATUS_PORT,
    drainSeconds: env.DRAIN_SECONDS ?? USUAL_DRAIN_SECONDS,
    secretKey: env.SECRET_KEY,
    pinned: env.SITE_KEY !== undefined,
    sitesDirs: [...new Set([...sitesDirsOf(env.SITES_DIR), ...(production ? [] : [DEMO_SITES_DIR])])],
  }
}

/**
 * Puts what lies in a file (`DATABASE_URL_FILE`) in the place of its variable, for those that the launcher itself reads: what it
 * starts is given them. Every other one is read by the program that it is for. Throws one line for a file that cannot be read.
 */
export function takeFiles(environment: NodeJS.ProcessEnv): void {
  const isOurs = (name: string): boolean => name in schema.entries
  const read = withFiles(environment, isOurs)
  for (const { name } of namedFiles(environment, isOurs)) {
    environment[name] = read[name]
    delete environment[`${name}_FILE`]
  }
}

/** Each has a status port of its own, in a row. */
const MOST_WEB_PROCESSES = 64

function readWebProcesses(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { web: { type: 'string', default: '1' } } })
  const wanted = /^\d{1,3}$/.test(values.web) ? Number(values.web) : 0
  if (wanted < 1 || wanted > MOST_WEB_PROCESSES)
    throw new Error(
      `--web must be a number of processes, 1 to ${MOST_WEB_PROCESSES}; it is ${JSON.stringify(values.web)}.`,
    )
  return wanted
}

/** The worker's, then one for each web process; none for a store of one process. */
export function statusPorts({ webProcesses, statusPort }: StartSettings): number[] {
  return webProcesses === 1 ? [] : Array.from({ length: webProcesses + 1 }, (_, index) => statusPort + index)
}

/** `PORT= npm start` means the same as no PORT. */
export function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

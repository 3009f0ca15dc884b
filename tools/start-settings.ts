import path from 'node:path'
import * as v from 'valibot'
import { ROOT } from './run-steps.ts'

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
  SIMULATORS_PORT: port(3001),
  SMTP_PORT: port(3025),
  SECRET_KEY: v.optional(v.string()),
  SITE_KEY: v.optional(v.string()),
})

export interface StartSettings {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  readonly production: boolean
  readonly simulators: boolean
  readonly simulatorsPort: number
  readonly smtpPort: number
  /** Undefined when it is not set: outside production one is then made and kept in the data folder. */
  readonly secretKey: string | undefined
  /** Whether SITE_KEY gives the whole deployment to one site. */
  readonly pinned: boolean
}

/**
 * The part of the environment that the launcher itself needs; the programs it starts read and check the rest. Throws
 * one line for a wrong value.
 */
export function readStartSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const parsed = v.safeParse(schema, withoutEmpty(environment))
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(
      `${v.getDotPath(issue) ?? 'environment'} ${issue.message}; it is ${JSON.stringify(issue.input)}.`,
    )
  }
  const env = parsed.output
  const production = env.NODE_ENV === 'production'
  if (production && env.SIMULATORS === 'on') throw new Error('SIMULATORS must be off in production.')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(ROOT, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    production,
    simulators: !production && env.SIMULATORS !== 'off',
    simulatorsPort: env.SIMULATORS_PORT,
    smtpPort: env.SMTP_PORT,
    secretKey: env.SECRET_KEY,
    pinned: env.SITE_KEY !== undefined,
  }
}

/** `PORT= npm start` means the same as no PORT. */
export function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

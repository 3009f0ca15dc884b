import * as v from 'valibot'

import { tlsPortOf } from './core/tls-port.ts'

const port = (fallback: number) =>
  v.pipe(
    v.optional(v.string(), String(fallback)),
    v.regex(/^\d{1,5}$/, 'must be a port number'),
    v.transform(Number),
    v.maxValue(65_535, 'must be a port number'),
  )

const text = (fallback: string) => v.pipe(v.optional(v.string(), fallback), v.nonEmpty('must not be empty'))

/** The store reads the same variable: it checks the tokens that the simulators sign. */
const tokenSecrets = v.pipe(
  v.optional(v.string(), '{}'),
  v.parseJson(undefined, 'must be JSON'),
  v.record(
    v.string(),
    v.object({ issuer: v.string(), secret: v.string() }, 'must name issuer and secret of each site'),
    'must name issuer and secret of each site',
  ),
)

const environmentSchema = v.pipe(
  v.object({
    NODE_ENV: v.optional(
      v.pipe(
        v.string(),
        v.check(value => value !== 'production', 'the simulators never run in production (S-7.05)'),
      ),
    ),
    SIMULATORS_HOST: text('localhost'),
    SIMULATORS_PORT: port(3001),
    SIMULATORS_TLS_PORT: v.optional(port(0)),
    SMTP_PORT: port(3025),
    DATA_DIR: text('.data'),
    STORE_ORIGINS: text('http://localhost:3000 http://*.localhost:3000'),
    MEMBERSHIP_TOKEN_SECRETS: tokenSecrets,
    STORE_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  }),
  v.transform(env => ({
    host: env.SIMULATORS_HOST,
    port: env.SIMULATORS_PORT,
    tlsPort: env.SIMULATORS_TLS_PORT ?? tlsPortOf(env.SIMULATORS_PORT),
    smtpPort: env.SMTP_PORT,
    dataDir: env.DATA_DIR,
    storeOrigins: env.STORE_ORIGINS.split(/\s+/).filter(origin => origin !== ''),
    membershipTokenSecrets: env.MEMBERSHIP_TOKEN_SECRETS,
    storeUrl: env.STORE_URL,
  })),
)

/** The settings of the simulators: ports, the data folder, and the address of the store. */
export type Environment = v.InferOutput<typeof environmentSchema>

/**
 * Reads and checks the environment. No other module does.
 * @returns the settings, or one line that names the variable and what is wrong with it.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment | { readonly problem: string } {
  const result = v.safeParse(environmentSchema, variables)
  if (result.success) return result.output
  const [issue] = result.issues
  return { problem: `${v.getDotPath(issue) ?? 'environment'}: ${issue.message}` }
}

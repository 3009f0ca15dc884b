import { createEnvParts, type EnvParts } from '../environment/env-parts.ts'
import { EnvError } from '../../platform/variables/env-error.ts'
import { faultsOfVariables, parseEnv, type ServerEnv } from '../environment/read-env.ts'
import { isPrivateHost } from '../../platform/variables/addresses.ts'
import { advice, fault, type Finding, ok } from './finding.ts'

const CHECK = 'variables'
const EXPLAINED = 'docs/running.md explains it'

export interface CheckedVariables {
  readonly findings: readonly Finding[]
  /** Null where the variables make no store. */
  readonly env: ServerEnv | null
  readonly parts: EnvParts | null
}

/** Every variable that is unknown, missing or wrong, and what no single one shows. */
export function checkVariables(variables: Readonly<Record<string, string | undefined>>): CheckedVariables {
  const lines = whole(() => faultsOfVariables(variables))
  const found = (typeof lines === 'string' ? [lines] : lines).map(line => fault(CHECK, line, EXPLAINED))
  const env = whole(() => parseEnv(variables))
  if (typeof env === 'string') return { findings: found, env: null, parts: null }
  const parts = whole(() => createEnvParts(env))
  if (typeof parts === 'string')
    return { findings: [...found, fault(CHECK, parts, EXPLAINED)], env, parts: null }
  const advised = env.production ? adviceFor(env) : []
  const findings = [...found, ...advised]
  return { findings: findings.length > 0 ? findings : [ok(CHECK, said(env, parts))], env, parts }
}

function whole<T>(make: () => T): T | string {
  try {
    return make()
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
}

function said({ production, role }: ServerEnv, { sites }: EnvParts): string {
  const keys = sites.all.map(({ key }) => key)
  const named = keys.length > 3 ? `${keys.length} sites` : keys.join(', ')
  return `${production ? 'production' : 'development'}, ROLE=${role}, ${named}`
}

function adviceFor({ trustProxy, host, allowsDemoSite }: ServerEnv): readonly Finding[] {
  return [
    ...(trustProxy === null && isPrivateHost(host)
      ? [
          advice(
            CHECK,
            'TRUST_PROXY is not set: behind a proxy all visitors count as one address',
            'set it to the address of the proxy, such as loopback',
          ),
        ]
      : []),
    ...(allowsDemoSite
      ? [advice(CHECK, 'ALLOW_DEMO_SITE lets invented sellers sell', 'take it away before the store opens')]
      : []),
  ]
}

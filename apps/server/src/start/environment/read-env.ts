import { sitesDirsOf } from '@kippu/sites/load-sites'
import * as v from 'valibot'

import { type Env, LOG_LEVELS, ROLES } from '../../platform/variables/env.ts'
import { EnvError } from '../../platform/variables/env-error.ts'
import {
  EXTERNAL_SCRIPT_SIMULATOR_VARIABLES,
  type ExternalScriptsEnv,
  externalScriptVariables,
  readExternalScripts,
} from '../../pages/external-scripts/external-scripts.ts'
import {
  accountsOf,
  type PaymentAccounts,
  type PaymentsEnv,
  paymentVariables,
  SIMULATOR_VARIABLES,
} from '../../payments/accounts/accounts.ts'
import { readFormerAccounts } from '../../payments/accounts/former-accounts.ts'
import { readSiteAccounts } from '../../payments/accounts/site-accounts.ts'
import { testAccountOf } from '../../payments/accounts/test-account.ts'
import {
  readWallets,
  WALLET_SIMULATOR_VARIABLES,
  type WalletsEnv,
  walletVariables,
} from '../../tickets/wallet/accounts/wallet-accounts.ts'
import {
  knownSiteKeys,
  nameInSite,
  prefixOf,
  readSiteVariables,
} from '../../platform/variables/site-variables.ts'
import { isLocalSender, isPrivateHost, isProxyList, SENDER } from '../../platform/variables/addresses.ts'
import { withFiles } from '../../platform/variables/variable-files.ts'
import { findMisspelt } from '../../platform/variables/misspelt.ts'

/**
 * The server's whole configuration. Only this file and `cli/main.ts` read the environment: each variable is checked here
 * once, and an invalid one stops the start.
 */

/** Replaces SECRET_KEY outside production, so that links survive a restart. It is public, so it is not a secret. */
const DEVELOPMENT_SECRET_KEY = 'development-only: everybody knows this key'
const LEAST_SECRET_LENGTH = 32
const LEAST_SIGNAGE_KEY = 16
/** The key that `npm start` gives its displays. It is public, so it is not a secret. */
const DEMO_SIGNAGE_KEY = 'demo-signage-key'
const DEVELOPMENT_SENDER = 'Kippu <tickets@localhost>'

const whole = (fallback: number, [least, most]: readonly [number, number]) =>
  v.pipe(
    v.optional(v.string(), String(fallback)),
    v.regex(/^\d{1,9}$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(least, `must be ${least} or more`),
    v.maxValue(most, `must be ${most} or less`),
  )

const text = v.pipe(v.string(), v.nonEmpty('must not be empty'))
const siteKey = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'must be a site key such as demo'))

/** A setting that production refuses unless it is declared. */
const allowed = v.optional(v.picklist(['yes'], 'must be yes, or not be there'))

const siteHosts = v.pipe(
  v.string(),
  v.transform(value =>
    value
      .split(',')
      .map(pair => pair.trim())
      .filter(pair => pair !== ''),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9-]*=[a-z0-9.:-]+$/i, 'must look like demo=tickets.example.com,mori=…'),
    ),
  ),
  v.transform(pairs =>
    pairs.map(pair => ({
      key: pair.slice(0, pair.indexOf('=')),
      host: pair.slice(pair.indexOf('=') + 1).toLowerCase(),
    })),
  ),
)

/** Written into documents and their content policy: nothing but a scheme, a host and a port. */
const apiOrigin = v.pipe(
  v.string(),
  v.regex(
    /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:[a-z0-9-]+\.)*localhost)(?::\d{1,5})?$/,
    'must be an origin such as https://api.example.com',
  ),
  v.url('must be an origin such as https://api.example.com'),
)

const consoleHost = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, 'must be a host such as console.example.com'),
)

const secretKey = v.pipe(
  v.string(),
  v.minLength(LEAST_SECRET_LENGTH, `must have ${LEAST_SECRET_LENGTH} characters or more`),
)

/** A person types it on each display. */
const signageKey = v.pipe(
  v.string(),
  v.minLength(LEAST_SIGNAGE_KEY, `must have ${LEAST_SIGNAGE_KEY} characters or more`),
  v.regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs of ASCII without blanks'),
)

const formerSecretKeys = v.pipe(
  v.string(),
  v.transform(value => value.split(/[\s,]+/).filter(key => key !== '')),
  v.array(
    v.pipe(
      v.string(),
      v.minLength(LEAST_SECRET_LENGTH, `must be keys of ${LEAST_SECRET_LENGTH} characters or more`),
    ),
  ),
)

/** At least as long as an HS256 signature. */
const memberSecret = v.pipe(
  v.string('needs a secret for each site'),
  v.minLength(LEAST_SECRET_LENGTH, `needs secrets of ${LEAST_SECRET_LENGTH} characters or more`),
)

const tokenSecrets = v.pipe(
  v.string(),
  v.parseJson(undefined, 'must be JSON'),
  v.record(
    siteKey,
    v.strictObject(
      {
        issuer: text,
        secret: memberSecret,
        formerSecret: v.optional(memberSecret),
      },
      'must look like {"<site key>":{"issuer":"https://members.example","secret":"…"}}',
    ),
    'must look like {"<site key>":{"issuer":"https://members.example","secret":"…"}}',
  ),
  v.transform(secrets => new Map(Object.entries(secrets))),
)

/** The variables that a site may have of its own: `MORI__STRIPE_SECRET_KEY` (see `site-variables.ts`). */
const variablesOfSites = { ...paymentVariables, ...externalScriptVariables, ...walletVariables }
const NAMES_OF_SITES: ReadonlySet<string> = new Set(Object.keys(variablesOfSites))

/** Variables that point at simulators: refused in production. */
const SIMULATED: readonly string[] = [
  ...SIMULATOR_VARIABLES,
  ...EXTERNAL_SCRIPT_SIMULATOR_VARIABLES,
  ...WALLET_SIMULATOR_VARIABLES,
]

const schema = v.object({
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
    'development',
  ),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  HOST: v.optional(text, 'localhost'),
  PORT: whole(3000, [0, 65_535]),
  PORT_SHARED: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  STATUS_PORT: v.optional(whole(0, [1, 65_535])),
  DRAIN_SECONDS: v.optional(whole(0, [0, 300])),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isProxyList,
        'must be addresses or networks such as 10.0.0.0/8, or loopback, separated by commas',
      ),
    ),
  ),
  DATABASE_URL: v.pipe(
    // A key that is missing altogether would have a message of the library's own.
    v.optional(v.string(), ''),
    v.nonEmpty('is not set; outside production `npm start` brings a database of its own'),
    v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
    v.check(
      address => URL.canParse(address),
      'must be an address such as postgres://user:password@host:5432/database',
    ),
  ),
  DATABASE_REPLICA_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'),
      v.check(address => URL.canParse(address), 'must be an address such as that of DATABASE_URL'),
    ),
  ),
  DB_POOL_SIZE: whole(10, [1, 500]),
  DB_PREPARED: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  DATA_DIR: v.optional(text, '.data'),
  SITES_DIR: v.optional(text),
  SITE_KEY: v.optional(siteKey),
  SITE_HOSTS: v.optional(siteHosts, ''),
  API_ORIGIN: v.optional(apiOrigin),
  CONSOLE_HOST: v.optional(consoleHost),
  ORDER_HOLD_SECONDS: whole(1800, [1, 86_400]),
  UNPROVEN_HOLD_SECONDS: whole(900, [1, 86_400]),
  SPOT_HOLD_SECONDS: whole(900, [1, 86_400]),
  SPOT_QR_SECONDS: whole(1800, [1, 86_400]),
  SPOT_QR_RENEW_SECONDS: whole(60, [1, 86_400]),
  SIGNAGE_KEY: v.optional(signageKey),
  UNPROVEN_SHARES: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  TICKETS_OFFLINE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  GATE_OFFLINE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  UNPAID_DATA_DAYS: whole(30, [1, 3_650]),
  BOUGHT_DATA_DAYS: whole(400, [1, 5_000]),
  RECEIPT_NAME_DAYS: whole(3_000, [1, 5_000]),
  STAFF_WORDS_DAYS: whole(1_100, [1, 5_000]),
  PROVIDER_EVENT_DAYS: whole(400, [30, 5_000]),
  GATE_REFUSAL_DAYS: whole(90, [1, 5_000]),
  ENDED_READER_DAYS: whole(90, [1, 5_000]),
  CATALOGUE_UNDO_DAYS: whole(14, [1, 5_000]),
  REQUESTS_PER_MINUTE: whole(6_000, [60, 1_000_000]),
  ORDERS_PER_MINUTE: whole(600, [1, 1_000_000]),
  PAYMENTS_PER_MINUTE: whole(300, [1, 1_000_000]),
  GUESSES_PER_MINUTE: whole(60, [1, 1_000_000]),
  CONFIRMATION_MAILS_PER_HOUR: whole(5, [1, 1_000_000]),
  CONFIRMATION_ADDRESSES_PER_HOUR: whole(200, [1, 1_000_000]),
  CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: whole(300, [1, 1_000_000]),
  SIMULATORS: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  ROLE: v.optional(v.picklist(ROLES, `must be one of ${ROLES.join(', ')}`), 'all'),
  WEB_PROCESSES: whole(1, [1, 500]),
  PROCESS_NAME: v.optional(text),
  SECRET_KEY: v.optional(secretKey),
  FORMER_SECRET_KEYS: v.optional(formerSecretKeys, ''),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
      v.check(address => URL.canParse(address), 'must be an address such as smtps://user:password@host:465'),
    ),
  ),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.regex(SENDER, 'must be an address such as Tickets <tickets@example.com>')),
  ),
  METRICS_TOKEN: v.optional(text),
  ALLOW_TEST_PAYMENTS: allowed,
  ALLOW_NO_PAYMENTS: allowed,
  ALLOW_DEMO_SITE: allowed,
  MEMBERSHIP_TOKEN_SECRETS: v.optional(tokenSecrets, '{}'),
  ...variablesOfSites,
})

type Variables = v.InferOutput<typeof schema>

/**
 * Every variable there is; docs/running.md explains each.
 *
 * @public The test of that page compares it with this list.
 */
export const VARIABLE_NAMES: readonly string[] = Object.keys(schema.entries)

/** The whole environment: what every area may know, and the accounts and scripts that only their owners read. */
export interface ServerEnv extends Env {
  readonly payments: PaymentsEnv
  readonly externalScripts: ExternalScriptsEnv
  readonly wallets: WalletsEnv
}

/**
 * Reads and checks the process's own environment, and warns of a name that looks misspelt, which production refuses.
 * @throws EnvError
 */
export function readEnv(): ServerEnv {
  const env = parseEnv(process.env)
  for (const warning of misspeltIn(process.env)) process.stderr.write(`${warning}\n`)
  return env
}

/** A line for each variable that is set, has a name like one of ours, and is read by nobody. */
export function misspeltIn(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(variables).filter(name => variables[name] !== undefined && variables[name] !== '')
  const prefixes = knownSiteKeys(variables['SITES_DIR']).map(prefixOf)
  const known = { all: VARIABLE_NAMES, prefixes, ofSites: NAMES_OF_SITES }
  return findMisspelt(names, known).map(
    ({ given, meant }) => `${given}: is not a variable of the store; ${meant} is`,
  )
}

/** Whether the store, or one of its sites, has a variable of this name. */
export function isVariable(name: string): boolean {
  const [, ofSite = ''] = /^[A-Z][A-Z0-9_]*?__([A-Z0-9_]+)$/.exec(name) ?? []
  return VARIABLE_NAMES.includes(name) || NAMES_OF_SITES.has(ofSite)
}

function withoutEmpty(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** A line for everything that is wrong with variables, where {@link parseEnv} stops at the first. */
export function faultsOfVariables(
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  try {
    const given = withoutEmpty(withFiles(variables, isVariable))
    const { issues = [] } = v.safeParse(schema, given)
    const lines = [...misspeltIn(given), ...issues.map(lineOf)]
    if (lines.length === 0) parseEnv(variables)
    return lines
  } catch (error) {
    if (error instanceof EnvError) return [error.message]
    throw error
  }
}

function lineOf(issue: v.BaseIssue<unknown>): string {
  const [name] = (v.getDotPath(issue) ?? 'environment').split('.')
  return `${name}: ${issue.message}`
}

/**
 * Checks a set of variables. Unset and empty mean the same; `NAME_FILE` names a file with the value of `NAME`.
 * @throws EnvError naming the first invalid variable.
 */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): ServerEnv {
  const given = withoutEmpty(withFiles(variables, isVariable))
  if (given['NODE_ENV'] === 'production') {
    refuseSimulators(given)
    refuseMisspelt(given)
  }
  const result = v.safeParse(schema, given)
  if (!result.success) {
    throw new EnvError(lineOf(result.issues[0]))
  }
  const parsed = result.output
  if (parsed.NODE_ENV === 'production') checkProduction(parsed)
  if (parsed.SPOT_QR_RENEW_SECONDS >= parsed.SPOT_QR_SECONDS)
    throw new EnvError(
      'SPOT_QR_RENEW_SECONDS: must be less than SPOT_QR_SECONDS, or a display would show codes that are over',
    )
  if (parsed.PORT_SHARED === 'on' && parsed.STATUS_PORT === undefined)
    throw new EnvError('STATUS_PORT: must be set with PORT_SHARED=on, where any of the processes may answer')
  const keys = secretKeysOf(parsed)
  const shared = accountsOf(parsed)
  const siteKeys = knownSiteKeys(parsed.SITES_DIR)
  const ofSites = readSiteVariables(given, { siteKeys, names: NAMES_OF_SITES })
  const payments = {
    shared,
    ofSite: readSiteAccounts(ofSites, shared),
    former: readFormerAccounts(given),
  }
  if (parsed.NODE_ENV === 'production' && parsed.ALLOW_TEST_PAYMENTS === undefined)
    refuseTestAccounts([shared, ...payments.ofSite.values()])
  return {
    production: parsed.NODE_ENV === 'production',
    logLevel: parsed.LOG_LEVEL,
    host: parsed.HOST,
    port: parsed.PORT,
    portShared: parsed.PORT_SHARED === 'on',
    statusPort: parsed.STATUS_PORT ?? null,
    drainSeconds: parsed.DRAIN_SECONDS ?? (parsed.NODE_ENV === 'production' ? DRAIN_SECONDS : 0),
    trustProxy: parsed.TRUST_PROXY ?? null,
    databaseUrl: parsed.DATABASE_URL,
    databaseReplicaUrl: parsed.DATABASE_REPLICA_URL ?? null,
    dbPoolSize: parsed.DB_POOL_SIZE,
    dbPrepared: parsed.DB_PREPARED === 'on',
    dataDir: parsed.DATA_DIR,
    sitesDirs: sitesDirsOf(parsed.SITES_DIR),
    siteKey: parsed.SITE_KEY ?? null,
    siteHosts: parsed.SITE_HOSTS,
    apiOrigin: parsed.API_ORIGIN ?? null,
    consoleHost: parsed.CONSOLE_HOST ?? null,
    orderHoldSeconds: parsed.ORDER_HOLD_SECONDS,
    unprovenHoldSeconds: parsed.UNPROVEN_HOLD_SECONDS,
    spotHoldSeconds: parsed.SPOT_HOLD_SECONDS,
    spotQrSeconds: parsed.SPOT_QR_SECONDS,
    spotQrRenewSeconds: parsed.SPOT_QR_RENEW_SECONDS,
    signageKey: parsed.SIGNAGE_KEY ?? null,
    unprovenShares: parsed.UNPROVEN_SHARES === 'on',
    ticketsOffline: parsed.TICKETS_OFFLINE === 'on',
    gateOffline: parsed.GATE_OFFLINE === 'on',
    unpaidDataDays: parsed.UNPAID_DATA_DAYS,
    retentionDays: {
      boughtData: parsed.BOUGHT_DATA_DAYS,
      receiptNames: parsed.RECEIPT_NAME_DAYS,
      staffWords: parsed.STAFF_WORDS_DAYS,
      providerEvents: parsed.PROVIDER_EVENT_DAYS,
      gateRefusals: parsed.GATE_REFUSAL_DAYS,
      endedReaders: parsed.ENDED_READER_DAYS,
      catalogueUndo: parsed.CATALOGUE_UNDO_DAYS,
    },
    requestsPerMinute: parsed.REQUESTS_PER_MINUTE,
    ordersPerMinute: parsed.ORDERS_PER_MINUTE,
    paymentsPerMinute: parsed.PAYMENTS_PER_MINUTE,
    guessesPerMinute: parsed.GUESSES_PER_MINUTE,
    confirmationMails: {
      mails: parsed.CONFIRMATION_MAILS_PER_HOUR,
      addresses: parsed.CONFIRMATION_ADDRESSES_PER_HOUR,
      networkAddresses: parsed.CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR,
    },
    simulators: (parsed.SIMULATORS ?? (parsed.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
    role: parsed.ROLE,
    webProcesses: parsed.WEB_PROCESSES,
    processName: parsed.PROCESS_NAME ?? parsed.ROLE,
    ...keys,
    smtpUrl: parsed.SMTP_URL ?? null,
    mailFrom: parsed.MAIL_FROM ?? DEVELOPMENT_SENDER,
    metricsToken: parsed.METRICS_TOKEN ?? null,
    allowsDemoSite: parsed.ALLOW_DEMO_SITE !== undefined,
    allowsNoPayments: parsed.ALLOW_NO_PAYMENTS !== undefined,
    membershipTokenSecrets: parsed.MEMBERSHIP_TOKEN_SECRETS,
    payments,
    externalScripts: readExternalScripts(parsed, ofSites),
    wallets: readWallets(parsed, ofSites),
  }
}

/** @throws EnvError for a key that is given twice: then one of them is not what its operator means. */
function secretKeysOf(parsed: Variables): Pick<Env, 'secretKey' | 'formerSecretKeys'> {
  const { SECRET_KEY: key = DEVELOPMENT_SECRET_KEY, FORMER_SECRET_KEYS: formerSecretKeys } = parsed
  if (formerSecretKeys.includes(key)) throw new EnvError('FORMER_SECRET_KEYS: must not contain SECRET_KEY')
  if (new Set(formerSecretKeys).size < formerSecretKeys.length)
    throw new EnvError('FORMER_SECRET_KEYS: must not contain a key twice')
  return { secretKey: key, formerSecretKeys }
}

/** In production, where a balancer stands before the store; nobody wants to wait for it elsewhere. */
const DRAIN_SECONDS = 5

const REQUIRED_IN_PRODUCTION = ['SECRET_KEY', 'SMTP_URL', 'MAIL_FROM'] as const

/** A publicly known key never reaches production. */
function checkProduction(parsed: Variables): void {
  const missing = REQUIRED_IN_PRODUCTION.find(name => parsed[name] === undefined)
  if (missing !== undefined) throw new EnvError(`${missing}: must be set in production`)
  if (parsed.ROLE === 'worker' && parsed.STATUS_PORT === undefined)
    throw new EnvError('STATUS_PORT: must be set for a worker in production, which has no other port')
  if (parsed.SIMULATORS === 'on') throw new EnvError('SIMULATORS: must be off in production')
  if (parsed.SECRET_KEY === DEVELOPMENT_SECRET_KEY)
    throw new EnvError('SECRET_KEY: must be a secret of your own; everybody knows the one of development')
  if (parsed.SIGNAGE_KEY === DEMO_SIGNAGE_KEY)
    throw new EnvError('SIGNAGE_KEY: must be a key of your own; everybody knows the one of the demonstration')
  if (new Set(parsed.SECRET_KEY).size === 1)
    throw new EnvError('SECRET_KEY: must be random; it is one character again and again')
  if (parsed.MAIL_FROM !== undefined && isLocalSender(parsed.MAIL_FROM))
    throw new EnvError('MAIL_FROM: must not be at localhost in production; nobody can answer such mails')
  if (parsed.METRICS_TOKEN === undefined && !hasPrivateMetrics(parsed))
    throw new EnvError('METRICS_TOKEN: must be set in production, or STATUS_PORT with a private HOST')
}

/** Whether nobody outside reaches `/metrics`: it is at an address of a private network alone. */
function hasPrivateMetrics({ HOST, STATUS_PORT }: Variables): boolean {
  return STATUS_PORT !== undefined && isPrivateHost(HOST)
}

function refuseMisspelt(given: Readonly<Record<string, string | undefined>>): void {
  const [first] = misspeltIn(given)
  if (first !== undefined) throw new EnvError(first)
}

/** A test card must not buy a real ticket, unless this deployment is declared a rehearsal. */
function refuseTestAccounts(accounts: readonly PaymentAccounts[]): void {
  const name = accounts.map(testAccountOf).find(found => found !== undefined)
  if (name !== undefined)
    throw new EnvError(`${name}: is a test account; production needs a live one, or ALLOW_TEST_PAYMENTS=yes`)
}

/** Simulated money is refused whatever the value. */
function refuseSimulators(given: Readonly<Record<string, string | undefined>>): void {
  const known = { siteKeys: knownSiteKeys(given['SITES_DIR']), names: NAMES_OF_SITES }
  const refused = Object.keys(given).find(name => SIMULATED.includes(nameInSite(name, known) ?? name))
  if (refused !== undefined)
    throw new EnvError(`${refused}: leads to a simulator, which never runs in production`)
}

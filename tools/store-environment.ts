import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SITE_KEYS, siteOf } from '@kippu/sites/registry'
import { type StartSettings, withoutEmpty } from './start-settings.ts'

const WEBHOOK_SECRET = 'whsec_simulated'

/** The environment of the store: the caller's own, completed by what was started for it. */
export function storeEnvironment(settings: StartSettings, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    // The summary is what a person wants to see; the store's log of every request is asked for with LOG_LEVEL=info.
    LOG_LEVEL: 'warn',
    ...(settings.simulators ? simulatedProviders(settings) : {}),
    ...withoutEmpty(process.env),
    DATABASE_URL: databaseUrl,
    PORT: String(settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
    SIMULATORS: settings.simulators ? 'on' : 'off',
    ...(settings.production
      ? {}
      : { SECRET_KEY: settings.secretKey ?? rememberedSecret(settings.dataDir, 'secret-key') }),
  }
}

export function simulatorEnvironment({
  host,
  port,
  dataDir,
  simulatorsPort,
  smtpPort,
}: StartSettings): NodeJS.ProcessEnv {
  return {
    MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets({ dataDir, simulatorsPort }),
    ...withoutEmpty(process.env),
    SIMULATORS_HOST: host,
    SIMULATORS_PORT: String(simulatorsPort),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    STORE_URL: `http://localhost:${port}`,
    STORE_ORIGINS: `http://localhost:${port} http://*.localhost:${port}`,
  }
}

/** Where visitors' browsers find the simulators. */
export function simulatorsOrigin({ simulatorsPort }: Pick<StartSettings, 'simulatorsPort'>): string {
  return `http://localhost:${simulatorsPort}`
}

/** Sites whose members come with a token, in the order of the registry. */
export const TOKEN_SITES = SITE_KEYS.filter(key => {
  const { loginType, disabled } = siteOf(key).membership
  return loginType === 'Token' && !disabled
})

/** The simulated organisation of these sites and the store share a secret that no other data folder has. */
function memberTokenSecrets(settings: Pick<StartSettings, 'dataDir' | 'simulatorsPort'>): string {
  const issuer = `${simulatorsOrigin(settings)}/membership`
  const secret = rememberedSecret(settings.dataDir, 'membership-secret')
  return JSON.stringify(Object.fromEntries(TOKEN_SITES.map(key => [key, { issuer, secret }])))
}

/** Providers without keys are simulated; who sets a key of Stripe talks to Stripe. */
function simulatedProviders(settings: StartSettings): NodeJS.ProcessEnv {
  const origin = simulatorsOrigin(settings)
  const stripe = {
    STRIPE_API_URL: origin,
    STRIPE_JS_URL: `${origin}/stripe/v3/`,
    STRIPE_SECRET_KEY: 'sk_simulated',
    STRIPE_PUBLISHABLE_KEY: 'pk_simulated',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
  return {
    SMTP_URL: `smtp://127.0.0.1:${settings.smtpPort}`,
    MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(settings),
    ...(process.env['STRIPE_SECRET_KEY'] ? {} : stripe),
  }
}

/** Made once: 32 random bytes in base64url, readable by the owner alone. */
function rememberedSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name)
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}

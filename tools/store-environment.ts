import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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
      : { SECRET_KEY: settings.secretKey ?? rememberedSecretKey(settings.dataDir) }),
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
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ...withoutEmpty(process.env),
    SIMULATORS_HOST: host,
    SIMULATORS_PORT: String(simulatorsPort),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    STRIPE_WEBHOOK_URL: `http://localhost:${port}/payment-webhooks/stripe`,
    STORE_ORIGINS: `http://localhost:${port} http://*.localhost:${port}`,
  }
}

/** Where visitors' browsers find the simulators. */
export function simulatorsOrigin({ simulatorsPort }: StartSettings): string {
  return `http://localhost:${simulatorsPort}`
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
    ...(process.env['STRIPE_SECRET_KEY'] ? {} : stripe),
  }
}

/** Made once: 32 random bytes in base64url, readable by the owner alone. */
function rememberedSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key')
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}

import { existsSync } from 'node:fs'
import path from 'node:path'

import { simulatedAccounts } from '@kippu/simulators/accounts'
import { pushPortOf, tlsPortOf } from '@kippu/simulators/core/tls-port'
import { isOfDemo } from '@kippu/demo/demo-sites-dir'
import { loadSites } from '@kippu/sites/load-sites'
import { rememberedSecret } from './remembered-secret.ts'
import { type StartSettings, withoutEmpty } from './start-settings.ts'

const SECRET_KEY_FILE = 'secret-key'
const MEMBERSHIP_SECRET_FILE = 'membership-secret'

/** The key typed on the displays of a demonstration; production refuses it. */
const DEMO_SIGNAGE_KEY = 'demo-signage-key'

/** Whether a start has made the secret of this data folder. */
export function hasRememberedKey(dataDir: string): boolean {
  return existsSync(path.join(dataDir, SECRET_KEY_FILE))
}

/** The environment of the store: the caller's own, completed with the values of the programs started for it. */
export async function storeEnvironment(
  settings: StartSettings,
  databaseUrl: string,
): Promise<NodeJS.ProcessEnv> {
  return {
    // The summary is enough for a person at the terminal; LOG_LEVEL=info shows the store's log of every request, as
    // production does.
    ...(settings.production
      ? {}
      : { LOG_LEVEL: 'warn', SIGNAGE_KEY: DEMO_SIGNAGE_KEY, CONSOLE_HOST: consoleHostOf(settings) }),
    ...(settings.simulators ? await simulatedProviders(settings) : {}),
    ...withoutEmpty(process.env),
    DATABASE_URL: databaseUrl,
    PORT: String(settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
    SIMULATORS: settings.simulators ? 'on' : 'off',
    ...(settings.production
      ? {}
      : {
          SITES_DIR: settings.sitesDirs.join(path.delimiter),
          SECRET_KEY: settings.secretKey ?? rememberedSecret(settings, SECRET_KEY_FILE),
        }),
  }
}

/** The console of a store outside production: browsers know every name under `localhost`. */
function consoleHostOf({ port }: Pick<StartSettings, 'port'>): string {
  return `console.localhost:${port}`
}

/**
 * Makes the secrets of the data folder, or reads them, before anything depends on new ones. Throws one line when one
 * is damaged and data depends on it.
 */
export function prepareSecrets(settings: StartSettings): void {
  if (settings.secretKey === undefined) rememberedSecret(settings, SECRET_KEY_FILE)
  if (settings.simulators) rememberedSecret(settings, MEMBERSHIP_SECRET_FILE)
}

export function simulatorEnvironment(settings: StartSettings): NodeJS.ProcessEnv {
  const { host, port, dataDir, simulatorsPort, smtpPort } = settings
  return {
    MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(settings),
    ...withoutEmpty(process.env),
    SIMULATORS_HOST: host,
    SIMULATORS_PORT: String(simulatorsPort),
    SIMULATORS_TLS_PORT: String(tlsPortOf(simulatorsPort)),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    STORE_URL: `http://localhost:${port}`,
    STORE_ORIGINS: `http://localhost:${port} http://*.localhost:${port}`,
  }
}

/** The address at which visitors' browsers find the simulators. */
export function simulatorsOrigin({ simulatorsPort }: Pick<StartSettings, 'simulatorsPort'>): string {
  return `http://localhost:${simulatorsPort}`
}

/** Sites whose members come with a token of the simulated organisation. That of a venue has members of its own: nobody invented comes in there. */
export function tokenSites({ sitesDirs }: Pick<StartSettings, 'sitesDirs'>): readonly string[] {
  return loadSites(sitesDirs)
    .sites.filter(
      site => isOfDemo(site) && site.membership.loginType === 'Token' && !site.membership.disabled,
    )
    .map(({ key }) => key)
}

/** The simulated organisation of these sites and the store share a secret that no other data folder has. */
function memberTokenSecrets(settings: StartSettings): string {
  const issuer = `${simulatorsOrigin(settings)}/membership`
  const secret = rememberedSecret(settings, MEMBERSHIP_SECRET_FILE)
  return JSON.stringify(Object.fromEntries(tokenSites(settings).map(key => [key, { issuer, secret }])))
}

/**
 * Providers without keys are simulated. A caller that sets any variable of a provider uses that provider itself. A site
 * with an account of its own gets all of it from the caller.
 */
async function simulatedProviders(settings: StartSettings): Promise<NodeJS.ProcessEnv> {
  const accounts = await simulatedAccounts({
    origin: simulatorsOrigin(settings),
    dataDir: settings.dataDir,
    tlsPort: tlsPortOf(settings.simulatorsPort),
    pushPort: pushPortOf(tlsPortOf(settings.simulatorsPort)),
  })
  const isOwn = (variables: Record<string, string>): boolean =>
    Object.keys(variables).some(name => process.env[name])
  return {
    SMTP_URL: `smtp://127.0.0.1:${settings.smtpPort}`,
    MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(settings),
    ...Object.assign({}, ...Object.values(accounts).filter(variables => !isOwn(variables))),
  }
}

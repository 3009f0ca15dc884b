import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pushPortOf, tlsPortOf } from '@kippu/simulators/core/tls-port'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { isPortFree } from './free-port.ts'
import type { Launcher } from './launcher.ts'
import { type Program, startProgram } from './program.ts'
import { type StartSettings, statusPorts } from './start-settings.ts'
import { simulatorEnvironment, simulatorsOrigin } from './store-environment.ts'
import { COMPILED_CODE } from './root.ts'

/** Patience for a slow machine, on which a first start fills the database for a minute or two. */
const READY_WITHIN_MS = 180_000

/**
 * The address of the database that the settings name, or of the embedded one, which is started; when it ends, the
 * launcher stops everything.
 */
export async function startDatabase(launcher: Launcher, settings: StartSettings): Promise<string> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl !== undefined) return databaseUrl
  const starting = startEmbeddedDatabase({ dataDir, log: console.log })
  launcher.stopLater({ stop: async () => (await starting.catch(() => undefined))?.stop() })
  const database = await starting
  const watch = setInterval(() => {
    if (!database.isRunning() && !launcher.isStopping()) void launcher.fail('The database (PostgreSQL) ended')
  }, 1000)
  watch.unref()
  return database.url
}

/** Does nothing if the settings turn the simulators off. */
export function startSimulators(launcher: Launcher, settings: StartSettings): void {
  if (!settings.simulators) return
  const environment = simulatorEnvironment(settings)
  runToTheEnd(
    launcher,
    startProgram({
      name: 'The simulators',
      file: 'apps/simulators/src/main.ts',
      environment,
      quiet: true,
    }),
  )
}

/** How often the demonstration gets the days that have entered its ninety. */
const TOP_UP_MS = 3_600_000

/** Gives the demonstration its catalogue before the store opens, and new days while it runs. A production has a catalogue of its own. */
export async function fillDemo(
  launcher: Launcher,
  { production }: StartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  if (production) return
  let program: Program | undefined
  launcher.stopLater({ stop: async () => program?.stop(), kill: () => program?.kill() })
  const fill = async (): Promise<void> => {
    program = startProgram({
      name: 'The demonstration',
      file: 'demo/src/fill.ts',
      environment: { NODE_COMPILE_CACHE: COMPILED_CODE, ...environment },
    })
    const how = await program.ended
    if (!how.endsWith(' with code 0') && !launcher.isStopping()) throw new Error(how)
  }
  await fill()
  setInterval(() => void fill().catch(console.error), TOP_UP_MS).unref()
}

/**
 * Gives the demonstration its past month while the store is open already: each payment is made at the simulators. What goes wrong is told, and
 * the next start tries again.
 */
export async function fillPast(
  launcher: Launcher,
  settings: StartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  // A Stripe of somebody's own is not charged for a past that never was.
  const isSimulated = settings.simulators && environment['STRIPE_API_URL'] === simulatorsOrigin(settings)
  if (!settings.demoPast || !isSimulated) return
  const program = startProgram({
    name: 'The past month of the demonstration',
    file: 'demo/src/past.ts',
    environment: { NODE_COMPILE_CACHE: COMPILED_CODE, ...environment },
  })
  launcher.stopLater(program)
  const how = await program.ended
  if (!how.endsWith(' with code 0') && !launcher.isStopping()) console.error(how)
}

/** When this program ends, the launcher stops everything. */
export function runToTheEnd(launcher: Launcher, program: Program): void {
  launcher.stopLater(program)
  void program.ended.then(how => (launcher.isStopping() ? undefined : launcher.fail(how)))
}

/** Returns once the store is ready, or once `isGivenUp` says that the start was given up. @throws when it takes too long. */
export async function untilReady(
  address: string,
  name: string,
  isGivenUp: () => boolean,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!isGivenUp()) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`${name} was not ready within ${withinMs / 1000} s`)
    await delay(20)
  }
}

/** `http://localhost:3000`, also for a store that listens on every address. */
export function storeAddress({ host, port }: Pick<StartSettings, 'host' | 'port'>): string {
  return addressOf(host, port)
}

/** Where a program that listens on this host and port is found. */
export function addressOf(host: string, port: number): string {
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
}

/** @throws one line that names the first port that is taken, and whether one of our stores has it. */
export async function refuseTakenPorts(settings: StartSettings, command: string): Promise<void> {
  const { host, port, simulators, simulatorsPort, smtpPort } = settings
  const addresses = await lookup(host, { all: true })
  const wanted = [
    { name: 'PORT', number: port },
    ...statusPorts(settings).map(number => ({ name: 'STATUS_PORT', number })),
  ]
  if (simulators)
    wanted.push(
      { name: 'SIMULATORS_PORT', number: simulatorsPort },
      { name: 'SIMULATORS_PORT', number: tlsPortOf(simulatorsPort) },
      { name: 'SIMULATORS_PORT', number: pushPortOf(tlsPortOf(simulatorsPort)) },
      { name: 'SMTP_PORT', number: smtpPort },
    )
  for (const { name, number } of wanted) {
    const free = await Promise.all(addresses.map(({ address }) => isPortFree(number, address)))
    if (!free.includes(false)) continue
    const isOurs = name === 'PORT' && (await isStore(storeAddress(settings)))
    throw new Error(
      isOurs
        ? `Kippu already runs on port ${number}: stop it, or choose another port with ${name}=… ${command}`
        : `Port ${number} is taken: free it, or choose another with ${name}=… ${command}`,
    )
  }
}

async function isStore(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  return answer?.ok === true && answer.headers.has('x-request-id')
}

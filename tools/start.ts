import { lookup } from 'node:dns/promises'
import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { tlsPortOf } from '@kippu/simulators/core/tls-port'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { isPortFree } from './free-port.ts'
import { type Program, startProgram } from './program.ts'
import { readStartSettings, type StartSettings } from './start-settings.ts'
import { startSummary } from './start-summary.ts'
import { simulatorEnvironment, storeEnvironment } from './store-environment.ts'
import { buildWebIfStale } from './web-build.ts'

const READY_WITHIN_MS = 60_000

/** What has been started so far, in order; stopped in reverse, so the database goes last. */
const started: { stop(): Promise<void> }[] = []
let stopping: Promise<never> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0))

try {
  await start(readStartSettings(process.env))
} catch (error) {
  await fail(error instanceof Error ? error.message : String(error))
}

async function start(settings: StartSettings): Promise<void> {
  await refuseTakenPorts(settings)
  mkdirSync(settings.dataDir, { recursive: true })
  await buildWebIfStale()
  await stopping
  const database = settings.databaseUrl === undefined ? await startDatabase(settings) : undefined
  await stopping
  const databaseUrl = database?.url ?? settings.databaseUrl ?? ''
  // Makes the keys that both share, before either starts.
  const environment = await storeEnvironment(settings, databaseUrl)
  await stopping
  if (settings.simulators)
    run('The simulators', 'apps/simulators/src/main.ts', simulatorEnvironment(settings))
  const store = run('The store', 'apps/server/src/main.ts', environment)
  await untilReady(settings, store)
  if (stopping === undefined) console.log(startSummary(settings, databaseUrl))
}

async function startDatabase({ dataDir }: StartSettings): Promise<EmbeddedDatabase> {
  const starting = startEmbeddedDatabase({ dataDir, log: console.log })
  started.push({ stop: async () => (await starting.catch(() => undefined))?.stop() })
  const database = await starting
  const watch = setInterval(() => {
    if (!database.isRunning() && stopping === undefined) void fail('The database (PostgreSQL) ended')
  }, 1000)
  watch.unref()
  return database
}

function run(name: string, file: string, environment: NodeJS.ProcessEnv): Program {
  const program = startProgram({ name, file, environment, quiet: name === 'The simulators' })
  started.push(program)
  void program.ended.then(how => (stopping === undefined ? fail(how) : undefined))
  return program
}

async function untilReady({ port, host }: StartSettings, store: Program): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  const address = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}/readyz`
  while (stopping === undefined) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline)
      throw new Error(`${store.name} was not ready within ${READY_WITHIN_MS / 1000} s`)
    await delay(50)
  }
}

async function refuseTakenPorts({
  host,
  port,
  simulators,
  simulatorsPort,
  smtpPort,
}: StartSettings): Promise<void> {
  const addresses = await lookup(host, { all: true })
  const wanted = [{ name: 'PORT', number: port }]
  if (simulators)
    wanted.push(
      { name: 'SIMULATORS_PORT', number: simulatorsPort },
      { name: 'SIMULATORS_PORT', number: tlsPortOf(simulatorsPort) },
      { name: 'SMTP_PORT', number: smtpPort },
    )
  for (const { name, number } of wanted) {
    const free = await Promise.all(addresses.map(({ address }) => isPortFree(number, address)))
    if (free.includes(false))
      throw new Error(`Port ${number} is taken: free it, or choose another with ${name}=… npm start`)
  }
}

function fail(why: string): Promise<never> {
  if (stopping === undefined) console.error(`${why.replace(/\.$/, '')}.`)
  return stopAll(1)
}

function stopAll(code: number): Promise<never> {
  stopping ??= (async () => {
    for (const part of started.toReversed()) await part.stop()
    process.exit(code)
  })()
  return stopping
}

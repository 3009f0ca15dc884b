import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { COMPILED_CODE } from './root.ts'
import { isDatabaseRunning, startEmbeddedDatabase } from './embedded-database.ts'
import { ROOT } from './root.ts'
import { readStartSettings, type StartSettings, takeFiles } from './start-settings.ts'
import { hasRememberedKey, storeEnvironment } from './store-environment.ts'

/** The store's command line, with the same environment and database as the store under `npm start`. */

const args = process.argv.slice(2)
try {
  takeFiles(process.env)
  process.exitCode = needsNoStore()
    ? run(withDemo(process.env))
    : await runOnDatabase(readStartSettings(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Help, and what is about files alone. */
function needsNoStore(): boolean {
  const [name, verb = ''] = args
  return (
    name === undefined ||
    name === 'help' ||
    name === 'version' ||
    name === '--version' ||
    args.includes('--help') ||
    args.includes('-h') ||
    // It says itself what is missing; beside `npm start` it looks at the store of that.
    (name === 'doctor' &&
      (process.env['NODE_ENV'] === 'production' || Boolean(process.env['DATABASE_URL']))) ||
    (name === 'sites' && ['new', 'check', 'export'].includes(verb))
  )
}

/** A site of the demonstration can be exported; a new one, or one that is checked, is the venue's own. */
function withDemo(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (args[0] !== 'sites' || args[1] !== 'export') return environment
  const { SITES_DIR: own } = environment
  return { ...environment, SITES_DIR: [...(own ? [own] : []), DEMO_SITES_DIR].join(path.delimiter) }
}

async function runOnDatabase(settings: StartSettings): Promise<number> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== undefined) {
    // A secret that is made now is of no use to anything in this database.
    if (settings.secretKey === undefined && !hasRememberedKey(dataDir))
      throw new Error(
        `SECRET_KEY is not set, and ${dataDir} has none: set that of the store at DATABASE_URL.`,
      )
    return run(await storeEnvironment(settings, databaseUrl))
  }
  if (!isDatabaseRunning(dataDir))
    throw new Error(
      `DATABASE_URL is not set, and no npm start runs in ${dataDir}: start one, or set DATABASE_URL.`,
    )
  // Adopts the one that runs, which then stays as long as the command does.
  const database = await startEmbeddedDatabase({ dataDir })
  try {
    return run(await storeEnvironment(settings, database.url))
  } finally {
    await database.stop()
  }
}

function run(env: NodeJS.ProcessEnv): number {
  const cli = path.join(ROOT, 'apps/server/src/cli/main.ts')
  // Most of the time of a command at the desk is the reading of the program. Where the folder can't be written, nothing
  // is kept.
  // The demonstration has an owner; somebody else says who they are.
  const kept = {
    NODE_COMPILE_CACHE: COMPILED_CODE,
    ...(env['NODE_ENV'] !== 'production' && { KIPPU_STAFF: 'owner' }),
  }
  return (
    spawnSync(process.execPath, [cli, ...args], { env: { ...kept, ...env }, stdio: 'inherit' }).status ?? 1
  )
}

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { ROOT } from './run-steps.ts'
import { readStartSettings } from './start-settings.ts'
import { storeEnvironment } from './store-environment.ts'

/** The store's command line, with the same environment and database as the store under `npm start`. */

const settings = readStartSettings(process.env)
const { databaseUrl, dataDir } = settings
const database = databaseUrl === undefined ? await startEmbeddedDatabase({ dataDir }) : undefined
try {
  const { status } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'apps/server/src/cli/main.ts'), ...process.argv.slice(2)],
    { env: await storeEnvironment(settings, database?.url ?? databaseUrl ?? ''), stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  await database?.stop()
}

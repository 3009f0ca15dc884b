import { mkdirSync } from 'node:fs'
import { type Launcher, launch } from './launcher.ts'
import { refuseTakenPorts, startDatabase, startSimulators } from './stack-parts.ts'
import { readStartSettings, type StartSettings } from './start-settings.ts'
import { startSummary } from './start-summary.ts'
import { storeEnvironment } from './store-environment.ts'
import { startStore } from './store-processes.ts'
import { buildWebIfStale } from './web-build.ts'

await launch(async launcher => start(launcher, readStartSettings(process.env, process.argv.slice(2))))

async function start(launcher: Launcher, settings: StartSettings): Promise<void> {
  await refuseTakenPorts(settings, 'npm start')
  mkdirSync(settings.dataDir, { recursive: true })
  await buildWebIfStale()
  await launcher.goOn()
  const databaseUrl = await startDatabase(launcher, settings)
  await launcher.goOn()
  // Makes the keys that both share before either starts.
  const environment = await storeEnvironment(settings, databaseUrl)
  await launcher.goOn()
  startSimulators(launcher, settings)
  await startStore(launcher, settings, environment)
  if (!launcher.isStopping()) console.log(startSummary(settings, databaseUrl))
}

import { createEnvParts } from '../../apps/server/src/start/environment/env-parts.ts'
import { parseEnv } from '../../apps/server/src/start/environment/read-env.ts'
import { lockFolder } from './folder-lock.ts'
import { type Launcher, launch } from './launcher.ts'
import { fillDemo, fillPast, refuseTakenPorts, startDatabase, startSimulators } from './stack-parts.ts'
import { readStartSettings, type StartSettings, takeFiles } from './start-settings.ts'
import { startSummary } from './start-summary.ts'
import { prepareSecrets, storeEnvironment } from './store-environment.ts'
import { startStore } from './store-processes.ts'
import { buildWebIfStale } from './web-build.ts'

await launch(async launcher => {
  takeFiles(process.env)
  return start(launcher, readStartSettings(process.env, process.argv.slice(2)))
})

async function start(launcher: Launcher, settings: StartSettings): Promise<void> {
  await refuseTakenPorts(settings, 'npm start')
  if (settings.production) await checkEnvironment(settings)
  else {
    launcher.stopLater(lockFolder(settings.dataDir, 'npm start'))
    prepareSecrets(settings)
  }
  // In production nothing is written beside the program: the server says when the web app is not built.
  const building = settings.production ? undefined : buildWebIfStale({ quickly: true })
  // Only the store needs it; what goes wrong is told where it is waited for.
  building?.catch(() => undefined)
  const databaseUrl = await startDatabase(launcher, settings)
  await launcher.goOn()
  // Makes the keys that both share before either starts.
  const environment = await storeEnvironment(settings, databaseUrl)
  await launcher.goOn()
  startSimulators(launcher, settings)
  await fillDemo(launcher, settings, environment)
  await building
  await launcher.goOn()
  await startStore(launcher, settings, environment)
  if (launcher.isStopping()) return
  console.log(startSummary(settings, databaseUrl))
  void fillPast(launcher, settings, environment)
}

/** Complains, as the store would later, before the web app is built. */
async function checkEnvironment(settings: StartSettings): Promise<void> {
  createEnvParts(parseEnv(await storeEnvironment(settings, settings.databaseUrl ?? '')))
}

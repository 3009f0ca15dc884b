import { createServer } from 'node:http'
import path from 'node:path'
import { followChanges, sayBroken } from './follow-changes.ts'
import { listenOnHost, serveFront } from './front.ts'
import { openLiveWeb } from './live-web.ts'
import { startRestartingStore } from './restarting-store.ts'
import { lockFolder } from '../folder-lock.ts'
import { freePort } from '../free-port.ts'
import { type Launcher, launch } from '../launcher.ts'
import { ROOT } from '../root.ts'
import { fillDemo, refuseTakenPorts, startDatabase, startSimulators, storeAddress } from '../stack-parts.ts'
import { readStartSettings, type StartSettings, takeFiles } from '../start-settings.ts'
import { startSummary } from '../start-summary.ts'
import { prepareSecrets, storeEnvironment } from '../store-environment.ts'

/**
 * Starts the parts of `npm start` from the sources as they are at each moment: see docs/development.md. `--inspect`
 * opens the store to a debugger.
 */
const INSPECT = '--inspect=127.0.0.1:9229'

await launch(async launcher => {
  takeFiles(process.env)
  return start(launcher, readStartSettings(process.env))
})

async function start(launcher: Launcher, settings: StartSettings): Promise<void> {
  if (settings.production)
    throw new Error('npm run dev is for development; npm start also runs in production')
  await refuseTakenPorts(settings, 'npm run dev')
  launcher.stopLater(lockFolder(settings.dataDir, 'npm run dev'))
  prepareSecrets(settings)
  const databaseUrl = await startDatabase(launcher, settings)
  await launcher.goOn()
  // Makes the keys that both share, before either starts.
  const environment = await storeEnvironment(settings, databaseUrl)
  await launcher.goOn()
  startSimulators(launcher, settings)
  await fillDemo(launcher, settings, environment)
  await launcher.goOn()
  await startStore(launcher, settings, environment)
  if (!launcher.isStopping()) console.log(startSummary(settings, databaseUrl))
}

/** The store behind the process that holds Vite: this one, which the browser speaks to. */
async function startStore(
  launcher: Launcher,
  settings: StartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const httpServer = createServer()
  launcher.stopLater({
    stop: async () => {
      httpServer.close()
      httpServer.closeAllConnections()
    },
  })
  const storePort = await freePort()
  const store = startRestartingStore({
    file: 'tools/start/dev/store.ts',
    environment: {
      ...environment,
      DEV_WEB_ORIGIN: storeAddress(settings),
      DEV_STORE_PORT: String(storePort),
      NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'node'),
      ...(process.argv.includes('--inspect') ? { NODE_OPTIONS: INSPECT } : {}),
    },
    address: `http://127.0.0.1:${storePort}`,
    onEnd: how => (launcher.isStopping() ? undefined : sayBroken(how)),
  })
  launcher.stopLater(store)
  const web = await openLiveWeb({ httpServer })
  launcher.stopLater({ stop: () => web.close() })
  serveFront(httpServer, { web, storePort, storeReady: () => store.ready() })
  await listenOnHost(httpServer, settings.host, settings.port)
  followChanges(web.vite, store)
  // While the store starts there is time to read the app. What is wrong with it is told when a page is asked for.
  void web.template('order').catch(() => undefined)
  await store.ready().catch((error: unknown) => {
    if (!launcher.isStopping()) sayBroken(error instanceof Error ? error.message : String(error))
  })
}

import path from 'node:path'
import * as v from 'valibot'
import { readEnv } from '../../../apps/server/src/start/environment/read-env.ts'
import { runServer } from '../../../apps/server/src/start/run-server.ts'
import { startServer } from '../../../apps/server/src/start/server.ts'
import { ROOT } from '../root.ts'
import { askForWeb } from './web-calls.ts'

/** The store as `npm run dev` runs it: with the web app from its sources, on a port behind the one in its links. */
await runServer(async () => {
  const env = readEnv()
  if (env.production) throw new Error('The store in development does not run in production.')
  const { DEV_WEB_ORIGIN, DEV_STORE_PORT } = v.parse(
    v.object({ DEV_WEB_ORIGIN: v.string(), DEV_STORE_PORT: v.pipe(v.string(), v.transform(Number)) }),
    process.env,
  )
  return startServer(env, {
    loadWeb: async () => askForWeb(DEV_WEB_ORIGIN, path.join(ROOT, '.cache', 'no-assets')),
    address: { host: '127.0.0.1', port: DEV_STORE_PORT },
  })
})

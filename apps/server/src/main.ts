import { readEnv } from './read-env.ts'
import { runServer } from './run-server.ts'
import { startServer } from './server.ts'

await runServer(async () => startServer(readEnv()))

import { runServer } from './run-server.ts'

// Signals are heard before most of the program is read.
await runServer(async () => {
  const [{ readEnv }, { startServer }] = await Promise.all([import('./read-env.ts'), import('./server.ts')])
  return startServer(readEnv())
})

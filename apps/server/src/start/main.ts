import { runServer } from './run-server.ts'

// Signals are heard before most of the program is read.
await runServer(async () => {
  const { readEnv } = await import('./environment/read-env.ts')
  const env = readEnv()
  // A wrong variable is said before most of the program is read, too.
  const { startServer } = await import('./server.ts')
  return startServer(env)
})

import { createServer } from 'node:net'

/**
 * Below the ports that an operating system gives to programs that ask for any (under Linux from 32768): such a port may
 * be the client's end of somebody's connection before the program listens that it was found for.
 */
const FROM = 20_000
const COUNT = 4_000

/** A TCP port of 127.0.0.1 on which nothing listens at this moment. */
export async function freePort(): Promise<number> {
  const begin = Math.floor(Math.random() * COUNT)
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FROM + ((begin + tried) % COUNT)
    if (await isPortFree(port)) return port
  }
  throw new Error('No TCP port is free on 127.0.0.1.')
}

/** Whether a program could listen on this port now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

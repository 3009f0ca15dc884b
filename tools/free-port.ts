import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 on which nothing listens at this moment. */
export async function freePort(): Promise<number> {
  const port = await tryListening(0, '127.0.0.1')
  if (port === undefined) throw new Error('No TCP port is free on 127.0.0.1.')
  return port
}

/** Whether a program could listen on this port now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await tryListening(port, host)) !== undefined
}

function tryListening(port: number, host: string): Promise<number | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const address = server.address()
      const chosen = typeof address === 'object' && address !== null ? address.port : undefined
      server.close(() => resolve(chosen))
    })
  })
}

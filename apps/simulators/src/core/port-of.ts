import type { Server } from 'node:net'

/** The port a server listens on. @throws when it does not listen. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

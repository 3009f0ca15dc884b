import { once } from 'node:events'
import { createServer } from 'node:https'

/** What a visitor finds at the public address of a store. */
export interface StoreDoor {
  headers: Readonly<Record<string, string>>
  status: number
  readonly port: number
  close(): Promise<void>
}

/** An HTTPS server that answers as the store behind its proxy does, unless a test tells it otherwise. */
export async function openStoreDoor(pair: {
  readonly certificate: string
  readonly key: string
}): Promise<StoreDoor> {
  const server = createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
    // As docs/proxy/kippu.conf: the proxy answers by itself.
    if (/^\/(?:healthz|readyz|metrics)\/?$/.test(request.url ?? '')) response.writeHead(404).end()
    else response.writeHead(door.status, door.headers).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const door: StoreDoor = {
    headers: { 'x-request-id': 'one' },
    status: 200,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return door
}

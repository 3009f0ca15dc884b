import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** One address before several servers: each request goes to the next of them, as behind a load balancer. */
export interface Balancer {
  readonly port: number
  readonly origin: string
  /** From now on requests go to the servers at these ports in turn. */
  serve(ports: readonly number[]): void
  close(): void
}

export async function startBalancer(): Promise<Balancer> {
  let targets: readonly number[] = []
  let turn = 0
  const server = createServer((asked, answered) => {
    const port = targets[turn % targets.length]
    turn += 1
    if (port === undefined) answered.writeHead(502).end()
    else passOn(port, asked, answered)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port')
  return {
    port: address.port,
    origin: `http://localhost:${address.port}`,
    serve: ports => {
      targets = ports
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The host stays the visitor's: it names the site. */
function passOn(port: number, asked: IncomingMessage, answered: ServerResponse): void {
  const { method, url, headers } = asked
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, answer => {
    answered.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(answered)
  })
  passed.on('error', () => {
    if (answered.headersSent) answered.destroy()
    else answered.writeHead(502).end()
  })
  asked.pipe(passed)
}

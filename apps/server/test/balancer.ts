import { once } from 'node:events'
import { type Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** One address before several servers: each request goes to the next of them, as behind a load balancer. */
export interface Balancer {
  readonly port: number
  readonly origin: string
  /** From now on requests go to the servers at these ports in turn. */
  serve(ports: readonly number[]): void
  /** From now on each request goes where this says. */
  serveBy(choose: (asked: IncomingMessage) => Target | undefined): void
  close(): void
}

/** Where a request goes, over a connection of this agent if there is one. */
export interface Target {
  readonly port: number
  readonly agent?: Agent
}

export async function startBalancer(): Promise<Balancer> {
  let choose: (asked: IncomingMessage) => Target | undefined = () => undefined
  const server = createServer((asked, answered) => {
    const target = choose(asked)
    if (target === undefined) answered.writeHead(502).end()
    else passOn(target, asked, answered)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port')
  return {
    port: address.port,
    origin: `http://localhost:${address.port}`,
    serve: ports => {
      let turn = 0
      choose = () => {
        const port = ports[turn % ports.length]
        turn += 1
        return port === undefined ? undefined : { port }
      }
    },
    serveBy: by => {
      choose = by
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The host stays the visitor's: it names the site. */
function passOn(target: Target, asked: IncomingMessage, answered: ServerResponse): void {
  const { method, url, headers } = asked
  const passed = request({ ...target, host: '127.0.0.1', method, path: url, headers }, answer => {
    answered.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(answered)
  })
  passed.on('error', () => {
    if (answered.headersSent) answered.destroy()
    else answered.writeHead(502).end()
  })
  asked.pipe(passed)
}

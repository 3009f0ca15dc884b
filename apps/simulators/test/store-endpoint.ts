import { createServer, type IncomingHttpHeaders } from 'node:http'

import { onTestFinished } from 'vitest'

/** A notice as it reached the store: where, the bytes and the headers. */
export interface Received {
  readonly path: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

export interface StoreEndpoint {
  /** Its origin, the simulators' `storeUrl`. */
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves once this many notices have come in. */
  count(wanted: number): Promise<readonly Received[]>
}

/** The store's end of the line: takes notices and answers the given statuses (or 200 with a text) in turn, then 200 with the last text. */
export async function storeEndpoint(replies: (number | string)[] = []): Promise<StoreEndpoint> {
  const received: Received[] = []
  const waiting: { readonly wanted: number; readonly done: (all: readonly Received[]) => void }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body, headers: request.headers })
      const reply = replies[received.length - 1] ?? replies.findLast(text => typeof text === 'string') ?? 200
      response.writeHead(typeof reply === 'number' ? reply : 200)
      response.end(typeof reply === 'number' ? '' : reply)
      for (const { wanted, done } of waiting) if (received.length >= wanted) done(received)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    count: wanted =>
      new Promise(resolve => {
        if (received.length >= wanted) resolve(received)
        else waiting.push({ wanted, done: resolve })
      }),
  }
}

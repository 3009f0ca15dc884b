import { createServer, type IncomingHttpHeaders } from 'node:http'

import { onTestFinished } from 'vitest'

/** A notice as it reached the store: the path, the bytes and the headers. */
export interface ReceivedNotice {
  readonly path: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

export interface StoreEndpoint {
  /** The store's origin, for the simulators' `storeUrl`. */
  readonly url: string
  readonly received: readonly ReceivedNotice[]
  /** Resolves once this many notices have arrived. */
  count(wanted: number): Promise<readonly ReceivedNotice[]>
}

/**
 * Stands in for the store: it takes notices and answers them with the given statuses, or 200 with the given texts, in
 * turn, and then with the last one.
 */
export async function storeEndpoint(replies: (number | string)[] = []): Promise<StoreEndpoint> {
  const received: ReceivedNotice[] = []
  const waiting: { readonly wanted: number; readonly done: (all: readonly ReceivedNotice[]) => void }[] = []
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

import { createServer } from 'node:http'
import { once } from 'node:events'

import { claimPort } from '../../tools/start/claim-ports.ts'
import type { StopLater } from '../started.ts'

/** A price of a day, and nothing else: what the line and the phone need for any page. */
const PAGE = '<!doctype html><title>One word</title><p data-date><b>1,000</b>'

/** Serves a page of one word, beside which the pages of a store are measured. Returns its address. */
export async function startOneWord(stopLater: StopLater): Promise<string> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(PAGE)
  })
  const port = await claimPort()
  server.listen(port, 'localhost')
  await once(server, 'listening')
  stopLater({ stop: async () => server[Symbol.asyncDispose]() })
  return `http://localhost:${port}/`
}

import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimPort } from './claim-ports.ts'
import { refuseTakenPorts } from './stack-parts.ts'
import { readStartSettings } from './start-settings.ts'

let server: Server
let port: number

beforeEach(async () => {
  port = await claimPort()
  server = createServer((_question, answer) => answer.end()).listen(port, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const refusal = (): Promise<void> =>
  refuseTakenPorts(
    readStartSettings({ PORT: String(port), HOST: '127.0.0.1', SIMULATORS: 'off' }),
    'npm run dev',
  )

test('a second start beside a store that runs says so', async () => {
  server.prependListener('request', (_question, answer) => answer.setHeader('x-request-id', 'one'))
  await expect(refusal()).rejects.toThrow(
    `Kippu already runs on port ${port}: stop it, or choose another port with PORT=… npm run dev`,
  )
})

test('a port that another program has is named, with the way to choose another', async () => {
  await expect(refusal()).rejects.toThrow(
    `Port ${port} is taken: free it, or choose another with PORT=… npm run dev`,
  )
})

test('a free port is not a reason to refuse', async () => {
  server.close()
  await once(server, 'close')
  await expect(refusal()).resolves.toBeUndefined()
})

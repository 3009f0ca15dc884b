import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { claimPort } from '../../../tools/start/claim-ports.ts'
import { visitOnce } from './busy-visitor.ts'
import { type KeptLine, openLine } from './kept-line.ts'
import { createNeighbourStore, type NeighbourStore, type StoreProcess } from './neighbours/neighbour-store.ts'

const PATIENCE = { timeout: 60_000 }
const LINES = 8
const VISITORS = 4
const MANY_PLACES = 1_000_000
/** Longer than a test lasts: it ends the drain itself. */
const LONG_DRAIN = '300'

let store: NeighbourStore

beforeAll(async () => {
  store = await createNeighbourStore('seeded')
}, 120_000)
afterAll(() => store?.close())

const lineTo = (port: number): KeptLine => openLine({ host: '127.0.0.1', port })

const READ = { path: '/api/v1/langs' } as const

async function askToStop(stopping: StoreProcess): Promise<void> {
  const { child } = stopping
  child.kill('SIGTERM')
  while (!stopping.lastOutput().includes('the process is asked to stop'))
    if (child.stdout !== null) await once(child.stdout, 'data')
}

test('a process that is asked to stop is not ready, goes on accepting, and each answer ends its connection (S-15.09)', async () => {
  const statusPort = await claimPort()
  const stopping = await store.start({
    ROLE: 'web',
    DRAIN_SECONDS: LONG_DRAIN,
    STATUS_PORT: String(statusPort),
  })
  const kept = Array.from({ length: LINES }, () => lineTo(stopping.port))
  const before = await Promise.all(kept.map(line => line.ask(READ)))
  expect(new Set(before.map(({ headers }) => headers.connection))).toEqual(new Set(['keep-alive']))
  await askToStop(stopping)

  for (const port of [stopping.port, statusPort]) {
    const { status, text } = await lineTo(port).ask({ path: '/readyz' })
    expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ error: 'busy' })])
  }
  const alive = await lineTo(statusPort).ask({ path: '/healthz' })
  expect(alive.status).toBe(200)
  // Those that were kept, and new ones.
  for (const line of [...kept, ...Array.from({ length: LINES }, () => lineTo(stopping.port))]) {
    const { status, headers } = await line.ask(READ)
    expect([status, headers.connection]).toEqual([200, 'close'])
  }
  // A second signal ends it at once, as soon as it cannot be the first one once more.
  const ended = () => {
    stopping.child.kill('SIGTERM')
    return stopping.child.exitCode
  }
  await expect.poll(ended, PATIENCE).toBe(143)
}, 120_000)

test('after the drain connections without a request end without a reset, and the process ends normally', async () => {
  const stopping = await store.start({ ROLE: 'web' })
  const idle = [connect(stopping.port, '127.0.0.1'), connect(stopping.port, '127.0.0.1')] as const
  const received: string[] = []
  const ends = idle.map(async (socket: Socket) => {
    socket.on('data', (bytes: Buffer) => received.push(bytes.toString()))
    const [hadError] = await once(socket, 'close')
    return hadError
  })
  const [used, silent] = idle
  used.write('GET /api/v1/langs HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await Promise.all([once(used, 'data'), once(silent, 'connect')])
  // It is accepted once a later one is answered.
  await lineTo(stopping.port).ask(READ)
  stopping.child.kill('SIGTERM')
  expect(await Promise.all(ends)).toEqual([false, false])
  await stopping.ended
  expect([stopping.child.exitCode, stopping.child.signalCode]).toEqual([0, null])
  expect(received.filter(text => !text.startsWith('HTTP/1.1 200'))).toEqual([])
}, 120_000)

test('visitors read and buy on kept connections while one process after the other is restarted, and none notices', async () => {
  const variables = {
    ROLE: 'web',
    DRAIN_SECONDS: '3',
    TRUST_PROXY: 'loopback',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const running = [await store.start(variables), await store.start(variables)]
  const { free } = await store.offer(MANY_PLACES)
  /** The process that takes new connections, as a balancer decides that looks at `/readyz`. */
  let open = 0
  const address = addresses()
  let isOver = false
  let requests = 0
  const faults: unknown[] = []
  const visitors = Array.from({ length: VISITORS }, async (): Promise<void> => {
    while (!isOver)
      await visitOnce({ ...store, catalogue: free, ask: askOf(address()), rounds: 1 }).then(
        count => (requests += count),
        (error: unknown) => faults.push(error),
      )
  })
  /** Keeps its connection until an answer ends it, and then opens the next one. */
  function askOf(visitor: string): KeptLine['ask'] {
    const nextLine = () =>
      openLine({ host: '127.0.0.1', port: running[open]?.port, headers: { 'x-forwarded-for': visitor } })
    let line = nextLine()
    return async question => {
      const answer = await line.ask(question)
      if (answer.headers.connection === 'close') line = nextLine()
      return answer
    }
  }
  for (const index of [0, 1]) {
    const stopping = running[index]!
    open = index
    await expect.poll(() => stopping.lastOutput(), PATIENCE).toContain('"route":"/api/v1/orders"')
    open = 1 - index
    stopping.child.kill('SIGTERM')
    await stopping.ended
    expect(stopping.child.exitCode).toBe(0)
    // The first one takes over again when the second one goes.
    if (index === 0) running[index] = await store.start(variables, stopping.port)
  }
  isOver = true
  await Promise.all(visitors)
  expect(faults).toEqual([])
  expect(requests).toBeGreaterThan(100)
}, 120_000)

/** An address for each visitor: limits count by them. */
function addresses(): () => string {
  let visitor = 0
  return () => {
    visitor += 1
    return `10.0.${visitor >> 8}.${visitor & 255}`
  }
}

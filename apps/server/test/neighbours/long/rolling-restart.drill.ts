import { afterAll, beforeAll, expect, test } from 'vitest'

import { claimPort } from '../../../../../tools/start/claim-ports.ts'
import { visitOnce } from '../../busy-visitor.ts'
import { createNeighbourStore, type NeighbourStore, type StoreProcess } from '../neighbour-store.ts'
import { HOSTS, type Proxy, startNginx } from '../nginx.ts'

/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 3_600_000
const REQUESTS = 50_000
const VISITORS = 12
/** How often one visitor reads all documents and calls. */
const ROUNDS = 4
const MANY_PLACES = 10_000_000
/** A process that takes longer is killed, and the drill fails. */
const PATIENCE_MS = 60_000

const ROLES = { web: { ROLE: 'web' }, worker: { ROLE: 'worker' } } as const

let store: NeighbourStore
let proxy: Proxy
let running: { readonly role: keyof typeof ROLES; process: StoreProcess }[]

async function start(role: keyof typeof ROLES, wished?: number): Promise<StoreProcess> {
  const port = wished ?? (await claimPort())
  const variables = {
    ...ROLES[role],
    // A worker has no other.
    ...(role === 'worker' && { STATUS_PORT: String(port) }),
    DRAIN_SECONDS: '3',
    TRUST_PROXY: 'loopback',
    SITE_HOSTS: Object.entries(HOSTS)
      .map(pair => pair.join('='))
      .join(),
    REQUESTS_PER_MINUTE: '1000000',
  }
  return store.start(variables, port)
}

beforeAll(async () => {
  store = await createNeighbourStore('seeded')
  running = []
  for (const role of ['web', 'web', 'worker'] as const) running.push({ role, process: await start(role) })
  proxy = await startNginx(running.slice(0, 2).map(({ process }) => process.port))
}, ALL_MS)
afterAll(async () => {
  await proxy?.stop()
  await store?.close()
})

test(
  'four restarts in turn under load are noticed by none of the visitors',
  { timeout: ALL_MS },
  async () => {
    const { free } = await store.offer(MANY_PLACES)
    let requests = 0
    let restarts = 0
    const faults: string[] = []
    let visitor = 0
    const visit = async (): Promise<void> => {
      visitor += 1
      // Limits count by the address of the visitor.
      const line = proxy.openLine(`127.1.${visitor >> 8}.${visitor & 255}`)
      try {
        // Not `+= await`: what the others count meanwhile would be lost.
        const made = await visitOnce({ ...store, catalogue: free, ask: line.ask, rounds: ROUNDS })
        requests += made
      } catch (error) {
        faults.push(String(error))
      }
      line.end()
    }
    const visiting = Array.from({ length: VISITORS }, async () => {
      while (requests < REQUESTS || restarts < 4) await visit()
    })
    for (const index of [0, 1, 2, 0]) {
      // Spread over the load: the first when a sixth of it is behind us.
      const due = (REQUESTS / 6) * (restarts + 1)
      await expect.poll(() => requests, { timeout: ALL_MS, interval: 100 }).toBeGreaterThan(due)
      const one = running[index]!
      await one.process.stop(PATIENCE_MS)
      expect([one.role, one.process.child.exitCode]).toEqual([one.role, 0])
      one.process = await start(one.role, one.process.port)
      restarts += 1
    }
    await Promise.all(visiting)
    process.stderr.write(`${requests} requests of ${visitor} visitors\n`)
    expect(faults).toEqual([])
    expect(requests).toBeGreaterThanOrEqual(REQUESTS)
  },
)

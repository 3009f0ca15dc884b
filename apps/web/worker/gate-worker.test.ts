// @vitest-environment node
import { GATE_PATH } from '@kippu/contract/gate-page'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openMemoryCaches } from '../test/in-memory-caches.ts'

const ORIGIN = 'https://tickets.example'
const ENTRY = '/assets/gate/index-2.js'
const READER = '/assets/gate/reader-2.wasm'
const PATIENCE = 2_500

/** What the network answers; an address that is not here can't be reached. */
let network: Map<string, () => Response | Promise<Response>>
let memory: ReturnType<typeof openMemoryCaches>
const heard = new Map<string, (event: object) => void>()

const documentOf = (entry: string): Response => new Response(`<script>load('${entry}')</script>`)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  heard.clear()
  memory = openMemoryCaches()
  network = new Map([
    [GATE_PATH, () => documentOf(ENTRY)],
    [ENTRY, () => new Response('entry')],
    [READER, () => new Response('reader')],
  ])
  vi.stubGlobal('caches', memory.caches)
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const url = new URL(request instanceof Request ? request.url : request, ORIGIN)
    const answer = network.get(url.pathname)
    if (answer === undefined) throw new TypeError('no connection')
    return answer()
  })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, ORIGIN), init)
      }
    },
  )
  vi.stubGlobal('RELEASE', { version: '2', files: [ENTRY, READER], document: GATE_PATH })
  vi.stubGlobal('self', {
    location: new URL(ORIGIN),
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
  })
  await import('./gate-worker.ts')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function happens(name: 'install' | 'activate'): Promise<void> {
  let work: unknown
  heard.get(name)?.({ waitUntil: (promise: unknown) => (work = promise) })
  await work
}

/** What the page gets; undefined where the worker leaves the request to the browser. */
function asks(
  path: string,
  mode: 'navigate' | 'cors' = 'cors',
  method = 'GET',
): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined
  const request = { url: ORIGIN + path, mode, method }
  const event = {
    request,
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: () => undefined,
  }
  vi.stubGlobal('fetch', async (asked: Request | { url: string }) => {
    const found = network.get(new URL(asked.url).pathname)
    if (found === undefined) throw new TypeError('no connection')
    return found()
  })
  heard.get('fetch')?.(event)
  return answer
}

test('the gate opens without a connection, with all its files', async () => {
  await happens('install')
  network.clear()
  expect(await (await asks(GATE_PATH, 'navigate'))?.text()).toContain(ENTRY)
  expect(await (await asks(ENTRY))?.text()).toBe('entry')
  expect(await (await asks(READER))?.text()).toBe('reader')
})

test('a network that does not answer in time leaves it to the device, and one that is broken too', async () => {
  await happens('install')
  network.set(GATE_PATH, () => new Promise(() => undefined))
  const late = asks(GATE_PATH, 'navigate')
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect(await (await late)?.text()).toContain(ENTRY)
  network.set(GATE_PATH, () => new Response('broken', { status: 503 }))
  expect(await (await asks(GATE_PATH, 'navigate'))?.text()).toContain(ENTRY)
})

test('a page of another release is shown with a connection, and not kept', async () => {
  await happens('install')
  network.set(GATE_PATH, () => documentOf('/assets/gate/index-3.js'))
  expect(await (await asks(GATE_PATH, 'navigate'))?.text()).toContain('index-3')
  network.clear()
  expect(await (await asks(GATE_PATH, 'navigate'))?.text()).toContain(ENTRY)
})

test('it serves no other page, no call and no other host', async () => {
  expect(asks('/', 'navigate')).toBeUndefined()
  expect(asks('/gate-other', 'navigate')).toBeUndefined()
  expect(asks('/api/v1/gate/scans')).toBeUndefined()
  expect(asks(GATE_PATH, 'navigate', 'POST')).toBeUndefined()
})

test('a release before goes, and what the tickets keep stays', async () => {
  for (const name of ['kippu-gate-1', 'kippu-tickets-answers']) await memory.caches.open(name)
  await happens('install')
  await happens('activate')
  expect((await memory.caches.keys()).toSorted()).toEqual(['kippu-gate-2', 'kippu-tickets-answers'])
})

// @vitest-environment node
import { KEPT_AT } from '@kippu/contract/kept-tickets'
import { readReservation, readTickets } from '@kippu/contract/reservations'
import { getTexts } from '@kippu/contract/site-content'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { openMemoryCaches } from '../test/in-memory-caches.ts'

const ORIGIN = 'https://tickets.example'
const ENTRY = '/assets/ticket-2.js'
const RELEASE_CACHE = 'kippu-tickets-2'
const TICKETS = `${ORIGIN}/api/v1/reservations/rsv_1/tickets?lang=ja`
const RESERVATION = `${ORIGIN}/api/v1/reservations/rsv_1?lang=ja`
const PATIENCE = 2_500

/** What the network answers; an address that is not here can't be reached. */
let network: Map<string, () => Response | Promise<Response>>
let memory: ReturnType<typeof openMemoryCaches>
let asked: string[]
const heard = new Map<string, (event: object) => void>()
const skipped = vi.fn<() => Promise<void>>(async () => undefined)
const claimed = vi.fn<() => Promise<void>>(async () => undefined)

/** As the store answers a call. */
const answerOf = (content: unknown, status = 200): Response => Response.json(content, { status })
const documentOf = (entry: string): Response => new Response(`<script>load('${entry}')</script>`)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  heard.clear()
  asked = []
  memory = openMemoryCaches()
  network = new Map([
    ['/tickets/', () => documentOf(ENTRY)],
    [ENTRY, () => new Response('entry')],
    ['/assets/later-2.js', () => new Response('later')],
  ])
  vi.stubGlobal('caches', memory.caches)
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const url = new URL(request instanceof Request ? request.url : request, ORIGIN)
    asked.push(url.pathname)
    const answer = network.get(url.pathname)
    if (answer === undefined) throw new TypeError('no connection')
    return answer()
  })
  // Addresses of a worker are relative to its own.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, ORIGIN), init)
      }
    },
  )
  vi.stubGlobal('RELEASE', {
    version: '2',
    files: [ENTRY, '/assets/later-2.js'],
    paths: { reservation: readReservation.path, tickets: readTickets.path, texts: getTexts.path },
  })
  vi.stubGlobal('self', {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    skipWaiting: skipped,
    clients: { claim: claimed },
  })
  await import('./tickets-worker.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Sends an event, and waits for what the worker does about it. */
async function send(name: string, event: object = {}): Promise<void> {
  const work: unknown[] = []
  heard.get(name)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) })
  await Promise.all(work)
}

interface Asked {
  /** What the worker answers; undefined where it leaves the request to the browser. */
  readonly answer: Promise<Response> | undefined
  /** What it does beside that. */
  readonly work: readonly unknown[]
}

function begin(url: string, { mode = 'cors', method = 'GET' } = {}): Asked {
  const work: unknown[] = []
  let answer: Promise<Response> | undefined
  heard.get('fetch')?.({
    request: new Proxy(new Request(url, { method }), withMode(mode)),
    waitUntil: (promise: unknown) => work.push(promise),
    respondWith: (promise: Promise<Response>) => (answer = promise),
  })
  return { answer, work }
}

async function ask(url: string, how?: { readonly mode?: string; readonly method?: string }) {
  const { answer, work } = begin(url, how)
  const response = await answer
  await Promise.all(work)
  return response
}

/** A request that opens a page can't be made by a script. */
function withMode(mode: string): ProxyHandler<Request> {
  return { get: (request, name) => (name === 'mode' ? mode : Reflect.get(request, name, request)) }
}

const open = async (): Promise<string | undefined> =>
  (await ask('/tickets/?lang=ja', { mode: 'navigate' }))?.text()

describe('a release', () => {
  test('is kept whole, takes over at once, and the former one goes; answers stay', async () => {
    await memory.caches.open('kippu-tickets-1')
    await memory.caches.open('kippu-tickets-answers')
    await memory.caches.open('of somebody else')
    await send('install')
    const cache = await memory.caches.open(RELEASE_CACHE)
    expect(cache.urls()).toEqual([ENTRY, '/assets/later-2.js', '/tickets/'].map(path => ORIGIN + path))
    expect(skipped).toHaveBeenCalled()
    await send('activate')
    expect(memory.names().toSorted()).toEqual([
      'kippu-tickets-2',
      'kippu-tickets-answers',
      'of somebody else',
    ])
    expect(claimed).toHaveBeenCalled()
  })

  test('is not installed while documents name the entry of another one', async () => {
    network.set('/tickets/', () => documentOf('/assets/ticket-1.js'))
    await expect(send('install')).rejects.toThrow('another release')
    expect(skipped).not.toHaveBeenCalled()
  })

  test('shows the document of a newer one, and does not keep it: its files are not here', async () => {
    await send('install')
    network.set('/tickets/', () => documentOf('/assets/ticket-3.js'))
    expect(await open()).toContain('ticket-3')
    network.clear()
    expect(await open()).toContain('ticket-2')
  })

  test('opens pages and reads tickets from the network where the caches do not work', async () => {
    await send('install')
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) })
    network.set('/api/v1/reservations/rsv_1/tickets', () => answerOf([]))
    for (const [url, mode] of [
      ['/tickets/', 'navigate'],
      [ENTRY, 'cors'],
      [TICKETS, 'cors'],
    ] as const)
      expect((await begin(url, { mode }).answer)?.status).toBe(200)
  })

  test('leads on from the link of a mail, without a connection too', async () => {
    network.clear()
    const link = `${ORIGIN}/tickets/rsv_AbCdEfGhIjKlMnOpQr-_2345?lang=th`
    const answer = await begin(link, { mode: 'navigate' }).answer
    expect([answer?.status, answer?.headers.get('location')]).toEqual([
      302,
      `${ORIGIN}/tickets/#/id/rsv_AbCdEfGhIjKlMnOpQr-_2345?lang=th`,
    ])
  })

  test('has its files on the device, and asks the network for others', async () => {
    await send('install')
    asked.length = 0
    expect(await (await ask(ENTRY))?.text()).toBe('entry')
    expect(asked).toEqual([])
    network.set('/assets/ticket-3.js', () => new Response('newer'))
    expect(await (await ask('/assets/ticket-3.js'))?.text()).toBe('newer')
  })
})

describe('tickets', () => {
  const body = [{ reservation_to: '2099-12-01T11:00:00+09:00', code: 'tkt_1' }]
  const answerWith = (status: number, content: unknown = body): void => {
    for (const path of ['/api/v1/reservations/rsv_1', '/api/v1/reservations/rsv_1/tickets'])
      network.set(path, () => answerOf(content, status))
  }
  const askBoth = async () => [await ask(RESERVATION), await ask(TICKETS)]

  test('are kept with codes that do not change alone: those of the next minutes stay with the network', async () => {
    answerWith(200)
    network.set('/api/v1/ticketcodes/rsv_1', () => answerOf([{ id: 1, codes: [] }]))
    await askBoth()
    expect(begin(`${ORIGIN}/api/v1/ticketcodes/rsv_1`).answer).toBeUndefined()
    const kept = await memory.caches.open('kippu-tickets-answers')
    expect(kept.urls().toSorted()).toEqual([RESERVATION, TICKETS].toSorted())
  })

  test('come from the network, and without it from the device with their time', async () => {
    vi.setSystemTime(1_000_000)
    answerWith(200)
    for (const answer of await askBoth()) expect(answer?.headers.get(KEPT_AT)).toBeNull()
    network.clear()
    vi.setSystemTime(2_000_000)
    for (const answer of await askBoth()) {
      expect(answer?.headers.get(KEPT_AT)).toBe('1000000')
      expect(await answer?.json()).toEqual(body)
    }
  })

  test.each([500, 503, 429])('of a server that answers %s are those on the device', async status => {
    answerWith(200)
    await askBoth()
    answerWith(status, { error: 'busy' })
    for (const answer of await askBoth()) expect(answer?.status).toBe(200)
  })

  test('of a silent network are shown after a moment; an answer that comes later is kept', async () => {
    answerWith(200)
    await askBoth()
    let arrive: (answer: Response) => void = () => undefined
    network.set('/api/v1/reservations/rsv_1/tickets', () => new Promise(resolve => (arrive = resolve)))
    const { answer, work } = begin(TICKETS)
    let shown: Response | undefined
    void answer?.then(response => (shown = response))
    await vi.advanceTimersByTimeAsync(PATIENCE - 1)
    expect(shown).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await shown?.json()).toEqual(body)
    arrive(answerOf([]))
    await Promise.all(work)
    network.clear()
    expect(await (await ask(TICKETS))?.text()).toBe('[]')
  })

  test.each([404, 410])('that are gone (%s) are forgotten at once (S-8.07)', async status => {
    answerWith(200)
    await askBoth()
    answerWith(status, { error: 'gone' })
    expect((await ask(RESERVATION))?.status).toBe(status)
    expect((await memory.caches.open('kippu-tickets-answers')).urls()).toEqual([])
    network.clear()
    await expect(ask(TICKETS)).rejects.toThrow('no connection')
  })
})

test('everything else is left to the browser', async () => {
  for (const url of ['/api/v1/reservations', '/api/v1/orders/ord_1', 'https://other.example/assets/a.js'])
    expect(await ask(url)).toBeUndefined()
  expect(await ask('/', { mode: 'navigate' })).toBeUndefined()
  expect(await ask('/tickets/nowhere', { mode: 'navigate' })).toBeUndefined()
  expect(await ask('/api/v1/reservations/rsv_1/tickets', { method: 'DELETE' })).toBeUndefined()
})

test('words and pictures are kept with the release; no address of a stranger is', async () => {
  network.set(getTexts.path, () => answerOf([]))
  network.set('/sites/demo/logo.svg', () => new Response('<svg/>'))
  await ask(`${getTexts.path}?lang=ja`)
  await send('message', { data: [`${ORIGIN}/sites/demo/logo.svg`, 'https://other.example/sites/a.svg', 7] })
  network.clear()
  expect(await (await ask(`${getTexts.path}?lang=ja`))?.text()).toBe('[]')
  expect(await (await ask('/sites/demo/logo.svg'))?.text()).toBe('<svg/>')
  expect((await memory.caches.open(RELEASE_CACHE)).urls()).toHaveLength(2)
})

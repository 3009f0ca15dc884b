import { type Calls, type Failure, ROUTES } from './calls.ts'

export type CallName = keyof Calls & keyof typeof ROUTES

export interface ClientOptions {
  /** The origin of the site: `https://tickets.example.com`. */
  readonly origin: string
  /** Sent with every call: the key of a device, or of a display. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch
  /** How often a call that may be repeated is sent at most, except while another request with its key is at it. Default 3. */
  readonly tries?: number
  /** How long a try of a call that may be repeated waits for its answer. Default a minute. */
  readonly tryMs?: number
  /** How long a call takes at most, with all of its tries. Default five minutes: a payment that nobody is at any more is free after four. */
  readonly deadlineMs?: number
  /** Waits between two tries. */
  readonly wait?: (ms: number) => Promise<void>
  /** Milliseconds of a clock that only goes forward. Default that of the platform. */
  readonly now?: () => number
}

export interface Success<Name extends CallName> {
  readonly ok: true
  readonly status: number
  readonly data: Calls[Name]['answer']
  /** With which the call was made; undefined where it takes none. */
  readonly key: string | undefined
}

export interface Refused<Name extends CallName> {
  readonly ok: false
  readonly status: number
  /** Undefined for an unexpected failure of the server, and for an answer that is none of the store's. */
  readonly error: Calls[Name]['code'] | undefined
  /** In seconds, where the server says when to try again. */
  readonly retryAfter: number | undefined
  readonly failure: Failure
  /** With which the call was made; undefined where it takes none. */
  readonly key: string | undefined
}

/** No try had an answer. What `fetch` threw is the `cause`. */
export class NoAnswer extends Error {
  /** Another call with this key, within a day, is safe. Undefined where the call takes none. */
  readonly key: string | undefined

  constructor(cause: unknown, key: string | undefined) {
    super('no answer came', { cause })
    this.name = 'NoAnswer'
    this.key = key
  }
}

export type Answer<Name extends CallName> = Success<Name> | Refused<Name>

/** Parts of a request; `key` is its `Idempotency-Key`, made up where the call takes one and none is given. */
export type Args<Name extends CallName> = Calls[Name]['args'] & { readonly key?: string }

export interface Client {
  /** @throws {NoAnswer} with the key, by which the call can be made again. */
  readonly call: <Name extends CallName>(name: Name, args: Args<Name>) => Promise<Answer<Name>>
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly key?: string
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000

/** A client of one site. Calls that hold or pay carry a key of their own, and are repeated with it where no answer comes. */
export function createClient(options: ClientOptions): Client {
  const {
    tries = 3,
    tryMs = 60_000,
    deadlineMs = 300_000,
    wait = pause,
    now = () => performance.now(),
  } = options

  async function call<Name extends CallName>(name: Name, args: Args<Name>): Promise<Answer<Name>>
  async function call(name: CallName, args: Parts): Promise<unknown> {
    const { method, takesKey } = ROUTES[name]
    const key = takesKey ? (args.key ?? crypto.randomUUID()) : undefined
    const most = takesKey || method !== 'POST' ? tries : 1
    const end = now() + deadlineMs
    let isAnswerLost = false
    for (let tried = 1; ; tried += 1) {
      const patience = Math.max(1, Math.min(most > 1 ? tryMs : deadlineMs, end - now()))
      const answer = await send(options, name, { ...args, key, patience }).catch((error: unknown) => {
        if (tried >= most || now() >= end) throw new NoAnswer(error, key)
        isAnswerLost = true
      })
      // A try before this one has deleted it.
      if (answer?.status === 404 && method === 'DELETE' && isAnswerLost) return deleted(key)
      const ms = waitOf(answer?.retryAfter, tried)
      const mayRepeat = isAnotherAtIt(answer) || (tried < most && answer?.status === 503)
      if (answer !== undefined && !(mayRepeat && now() + ms < end)) return { ...answer, key }
      await wait(ms)
    }
  }
  return { call }
}

function deleted(key: string | undefined) {
  return { ok: true, status: 204, data: undefined, retryAfter: undefined, key }
}

/** Another request with this key is at it, and the server says how long that may take. */
function isAnotherAtIt(answer: Sent | void): boolean {
  return answer?.status === 409 && answer.error === 'request in progress'
}

function waitOf(retryAfter: number | undefined, tried: number): number {
  return retryAfter === undefined ? Math.min(FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS) : retryAfter * 1000
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms)
  })
}

interface Sent {
  readonly ok: boolean
  readonly status: number
  readonly retryAfter: number | undefined
  readonly error?: unknown
}

interface Try extends Omit<Parts, 'key'> {
  readonly key: string | undefined
  /** In ms. */
  readonly patience: number
}

async function send(
  { origin, headers = {}, fetch: fetchNow = fetch }: ClientOptions,
  name: CallName,
  { params = {}, query = {}, body, key, patience }: Try,
): Promise<Sent> {
  const { method, path } = ROUTES[name]
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(params[parameter] ?? '')),
    origin,
  )
  for (const [field, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(field, String(value))
  const response = await fetchNow(url, {
    method,
    signal: AbortSignal.timeout(Math.ceil(patience)),
    headers: {
      ...headers,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answerOf(response, await response.text())
}

function answerOf({ ok, status, headers }: Response, text: string): Sent & Record<string, unknown> {
  const data = parsed(text)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isNaN(seconds) ? undefined : seconds
  if (ok) return { ok, status, data, retryAfter }
  const failure = typeof data === 'object' && data !== null ? data : {}
  return { ok, status, error: 'error' in failure ? failure.error : undefined, retryAfter, failure }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

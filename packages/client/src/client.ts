import { type Calls, type Failure, ROUTES } from './calls.ts'

export type CallName = keyof Calls & keyof typeof ROUTES

export interface ClientOptions {
  /** Of the site: `https://tickets.example.com`. */
  readonly origin: string
  /** Sent with every call: the key of a device, or of a display. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch
  /** How often a call that may be repeated is sent at most. Default 3. */
  readonly tries?: number
  /** Waits between two tries. */
  readonly wait?: (ms: number) => Promise<void>
}

export interface Success<Name extends CallName> {
  readonly ok: true
  readonly status: number
  readonly data: Calls[Name]['answer']
}

export interface Refused<Name extends CallName> {
  readonly ok: false
  readonly status: number
  /** Undefined for an unexpected failure of the server, and for an answer that is none of the store's. */
  readonly error: Calls[Name]['code'] | undefined
  /** In seconds, where the server says when to try again. */
  readonly retryAfter: number | undefined
  readonly failure: Failure
}

export type Answer<Name extends CallName> = Success<Name> | Refused<Name>

/** Parts of a request; `key` is its `Idempotency-Key`, made up where the call takes one and none is given. */
export type Args<Name extends CallName> = Calls[Name]['args'] & { readonly key?: string }

export interface Client {
  /** @throws what `fetch` throws when no try has an answer: another call with the same key is safe then. */
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
  const { tries = 3, wait = pause } = options

  async function call<Name extends CallName>(name: Name, args: Args<Name>): Promise<Answer<Name>>
  async function call(name: CallName, args: Parts): Promise<unknown> {
    const { method, takesKey } = ROUTES[name]
    const key = takesKey ? (args.key ?? crypto.randomUUID()) : undefined
    const most = takesKey || method !== 'POST' ? tries : 1
    for (let tried = 1; ; tried += 1) {
      const answer = await send(options, name, { ...args, ...(key !== undefined && { key }) }).catch(
        (error: unknown) => {
          if (tried >= most) throw error
          return undefined
        },
      )
      if (answer !== undefined && (tried >= most || !isPassing(answer.status))) return answer
      await wait(waitOf(answer?.retryAfter, tried))
    }
  }
  return { call }
}

/** Another request with this key is at it, or the server has no time. */
function isPassing(status: number): boolean {
  return status === 409 || status === 503
}

function waitOf(retryAfter: number | undefined, tried: number): number {
  return Math.min(retryAfter === undefined ? FIRST_WAIT_MS * 2 ** tried : retryAfter * 1000, LONGEST_WAIT_MS)
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
}

async function send(
  { origin, headers = {}, fetch: fetchNow = fetch }: ClientOptions,
  name: CallName,
  { params = {}, query = {}, body, key }: Parts,
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

import { randomUUID } from 'node:crypto'
import { request } from 'node:http'

import type { StaffCall } from '@kippu/contract/console/staff-call'

export interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** As it came: a page is no value. */
  readonly text: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** The bytes of a file are sent as they are. */
  readonly body?: unknown
  /** By which the call is done once; without it, one of its own. */
  readonly key?: string
  /** Nobody has pressed anything for a while. */
  readonly isIdle?: boolean
}

/** A browser at the console: it keeps the cookie, and says where its page is from. */
export interface ConsoleVisitor {
  readonly call: (call: StaffCall, sent?: Sent) => Promise<Answered>
  /** The cookie of its session, as `name=value`. */
  cookie(): string | undefined
  take(cookie: string | undefined): void
}

/**
 * @param host of the console, with its port; the store listens there.
 * @param network from which the browser comes, where a proxy says so.
 */
export function createConsoleVisitor(
  host: string,
  origin: string | null = `http://${host}`,
  network?: string,
): ConsoleVisitor {
  let cookie: string | undefined
  return {
    cookie: () => cookie,
    take: other => {
      cookie = other
    },
    async call(
      { method, path, repeatable },
      { params = {}, query, body, key = randomUUID(), isIdle = false } = {},
    ) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      const answered = await askAt(host, {
        method,
        path: query === undefined ? filled : `${filled}?${new URLSearchParams(query).toString()}`,
        headers: {
          ...(origin !== null && { origin }),
          ...(network !== undefined && { 'x-forwarded-for': network }),
          ...(cookie !== undefined && { cookie }),
          ...(isIdle && { 'kippu-idle': '1' }),
          ...(repeatable === true && { 'idempotency-key': key }),
          ...(body !== undefined && {
            'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
          }),
        },
        body: body === undefined ? '' : body instanceof Uint8Array ? body : JSON.stringify(body),
      })
      const [set] = [answered.headers['set-cookie'] ?? []].flat()
      if (set !== undefined) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0]
      return answered
    },
  }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** One request over HTTP with a `Host` header of its own: a browser would look the name up. */
export function askAt(host: string, { method, path, headers, body }: Asked): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const asking = request(
    { host: '127.0.0.1', port: host.split(':')[1], method, path, headers: { ...headers, host } },
    response => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bodyOf(text), text })
      })
    },
  )
  asking.on('error', reject)
  asking.end(body)
  return promise
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

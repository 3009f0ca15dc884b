import { createHash } from 'node:crypto'
import { ServerResponse } from 'node:http'

/**
 * Preloaded into the store (`node --import`): each answer of its calls ends late, by up to `E2E_LATE_MS` milliseconds, when all is done
 * that it tells of. How late, is drawn from the call and how often it was made.
 */
const MOST_MS = Number(process.env['E2E_LATE_MS'])

const made = new Map<string, number>()
// It is applied to its own answer below.
// oxlint-disable-next-line typescript/unbound-method
const { end } = ServerResponse.prototype

function endLate(this: ServerResponse, ...given: readonly unknown[]): ServerResponse {
  const { method, url = '' } = this.req
  if (url.startsWith('/api/'))
    setTimeout(() => Reflect.apply(end, this, given), latenessOf(`${method} ${url}`))
  else Reflect.apply(end, this, given)
  return this
}

/** In ms. */
function latenessOf(call: string): number {
  const count = (made.get(call) ?? 0) + 1
  made.set(call, count)
  const drawn = createHash('sha256').update(`${call} ${count}`).digest().readUInt32BE()
  return (drawn / 2 ** 32) * MOST_MS
}

Reflect.set(ServerResponse.prototype, 'end', endLate)

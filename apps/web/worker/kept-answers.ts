/**
 * The answers about tickets that the worker keeps on a device, and for how long. Nothing in this file knows of a
 * service worker: its tests run it on a cache of their own.
 */
import { KEPT_AT } from '@kippu/contract/kept-tickets'

const A_DAY = 86_400_000
/** Until when an answer may be kept, in ms since 1970. */
const KEPT_UNTIL = 'x-kept-until'

/** The part of a browser's cache that is needed here. */
export type AnswerCache = Pick<Cache, 'match' | 'put' | 'keys' | 'delete'>

/** Whether an answer is one of the store: a proxy or a network that asks to log in sends a page, whatever its status says. */
export function isOfStore({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}

/**
 * Keeps an answer with its time until a day after the visit, which the answer names; one that names no visit for a day.
 * @param now in ms since 1970.
 */
export async function keepAnswer(
  cache: AnswerCache,
  url: string,
  answer: Response,
  now: number,
): Promise<void> {
  const text = await answer.text()
  const ends = Array.from(text.matchAll(/"reservation_to":"([^"]+)"/g), ([, end = '']) => Date.parse(end))
  const until = Math.max(now, ...ends.filter(end => !Number.isNaN(end))) + A_DAY
  const headers = {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    [KEPT_AT]: String(now),
    [KEPT_UNTIL]: String(until),
  }
  await cache.put(url, new Response(text, { headers }))
}

/**
 * The answer that is kept for an address; where there is none in its language, one in another. Undefined where none is kept,
 * or no longer.
 */
export async function keptAnswer(
  cache: AnswerCache,
  url: string,
  now: number,
): Promise<Response | undefined> {
  const kept = (await cache.match(url)) ?? (await cache.match(url, { ignoreSearch: true }))
  return kept !== undefined && untilOf(kept) > now ? kept : undefined
}

/** Forgets everything about a reservation: the addresses of its answers begin with this one. */
export async function forgetReservation(cache: AnswerCache, address: string): Promise<void> {
  for (const { url } of await cache.keys()) {
    const known = withoutQuery(url)
    if (known === address || known.startsWith(`${address}/`)) await cache.delete(url)
  }
}

/** Forgets what was kept for long enough. */
export async function forgetOldAnswers(cache: AnswerCache, now: number): Promise<void> {
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (kept !== undefined && untilOf(kept) <= now) await cache.delete(request)
  }
}

export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}

function untilOf(kept: Response): number {
  return Number(kept.headers.get(KEPT_UNTIL) ?? 0)
}

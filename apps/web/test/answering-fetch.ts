import { afterEach, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/**
 * Answers requests by `METHOD /path` and records them; a request without an answer stays open. An answer is a body,
 * undefined for none, a whole response, or a promise of one of these.
 */
export function answerFetch(answers: Readonly<Record<string, unknown>>): {
  readonly asked: string[]
  /** The bodies, of the requests that sent one. */
  readonly bodies: unknown[]
  /** Paths with their queries. */
  readonly urls: string[]
} {
  const asked: string[] = []
  const bodies: unknown[] = []
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const name = `${method} ${new URL(url).pathname}`
    asked.push(name)
    urls.push(url.slice(new URL(url).origin.length))
    if (typeof body === 'string') bodies.push(JSON.parse(body))
    if (!(name in answers)) return new Promise(() => undefined)
    const answer = await answers[name]
    return answer instanceof Response ? answer.clone() : new Response(JSON.stringify(answer))
  })
  return { asked, bodies, urls }
}

import { afterEach, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** Answers requests by `METHOD /path` and keeps them; one without an answer stays open. */
export function answerFetch(answers: Readonly<Record<string, unknown>>): { readonly asked: string[] } {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const name = `${method} ${new URL(url).pathname}`
    asked.push(name)
    if (!(name in answers)) return new Promise(() => undefined)
    return new Response(JSON.stringify(answers[name]))
  })
  return { asked }
}

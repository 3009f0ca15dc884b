import type { AnswerCache } from '../worker/kept-answers.ts'

export interface MemoryCache extends AnswerCache {
  addAll(requests: readonly (Request | string)[]): Promise<void>
  /** What it keeps, in the order in which it came. */
  readonly urls: () => string[]
}

const addressOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : String(request), 'https://tickets.example').href

/** A browser's cache as far as the worker of the tickets needs it. */
export function openMemoryCache(): MemoryCache {
  const kept = new Map<string, Response>()
  const plain = (url: string): string => url.replace(/\?.*$/, '')
  return {
    urls: () => [...kept.keys()],
    keys: async () => [...kept.keys()].map(url => new Request(url)),
    put: async (request, response) => void kept.set(addressOf(request), response),
    delete: async request => kept.delete(addressOf(request)),
    match: async (request, { ignoreSearch = false } = {}) => {
      const url = addressOf(request)
      const key = ignoreSearch ? [...kept.keys()].find(known => plain(known) === plain(url)) : url
      return key === undefined ? undefined : kept.get(key)?.clone()
    },
    addAll: async requests => {
      for (const request of requests) kept.set(addressOf(request), await fetch(request))
    },
  }
}

/** All caches of an origin. */
export function openMemoryCaches(): {
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'> & { open(name: string): Promise<MemoryCache> }
  readonly names: () => string[]
} {
  const known = new Map<string, MemoryCache>()
  return {
    names: () => [...known.keys()],
    caches: {
      keys: async () => [...known.keys()],
      delete: async name => known.delete(name),
      open: async name => {
        const cache = known.get(name) ?? openMemoryCache()
        known.set(name, cache)
        return cache
      },
    },
  }
}

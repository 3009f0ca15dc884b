import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

/**
 * The cache of what was read. Whatever fails, read or sent, ends in `onFailure`, which decides once for the whole app
 * what the visitor meets (spec §8). Nothing is asked twice on its own: the visitor is told instead.
 */
export function createQueryClient(onFailure: (failure: ApiError) => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiError) onFailure(error)
    else reportError(error)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Offline is a failure to tell of, not a reason to wait without a word.
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

/**
 * The cache of answers. Every failure of a read or a change goes to `onFailure`, which decides for the whole app what
 * the visitor is told. Nothing is retried automatically: the visitor is told instead.
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
      // Being offline is a failure to report, not a reason to wait silently.
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

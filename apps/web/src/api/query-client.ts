import type { ErrorCode } from '@kippu/contract/errors'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'
import { refusalIn } from './refusal-in.ts'

/** Refusals that the screen says itself, at the field or as the page they concern: no dialog comes for them. */
interface SaidHere extends Record<string, unknown> {
  readonly saidHere?: readonly ErrorCode[]
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: SaidHere
    mutationMeta: SaidHere
  }
}

/**
 * The cache of answers. Every failure of a read or a change goes to `onFailure`, which decides for the whole app what
 * the visitor is told. Nothing is retried automatically: the visitor is told instead.
 */
export function createQueryClient(onFailure: (failure: ApiError) => void): QueryClient {
  const onError = (error: Error, { saidHere = [] }: SaidHere = {}): void => {
    if (!(error instanceof ApiError)) reportError(error)
    else if (refusalIn(error, saidHere) === null) onFailure(error)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => onError(error, meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _before, { meta }) => onError(error, meta),
    }),
    defaultOptions: {
      // Being offline is a failure to report, not a reason to wait silently.
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

import type { ReactNode } from 'react'

import { useErrorWords, useLanguage } from '../language'

/** An error, said to everybody at once. */
export function Fault({ error }: { readonly error: unknown }) {
  const words = useErrorWords()
  return (
    <p role="alert" className="notice notice-bad">
      {words(error)}
    </p>
  )
}

interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly children: (data: T) => ReactNode
}

/** What was asked for: while it comes, where it does not come, and when it is there. What is there stays when a later try fails. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { say } = useLanguage()
  const { data, error, refetch } = query
  return (
    <>
      {error === null || error === undefined ? null : (
        <div className="stack">
          <Fault error={error} />
          <p>
            <button type="button" onClick={() => void refetch()}>
              {say('again')}
            </button>
          </p>
        </div>
      )}
      {data === undefined ? (
        (error ?? null) === null && (
          <p role="status" className="quiet">
            {say('loading')}
          </p>
        )
      ) : (
        <>{children(data)}</>
      )}
    </>
  )
}

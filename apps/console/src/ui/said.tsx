import type { ReactNode } from 'react'

import { useErrorWords, useLanguage } from '../language'

/** An error, said to everybody at once. */
export function Fault({ error }: { readonly error: unknown }): ReactNode {
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

/** An answer while it comes, where it does not come, and when it is there. An earlier one stays when a later try fails. */
export function Loaded<T>({ query, children }: LoadedProps<T>): ReactNode {
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
        (error ?? null) === null && <output className="quiet">{say('loading')}</output>
      ) : (
        <>{children(data)}</>
      )}
    </>
  )
}

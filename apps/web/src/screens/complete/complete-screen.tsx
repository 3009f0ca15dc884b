import type { ReactElement } from 'react'

export function CompleteScreen(): ReactElement {
  return <h1 tabIndex={-1}>complete</h1>
}

import type { ReactElement } from 'react'

export function ConfirmScreen(): ReactElement {
  return <h1 tabIndex={-1}>confirm</h1>
}

import type { ReactElement } from 'react'

export function OrderScreen(): ReactElement {
  return <h1 tabIndex={-1}>order</h1>
}

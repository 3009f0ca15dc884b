import type { ReactElement } from 'react'

export function TicketScreen(): ReactElement {
  return <h1 tabIndex={-1}>ticket</h1>
}

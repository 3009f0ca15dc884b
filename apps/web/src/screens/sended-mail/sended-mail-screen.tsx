import type { ReactElement } from 'react'

export function SendedMailScreen(): ReactElement {
  return <h1 tabIndex={-1}>sended-mail</h1>
}

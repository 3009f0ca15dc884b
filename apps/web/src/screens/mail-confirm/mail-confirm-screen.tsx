import type { ReactElement } from 'react'

export function MailConfirmScreen(): ReactElement {
  return <h1 tabIndex={-1}>mail-confirm</h1>
}

import type { ReactElement } from 'react'

export function SignInScreen(): ReactElement {
  return <h1 tabIndex={-1}>sign-in</h1>
}

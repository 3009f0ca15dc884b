import type { AnchorHTMLAttributes } from 'react'
import type { ReactNode } from 'react'

import { navigate } from '../router'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
}

/** A link to another screen; with a key held, the browser opens it as it does others. */
export function Link({ href, children, ...rest }: LinkProps): ReactNode {
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        if (event.defaultPrevented || event.button !== 0) return
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}

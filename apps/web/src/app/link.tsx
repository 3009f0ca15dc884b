import type { AnchorHTMLAttributes, ReactElement } from 'react'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A route: `/order`. */
  readonly to: string
}

/**
 * A link to a screen. In a hash router that is a plain link, which the browser follows by itself; React Router's own
 * carries the prefetching of its framework with it.
 */
export function Link({ to, children, ...rest }: LinkProps): ReactElement {
  return (
    <a {...rest} href={`#${to}`}>
      {children}
    </a>
  )
}

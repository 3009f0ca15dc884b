import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { AnchorHTMLAttributes, ReactElement, ReactNode } from 'react'

import { currentRoute, goTo } from './entry.ts'

/**
 * A hash router with the names that React Router made common, for one flat table of routes. React Router itself adds 4
 * to 12 kB to the first route, more than its budget allows; this adds half a kilobyte (decision 10).
 */

interface Route {
  readonly pathname: string
  /** With its question mark: `?lang=en`, or ''. */
  readonly search: string
}

/** Whether the address bar already names another route than the one on the screen. */
const IsLeftContext = createContext<() => boolean>(() => false)

const RouteContext = createContext<Route>({ pathname: '/', search: '' })

/** Names and values of the parts of a path: `{ reservationToken: 'abc' }`. */
export type RouteParams = Readonly<Record<string, string>>

export const ParamsContext = createContext<RouteParams>({})

interface RouterProps {
  readonly children: ReactNode
}

/** Follows the hash of the address bar. */
export function HashRouter({ children }: RouterProps): ReactElement {
  const [route, setRoute] = useState(currentRoute)
  useEffect(() => {
    const follow = (): void => setRoute(currentRoute())
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const isLeft = useCallback(() => currentRoute() !== route, [route])
  return (
    <IsLeftContext value={isLeft}>
      <FixedRouter route={route}>{children}</FixedRouter>
    </IsLeftContext>
  )
}

/** Stays on one route: for the server, where nobody navigates, and for tests. */
export function FixedRouter({ route, children }: RouterProps & { readonly route: string }): ReactElement {
  const value = useMemo(() => {
    const [pathname = '/', query] = route.split('?')
    return { pathname, search: query === undefined ? '' : `?${query}` }
  }, [route])
  return <RouteContext value={value}>{children}</RouteContext>
}

export function useLocation(): Route {
  return use(RouteContext)
}

/** The query inside the hash, as the first of a pair like in React Router; navigating changes it. */
export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = useLocation()
  return useMemo(() => [new URLSearchParams(search)], [search])
}

/** The parameters of the route on the screen. */
export function useParams(): Partial<RouteParams> {
  return use(ParamsContext)
}

interface NavigateOptions {
  /** Replaces the current entry of the history. */
  readonly replace?: boolean
}

/** Goes to a route: `const navigate = useNavigate()`, then `navigate('/payment', { replace: true })`. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  return goTo
}

/** Goes to a route as soon as it is rendered, unless the visitor is on the way to another one already. */
export function Navigate({ to, replace = false }: { readonly to: string } & NavigateOptions): null {
  const isLeft = use(IsLeftContext)
  useEffect(() => {
    if (!isLeft()) goTo(to, { replace })
  }, [isLeft, to, replace])
  return null
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
}

/** A link to a route: a plain link, which the browser follows by itself. */
export function Link({ to, children, ...rest }: LinkProps): ReactElement {
  return (
    <a {...rest} href={`#${to}`}>
      {children}
    </a>
  )
}

/**
 * The parameters of a path that matches a pattern such as `/id/:reservationToken`, otherwise null; `*` matches
 * everything.
 */
export function matchPath(pattern: string, pathname: string): RouteParams | null {
  if (pattern === '*') return {}
  const names = pattern.split('/')
  const parts = pathname.replace(/(.)\/$/, '$1').split('/')
  const fits = names.length === parts.length && names.every((name, i) => isPart(name, parts[i] ?? ''))
  if (!fits) return null
  const params = names.flatMap((name, i) =>
    name.startsWith(':') ? [[name.slice(1), decode(parts[i] ?? '')]] : [],
  )
  return Object.fromEntries(params)
}

function isPart(name: string, part: string): boolean {
  return name.startsWith(':') ? part !== '' : name === part
}

/** A percent sign that encodes nothing stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

import { mendRoute } from '@kippu/contract/links'

/** The two documents of the store. A document knows which one it is by the `kind` of its first view. */
export type Entry = 'order' | 'ticket'

const ENTRY_PATHS = { order: '/', ticket: '/tickets/' } as const

/**
 * Whether a route belongs to the ticket entry: `/id/{t}`, `/id/{t}/receipt` and `/id/{t}/{id}/{type}`, nothing else.
 * Takes a route with or without its query.
 */
export function isTicketRoute(route: string): boolean {
  return /^\/id\/[^/?]+(\/receipt|\/[^/?]+\/[^/?]+)?(\?|$)/.test(route)
}

export function entryOf(route: string): Entry {
  return isTicketRoute(route) ? 'ticket' : 'order'
}

/** The whole address of a route, on its own entry: `/tickets/#/id/abc`. */
export function addressOf(route: string): string {
  return `${ENTRY_PATHS[entryOf(route)]}#${route}`
}

/** The route in the address bar, with its query: `/order?lang=en`. An address without a hash means the order page. */
export function currentRoute(hash: string = location.hash): string {
  const route = mendRoute(hash.replace(/^#/, ''))
  return route.startsWith('/') ? route : '/'
}

/**
 * Goes to a route from anywhere, also outside of React. Crossing between ticket and other routes loads the other
 * document, which keeps the route in the hash; otherwise only the hash changes.
 */
export function goTo(route: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const isHere = entryOf(route) === entryOf(currentRoute())
  const address = isHere ? `#${route}` : addressOf(route)
  if (replace) location.replace(address)
  else location.assign(address)
}

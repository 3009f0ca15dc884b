import { useSyncExternalStore } from 'react'

/** The address of the page as the screens know it; a change of it is a screen. */
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

window.addEventListener('popstate', tell)

export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  window.scrollTo(0, 0)
  tell()
}

export function usePath(): string {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => location.pathname,
  )
}

/** Segments of a path: `/sites/demo/orders` has three. */
export function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter(part => part !== '')
    .map(decoded)
}

/** A broken percent encoding is a segment that no screen knows. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

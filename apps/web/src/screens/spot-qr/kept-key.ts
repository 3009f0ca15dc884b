import { siteStorage } from '../../session/storage.ts'

/** The signage key of a display: typed once, kept until it is removed. */
export function readKey(siteKey: string): string | null {
  return siteStorage.getItem(nameOf(siteKey))
}

export function storeKey(siteKey: string, key: string | null): void {
  if (key === null) siteStorage.removeItem(nameOf(siteKey))
  else siteStorage.setItem(nameOf(siteKey), key)
}

function nameOf(siteKey: string): string {
  return `${siteKey}:signage-key`
}

import { API_ORIGIN_META } from '@kippu/contract/api-origin'

/** Where every call goes: the origin that the document names, or the page's own. */
export function apiOrigin(): string {
  const named = document.querySelector(`meta[name="${API_ORIGIN_META}"]`)?.getAttribute('content')
  return named ?? location.origin
}

import type { FirstView } from '@kippu/contract/first-view'

/**
 * The data that the server wrote into the document: site, language, first texts, products and stock. It comes with the
 * page from our own server, so only its outline is checked.
 *
 * @throws Error when the document carries none: the store did not serve this page.
 */
export function readFirstView(source: Document = document): FirstView {
  const text = source.getElementById('first-view')?.textContent ?? ''
  const view: unknown = JSON.parse(text)
  if (!isFirstView(view)) throw new Error('the document carries no first view')
  return view
}

function isFirstView(value: unknown): value is FirstView {
  return typeof value === 'object' && value !== null && 'kind' in value && 'site' in value && 'texts' in value
}

import { createHash } from 'node:crypto'

import type { FirstView, FirstViewRenderer } from '@kippu/contract/first-view'

interface KeptMarkup {
  /** The hash of its source. */
  readonly hash: string
  readonly markup: Promise<string>
}

/**
 * Keeps the markup of each page until what it shows is another: the document is written every second (`documents.ts`), prices and stock change
 * seldom, and rendering a calendar takes longer than reading all its data.
 */
export function withKeptMarkup(renderer: FirstViewRenderer): FirstViewRenderer {
  const kept = new Map<string, KeptMarkup>()
  return {
    renderNotices: view => renderer.renderNotices(view),
    renderFirstView: view => {
      const page = `${view.kind} ${view.site.key} ${view.lang}`
      const hash = hashOf(view)
      const known = kept.get(page)
      if (known?.hash === hash) return known.markup
      const markup = renderer.renderFirstView(view)
      kept.set(page, { hash, markup })
      // The next document tries again.
      markup.catch(() => kept.delete(page))
      return markup
    },
  }
}

/** Without the moment at which the view was written, which is in no markup. */
function hashOf(view: FirstView): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...view, writtenAt: 0 }))
    .digest('base64')
}

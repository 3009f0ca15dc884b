import type { Visitor } from './visitor.ts'

/** A device that lies aside, whose page asks nothing, and is taken up again; a page that is seen goes on as soon as the address is proved. */
export async function turnsScreen({ page }: Visitor, visibility: DocumentVisibilityState): Promise<void> {
  await page.evaluate(state => {
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)
}

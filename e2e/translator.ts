import type { BrowserContext } from '@playwright/test'

/**
 * A browser's translator, as Chrome's is reported to be: from now on each text of each page becomes two elements around
 * words of its own as soon as it appears, and the text that React knows is on the page no longer. The words stay, so
 * that a story finds them.
 */
export async function translateAll(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const replace = (text: Text): void => {
      const parent = text.parentElement
      if (text.data.trim() === '' || parent === null) return
      // As long as React has not taken a part over, a change to it is another story.
      if (!Object.keys(parent).some(key => key.startsWith('__react'))) return
      if (parent.closest('[translate="no"]')) return
      const outer = document.createElement('font')
      outer.appendChild(document.createElement('font')).append(text.data)
      text.replaceWith(outer)
    }
    const replaceIn = (root: Node): void => {
      if (root instanceof Text) return replace(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      texts.forEach(replace)
    }
    const translate = (): void => replaceIn(document.body)
    addEventListener('load', () => {
      translate()
      new MutationObserver(changes => {
        for (const { addedNodes, target, type } of changes)
          if (type === 'characterData') replaceIn(target)
          else addedNodes.forEach(replaceIn)
      }).observe(document.body, { childList: true, characterData: true, subtree: true })
    })
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, translate, { capture: true })
  })
}

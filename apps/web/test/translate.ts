/**
 * What a browser's translator does, as Chrome's is reported to: each text becomes elements with words of its own, and
 * the text that React knows is on the page no longer.
 */
export function translatePage(root: Node = document.body): void {
  const texts: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('script, style, [translate="no"]')) continue
    const outer = document.createElement('font')
    outer.appendChild(document.createElement('font')).append(text.data)
    text.replaceWith(outer)
  }
}

import type { Page } from '@playwright/test'

/** What a stranger is not to see: pictures become flat, logos and names empty. */
const COVERED = `
  img { object-position: 99rem 99rem !important; background: color-mix(in oklab, var(--color-line), var(--color-ink-soft)) !important; }
  header picture, header img { visibility: hidden !important; }
  h1 .face, h1 + p { color: transparent !important; }
  ::highlight(names) { color: transparent; }
`

/** Covers pictures and the given names on a page, while something is done. */
export async function whileCovered<Done>(
  page: Page,
  names: readonly string[],
  act: () => Promise<Done>,
): Promise<Done> {
  await page.evaluate(
    ({ css, words }) => {
      // A constructed style sheet: the page's policy allows no other.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const ranges: Range[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? ''
        for (const word of words.filter(one => text.includes(one))) {
          const range = new Range()
          range.setStart(node, text.indexOf(word))
          range.setEnd(node, text.indexOf(word) + word.length)
          ranges.push(range)
        }
      }
      CSS.highlights.set('names', new Highlight(...ranges))
    },
    { css: COVERED, words: names },
  )
  const done = await act()
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop()
    CSS.highlights.delete('names')
  })
  return done
}

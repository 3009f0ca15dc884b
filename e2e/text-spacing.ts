import type { Page } from '@playwright/test'

/** What WCAG 1.4.12 lets a reader set. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-block-end: 2em !important }`

/**
 * What goes wrong where somebody has set wider lines, letters, words and paragraphs (WCAG 1.4.12): a page that is wider than the screen, and words that
 * are cut off.
 */
export async function faultsOfSpacedText(page: Page): Promise<string[]> {
  return page.evaluate(spacing => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(spacing)
    // A copy: the list itself would be left with the sheet in it.
    const before = [...document.adoptedStyleSheets]
    document.adoptedStyleSheets = [...before, sheet]
    const { scrollWidth, clientWidth } = document.documentElement
    const cut = [...document.body.querySelectorAll('*')].filter(element => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element)
      const hides = /hidden|clip/.test(overflowX) || /hidden|clip/.test(overflowY)
      // What is for screen readers alone is clipped to nothing; a legend among it is wider than the pixel that others are.
      const isSeen = element.checkVisibility() && element.clientWidth > 1 && clipPath !== 'inset(50%)'
      const isText = [...element.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
      )
      return (
        hides &&
        isSeen &&
        isText &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
      )
    })
    const faults = [
      ...(scrollWidth > clientWidth ? [`wider by ${scrollWidth - clientWidth} px`] : []),
      ...cut.map(element => `cut: ${element.tagName} ${element.textContent.slice(0, 40)}`),
    ]
    document.adoptedStyleSheets = before
    return faults
  }, SPACING)
}

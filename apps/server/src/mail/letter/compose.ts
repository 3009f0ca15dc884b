import type { Letter, RenderedLetter } from './letter.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** Renders a mail in both forms. */
export function compose(letter: Letter): RenderedLetter {
  const { subject, files } = letter
  return { subject, text: renderText(letter), ...renderHtml(letter), files }
}

import { createHash } from 'node:crypto'

/** Sources of a content policy that allow the inline blocks of a document: `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const STYLE = /<style\b[^>]*>([^]*?)<\/style>/g
/** Without those that load a file, and those that are data. */
const SCRIPT = /<script\b(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([^]*?)<\/script>/g

/** @param html of our own: whatever stands in its blocks may run. */
export function inlineHashes(html: string): InlineHashes {
  return { scripts: hashesOf(html, SCRIPT), styles: hashesOf(html, STYLE) }
}

function hashesOf(html: string, blocks: RegExp): readonly string[] {
  const found = Array.from(html.matchAll(blocks), ([, text = '']) => sourceOf(text))
  return [...new Set(found)]
}

/** Browsers count every end of a line as one character. */
function sourceOf(text: string): string {
  const read = text.replaceAll(/\r\n?/g, '\n')
  return `'sha256-${createHash('sha256').update(read).digest('base64')}'`
}

import { createHash } from 'node:crypto'

/** The source of a content policy that allows an inline block with this text. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

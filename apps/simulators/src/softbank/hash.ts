import { createHash } from 'node:crypto'

import { encodeWindows31j } from '../core/windows-31j.ts'
import { HASH_KEY } from './account.ts'

/**
 * SHA-1 over the trimmed values in their order and the hash key. The API and the results on the screen use Shift_JIS,
 * other messages UTF-8.
 */
export function hashOf(values: readonly string[], charset: 'UTF-8' | 'Shift_JIS'): string {
  const text = `${values.map(value => value.trim()).join('')}${HASH_KEY}`
  const bytes = charset === 'UTF-8' ? Buffer.from(text, 'utf8') : encodeWindows31j(text)
  return createHash('sha1').update(bytes).digest('hex')
}

/** True when the given hash is that of the values. Callers write it in small letters or in capitals. */
export function isHashOf(given: string, values: readonly string[], charset: 'UTF-8' | 'Shift_JIS'): boolean {
  return given.toLowerCase() === hashOf(values, charset)
}

import { createHash } from 'node:crypto'

import { encodeWindows31j } from '../core/windows-31j.ts'
import { HASH_KEY } from './account.ts'

/** SHA-1 over the trimmed values in their order and the hash key. API and screen results in Shift_JIS, the rest in UTF-8. */
export function hashOf(values: readonly string[], charset: 'UTF-8' | 'Shift_JIS'): string {
  const text = `${values.map(value => value.trim()).join('')}${HASH_KEY}`
  const bytes = charset === 'UTF-8' ? Buffer.from(text, 'utf8') : encodeWindows31j(text)
  return createHash('sha1').update(bytes).digest('hex')
}

/** Callers write it in small letters or in capitals. */
export function isHashOf(given: string, values: readonly string[], charset: 'UTF-8' | 'Shift_JIS'): boolean {
  return given.toLowerCase() === hashOf(values, charset)
}

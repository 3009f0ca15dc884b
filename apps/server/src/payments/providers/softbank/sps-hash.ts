import { createHash, timingSafeEqual } from 'node:crypto'

import { toShiftJis } from './shift-jis.ts'
import type { HashCharset } from './softbank-account.ts'

/**
 * `sps_hashcode`: SHA-1 over all values in the order of their message, each trimmed, and the hash key. It proves who
 * sent a message and that nobody changed it.
 * @throws RangeError when a value has a character outside the charset.
 */
export function spsHash(values: readonly string[], key: string, charset: HashCharset): string {
  const text = values.map(value => value.trim()).join('') + key
  const bytes = charset === 'Shift_JIS' ? toShiftJis(text) : Buffer.from(text, 'utf8')
  return createHash('sha1').update(bytes).digest('hex')
}

/**
 * Whether a received hash is the expected one. Gateways write it in either case; the comparison takes constant time.
 */
export function isSameHash(came: string, expected: string): boolean {
  const [a, b] = [Buffer.from(came.trim().toLowerCase()), Buffer.from(expected.toLowerCase())]
  return a.length === b.length && timingSafeEqual(a, b)
}

import iconv from 'iconv-lite'

import { sameSign } from '../../port/same-sign.ts'

/**
 * Windows-31J, the charset of GMO. The encoder puts `?` for what it does not know, silently: a name would be mutilated, so
 * whatever does not come back as it was is never encoded here (payments §1.2).
 */
const CHARSET = 'windows31j'

/** Bytes of a text. `undefined`: a character is not of the charset, or a control character. */
export function encode31J(text: string): Buffer | undefined {
  const bytes = Array.from(text, encodeCharacter)
  return bytes.every(one => one !== undefined) ? Buffer.concat(bytes) : undefined
}

/** Reads bytes; what is no character becomes U+FFFD. */
export function decode31J(bytes: Buffer): string {
  return iconv.decode(bytes, CHARSET, { stripBOM: false })
}

/** What can be shown of a text, cut to so many bytes: for names of shops, never for references. */
export function fitting31J(text: string, mostBytes: number): string {
  let [fitting, size] = ['', 0]
  for (const character of text) {
    const bytes = encodeCharacter(character)
    if (bytes === undefined) continue
    size += bytes.length
    if (size > mostBytes) break
    fitting += sameSign(character)
  }
  return fitting
}

function encodeCharacter(character: string): Buffer | undefined {
  const sign = sameSign(character)
  if (/\p{Cc}/u.test(sign)) return undefined
  const bytes = iconv.encode(sign, CHARSET)
  return decode31J(bytes) === sign ? bytes : undefined
}

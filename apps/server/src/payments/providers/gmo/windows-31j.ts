import iconv from 'iconv-lite'

import { sameSign } from '../../port/same-sign.ts'

/**
 * Windows-31J, the charset of GMO. The encoder silently writes `?` for unknown characters, which would garble a name:
 * so any text that does not decode to itself is refused here.
 */
const CHARSET = 'windows31j'

/** Bytes of a text. `undefined`: it has a control character, or one outside the charset. */
export function encode31J(text: string): Buffer | undefined {
  const bytes = Array.from(text, encodeCharacter)
  return bytes.every(one => one !== undefined) ? Buffer.concat(bytes) : undefined
}

/** Decodes bytes; an invalid sequence becomes U+FFFD. */
export function decode31J(bytes: Buffer): string {
  return iconv.decode(bytes, CHARSET, { stripBOM: false })
}

/**
 * The encodable part of a text, cut to the given number of bytes. Only for texts whose loss does no harm, never for
 * references.
 */
export function cutToWindows31J(text: string, maxBytes: number): string {
  let [fitting, size] = ['', 0]
  for (const character of text) {
    const bytes = encodeCharacter(character)
    if (bytes === undefined) continue
    size += bytes.length
    if (size > maxBytes) break
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

import iconv from 'iconv-lite'

/**
 * Windows-31J, the charset of GMO. The encoder puts `?` for what it does not know, silently: a name would be mutilated, so
 * whatever does not come back as it was is never encoded here (payments §1.2).
 */
const CHARSET = 'windows31j'

/** The same sign under another code point: what Unicode calls by one name and Windows by the other. */
const SAME_SIGN: Readonly<Record<string, string>> = {
  '\u301C': '\uFF5E', // wave dash
  '\u2212': '\uFF0D', // minus
  '\u2014': '\u2015', // em dash
  '\u00A5': '\uFFE5', // yen; by itself it would become a backslash
}

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
    fitting += SAME_SIGN[character] ?? character
  }
  return fitting
}

function encodeCharacter(character: string): Buffer | undefined {
  const sign = SAME_SIGN[character] ?? character
  if (/\p{Cc}/u.test(sign)) return undefined
  const bytes = iconv.encode(sign, CHARSET)
  return decode31J(bytes) === sign ? bytes : undefined
}

import iconv from 'iconv-lite'

/** Japanese gateways call it Shift_JIS and mean this superset of it. */
const CHARSET = 'windows-31j'

/** Fields of a form by name, in the order they came. A name given twice keeps its last value. */
export type FormFields = Record<string, string>

export function decodeWindows31j(bytes: Uint8Array): string {
  return iconv.decode(Buffer.from(bytes), CHARSET)
}

export function encodeWindows31j(text: string): Buffer {
  return iconv.encode(text, CHARSET)
}

/** True when the bytes are Windows-31J, and not UTF-8 or another charset under its name. */
export function isWindows31j(bytes: Uint8Array): boolean {
  return encodeWindows31j(decodeWindows31j(bytes)).equals(Buffer.from(bytes))
}

/** Reads a form whose values are percent-encoded Windows-31J; `+` is a space, as in every form. */
export function readForm(body: Buffer): FormFields {
  const pairs = body
    .toString('latin1')
    .split('&')
    .filter(pair => pair !== '')
  return Object.fromEntries(
    pairs.map(pair => {
      const [name = '', ...rest] = pair.split('=')
      return [fromPercent(name), fromPercent(rest.join('='))]
    }),
  )
}

function fromPercent(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decodeWindows31j(Buffer.from(bytes, 'latin1'))
}

/** Writes a form as a Japanese gateway sends it: its values are percent-encoded Windows-31J. */
export function writeForm(fields: readonly (readonly [string, string])[]): Buffer {
  return Buffer.from(fields.map(([name, value]) => `${name}=${toPercent(value)}`).join('&'), 'latin1')
}

function toPercent(value: string): string {
  return Array.from(encodeWindows31j(value), byte => {
    const character = String.fromCharCode(byte)
    if (/[\w.*-]/.test(character)) return character
    return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

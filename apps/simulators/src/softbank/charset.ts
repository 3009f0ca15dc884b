import iconv from 'iconv-lite'

const SHIFT_JIS = 'windows-31j'

export function decodeShiftJis(bytes: Uint8Array): string {
  return iconv.decode(Buffer.from(bytes), SHIFT_JIS)
}

export function encodeShiftJis(text: string): Buffer {
  return iconv.encode(text, SHIFT_JIS)
}

/** True when the bytes are Shift_JIS, and not UTF-8 or worse under its name. */
export function isShiftJis(bytes: Uint8Array): boolean {
  return encodeShiftJis(decodeShiftJis(bytes)).equals(Buffer.from(bytes))
}

/** Fields by name, in the order they came. */
export type Fields = Record<string, string>

/** Reads a form that a browser sent with `accept-charset="Shift_JIS"`. */
export function readForm(body: Buffer): Fields {
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
  return decodeShiftJis(Buffer.from(bytes, 'latin1'))
}

/** A form as the gateway sends it: bytes of Shift_JIS, percent-encoded. */
export function writeForm(fields: readonly (readonly [string, string])[]): Buffer {
  return Buffer.from(fields.map(([name, value]) => `${name}=${toPercent(value)}`).join('&'), 'latin1')
}

function toPercent(value: string): string {
  return Array.from(encodeShiftJis(value), byte => {
    const character = String.fromCharCode(byte)
    if (/[\w.*-]/.test(character)) return character
    return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

import iconv from 'iconv-lite'

const CHARSET = 'windows-31j'

/** Fields by name. A name given twice keeps its last value. */
export type Fields = Record<string, string>

/** Reads a form whose values are percent-encoded Windows-31J bytes; `+` is a space, as in every form. */
export function readForm(body: Buffer): Fields {
  const fields: Fields = {}
  for (const pair of body.toString('latin1').split('&')) {
    if (pair === '') continue
    const [name = '', ...rest] = pair.split('=')
    fields[decode(name)] = decode(rest.join('='))
  }
  return fields
}

function decode(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return iconv.decode(Buffer.from(bytes, 'latin1'), CHARSET)
}

/** An answer as GMO writes it: `k=v&k=v` in Windows-31J, nothing escaped, not even the `&` inside an address. */
export function writeAnswer(fields: Fields): Buffer {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return iconv.encode(text, CHARSET)
}

/** A form as GMO sends it in a notice: percent-encoded Windows-31J. */
export function writeForm(fields: Fields): Buffer {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&')
  return Buffer.from(text, 'latin1')
}

function encode(value: string): string {
  return Array.from(iconv.encode(value, CHARSET), byte => {
    const character = String.fromCharCode(byte)
    if (/[\w.*-]/.test(character)) return character
    return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

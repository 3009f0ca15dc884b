/**
 * Base 45 of RFC 9285: bytes in the letters that a QR code packs densest, two bytes in three letters.
 */
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const BASE = LETTERS.length
const PAIR = 3

export function base45Of(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 2) {
    const high = bytes[i] ?? 0
    const low = bytes[i + 1]
    text += low === undefined ? lettersOf(high, 2) : lettersOf(high * 256 + low, PAIR)
  }
  return text
}

/** Null for a text that no bytes have. */
export function bytesOfBase45(text: string): Uint8Array | null {
  const rest = text.length % PAIR
  if (rest === 1) return null
  const bytes: number[] = []
  for (let i = 0; i < text.length; i += PAIR) {
    const letters = text.slice(i, i + PAIR)
    const value = valueOf(letters)
    if (value === null) return null
    if (letters.length === PAIR) {
      if (value > 0xffff) return null
      bytes.push(value >> 8, value & 0xff)
    } else {
      if (value > 0xff) return null
      bytes.push(value)
    }
  }
  return Uint8Array.from(bytes)
}

function lettersOf(value: number, count: number): string {
  let text = ''
  let rest = value
  for (let i = 0; i < count; i += 1) {
    text += LETTERS.charAt(rest % BASE)
    rest = Math.floor(rest / BASE)
  }
  return text
}

function valueOf(letters: string): number | null {
  let value = 0
  for (let i = letters.length - 1; i >= 0; i -= 1) {
    const digit = LETTERS.indexOf(letters.charAt(i))
    if (digit === -1) return null
    value = value * BASE + digit
  }
  return value
}

import iconv from 'iconv-lite'

import { sameSign } from '../../port/same-sign.ts'

/** Japanese gateways say Shift_JIS and mean Windows-31J; the encoder knows it under both names. */
const ENCODING = 'Shift_JIS'

/**
 * The bytes of a text in Shift_JIS.
 * @throws RangeError for a character outside the charset: the encoder would silently write a question mark, and the
 * gateway would compute another hash.
 */
export function toShiftJis(text: string): Buffer {
  const normal = Array.from(text, sameSign).join('')
  const bytes = iconv.encode(normal, ENCODING)
  if (iconv.decode(bytes, ENCODING) !== normal) throw new RangeError('a text that Shift_JIS cannot hold')
  return bytes
}

/** Decodes bytes in Shift_JIS. */
export function fromShiftJis(bytes: Uint8Array): string {
  return iconv.decode(Buffer.from(bytes), ENCODING)
}

/** The form of names of goods in requests: base64 of their bytes. @throws RangeError as {@link toShiftJis}. */
export function base64ShiftJis(text: string): string {
  return toShiftJis(text).toString('base64')
}

/**
 * The fields of a form in Shift_JIS, percent-encoded or raw. The last of several fields with the same name counts.
 * Undefined for more than `mostPairs`: none of them is decoded then.
 */
export function readShiftJisForm(body: Buffer, mostPairs: number): ReadonlyMap<string, string> | undefined {
  const pairs = body.toString('latin1').split('&', mostPairs + 1)
  if (pairs.length > mostPairs) return undefined
  return new Map(
    pairs
      .filter(pair => pair !== '')
      .map(pair => {
        const end = pair.indexOf('=')
        const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
        return [decodeForm(name), decodeForm(value)] as const
      }),
  )
}

function decodeForm(latin1: string): string {
  const bytes = latin1
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return fromShiftJis(Buffer.from(bytes, 'latin1'))
}

import { foldTyped } from '../form/normalise.ts'
import { readableCodeIn } from '../reservation-number.ts'
import { parseSignedCode, SIGNED_PREFIX, type SignedCode } from './signed-code.ts'

const PARTY = /^party:(tkt_[\w-]{24})\.([\w-]{6})$/
const TICKET = /^tkt_[\w-]{24}$/
const SHORT_LENGTH = 8
/** Signs that a scanner with an American keyboard types into a device with a Japanese one, and what they are. */
const OTHER_LAYOUT: Readonly<Record<string, string>> = { '=': '_', '+': ':', '~': '+', '(': '*' }

/** The text that a gate's camera saw, or somebody typed. */
export type ScannedText =
  | { readonly kind: 'signed'; readonly code: SignedCode }
  /** One that only the store knows. */
  | { readonly kind: 'plain'; readonly code: string }
  /** The code of a party, all who have not entered: the code of the first, and the end of the second one's. */
  | { readonly kind: 'party'; readonly code: string; readonly proof: string }
  /** Eight letters, read out: they are told apart by no signature, so only the store knows them. */
  | { readonly kind: 'short'; readonly letters: string }
  | { readonly kind: 'unknown' }

/**
 * Tells codes apart. Letters that are typed may be small, full width, in groups or in a sentence. A scanner that types
 * may do so with the caps lock on, by another layout, or into a Japanese keyboard, and add line breaks.
 */
export function readScannedText(text: string): ScannedText {
  const typed = foldTyped(text)
  const asMeant = /^(?:tkt=|kt1\+|party\+)/i.test(typed)
    ? typed.replaceAll(/[=+~(]/g, sign => OTHER_LAYOUT[sign] ?? sign)
    : typed
  const code = readCode(text) ?? readCode(asMeant) ?? readCode(withoutCapsLock(asMeant))
  if (code !== undefined) return code
  const letters = readableCodeIn(text, SHORT_LENGTH)
  return letters === undefined || asMeant.startsWith(SIGNED_PREFIX)
    ? { kind: 'unknown' }
    : { kind: 'short', letters }
}

function readCode(text: string): ScannedText | undefined {
  const signed = parseSignedCode(text)
  if (signed !== null) return { kind: 'signed', code: signed }
  if (TICKET.test(text)) return { kind: 'plain', code: text }
  const [, code, proof] = PARTY.exec(text) ?? []
  return code === undefined || proof === undefined ? undefined : { kind: 'party', code, proof }
}

/** Each letter in its other case; a signed code has capitals alone. */
function withoutCapsLock(text: string): string {
  if (/^kt1:/i.test(text)) return text.toUpperCase()
  return text.replaceAll(/[a-z]/gi, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

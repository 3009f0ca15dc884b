import { READABLE_LETTERS } from '../reservation-number.ts'
import { parseSignedCode, SIGNED_PREFIX, type SignedCode } from './signed-code.ts'

const PARTY = /^party:(tkt_[\w-]{24})\.([\w-]{6})$/
const TICKET = /^tkt_[\w-]{24}$/
const SHORT = new RegExp(`^[${READABLE_LETTERS}]{8}$`)

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

/** Tells codes apart. Letters that are typed may be small, full width or in groups. */
export function readScannedText(text: string): ScannedText {
  if (text.startsWith(SIGNED_PREFIX)) {
    const code = parseSignedCode(text)
    return code === null ? { kind: 'unknown' } : { kind: 'signed', code }
  }
  if (TICKET.test(text)) return { kind: 'plain', code: text }
  const [, code, proof] = PARTY.exec(text) ?? []
  if (code !== undefined && proof !== undefined) return { kind: 'party', code, proof }
  const letters = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
  return SHORT.test(letters) ? { kind: 'short', letters } : { kind: 'unknown' }
}

import { foldWidth } from './form/normalise.ts'

/** Signs that nobody sees, and that would hide an address from us though not from a mail program. A joiner of emoji stays. */
const INVISIBLE = /[\u00ad\u200b\u200c\u200e\u200f\u061c\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g
/** `scheme://…`, `www.…`, and `name.tld` with what follows it; also the domain of a mail address, with its name. */
const LINK =
  /(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S*|(?:[\w.!#$%&'*+/=?^`{|}~-]+@)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?![a-z\d])(?:[/?#:]\S*)?/gi

/**
 * A text of one stranger to another without anything that a mail program could make a link of (S-10.06): addresses are cut out, and all
 * else stays. Width does not hide them.
 */
export function withoutLinks(text: string): string {
  const shown = text.replace(INVISIBLE, '')
  // Of the same length, so that what is found in it is cut out of the text as it was typed.
  const folded = foldSigns(shown)
  let kept = ''
  let from = 0
  for (const match of folded.matchAll(LINK)) {
    kept += shown.slice(from, match.index)
    from = match.index + match[0].length
  }
  return (kept + shown.slice(from)).replace(/[^\S\n]{2,}/g, ' ').trim()
}

/** Unlike {@link foldWidth} it changes no length. */
function foldSigns(text: string): string {
  return Array.from(text, sign => (sign.length === 1 ? foldWidth(sign).replace('｡', '.') : sign)).join('')
}

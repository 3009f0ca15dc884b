import { foldDashes, removeInvisible } from './form/normalise.ts'

/** Words in kana keep their long vowel mark, which stands for a hyphen everywhere else. */
const KANA = /[\u3041-\u30ff]+/g
const MARKS_BEFORE = /^[\u30a0\u30fc]+/

/**
 * A coupon code as typed or pasted, in the form in which codes are stored and compared: NFKC, so that full-width
 * letters equal the half-width ones, with one kind of hyphen and without outer blanks. Upper and lower case stay
 * different.
 */
export function normaliseCouponCode(typed: string): string {
  return outsideKana(removeInvisible(typed).normalize('NFKC')).trim()
}

function outsideKana(text: string): string {
  const words = text.match(KANA) ?? []
  return text
    .split(KANA)
    .flatMap((between, index) => [
      foldDashes(between),
      (words[index] ?? '').replace(MARKS_BEFORE, foldDashes),
    ])
    .join('')
}

/** Brackets and quotation marks around a word, as NFKC leaves them. */
const QUOTED = /[「『【〈《〔[("'“‘]([^「」『』【】〈〉《》〔〕[\]()"'“”‘’]+)[」』】〉》〕\])"'”’]/
const CLOSING = '。、.,!?'

/** The code in a text that a visitor copied with its sentence: what is in brackets, or behind a colon, or else all of it. */
export function couponCodeIn(typed: string): string {
  const text = normaliseCouponCode(typed)
  const said = QUOTED.exec(text)?.[1] ?? text.split(':').at(-1) ?? text
  return withoutClosing(said.trim())
}

function withoutClosing(text: string): string {
  let end = text.length
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

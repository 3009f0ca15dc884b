import { digitsOf } from './card-input.ts'

/** Rewrites a field in its usual form and leaves the caret behind the same digit. */
export function reshape(input: HTMLInputElement, shape: (typed: string) => string): void {
  const { value, selectionStart } = input
  const shaped = shape(value)
  if (shaped === value) return
  const isAtEnd = selectionStart === null || selectionStart === value.length
  const digitsBehind = digitsOf(value.slice(selectionStart ?? 0)).length
  input.value = shaped
  if (isAtEnd || document.activeElement !== input) return
  // Counted from the end, because a zero may have been added before the rest.
  const caret = placeAfter(shaped, digitsOf(shaped).length - digitsBehind)
  input.setSelectionRange(caret, caret)
}

/** The position right behind the given number of digits. */
function placeAfter(text: string, digits: number): number {
  const places = Array.from(text, (character, place) => (/\d/.test(character) ? place + 1 : 0)).filter(
    Boolean,
  )
  return digits <= 0 ? 0 : (places[digits - 1] ?? text.length)
}

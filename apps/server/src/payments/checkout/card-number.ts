/** Whether a value holds what may be a card number, however deep: 13–19 digits that pass the Luhn check. */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return groupsOfDigits(value).some(holdsNumber)
  if (typeof value === 'number') return Number.isSafeInteger(value) && isCardNumber(String(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => holdsCardNumber(key) || holdsCardNumber(inner))
}

/**
 * Digits as people write them, half or full width, in groups parted by a blank, hyphen, dot or slash. Those between
 * letters are a part of an opaque token: a card number never stands so, and one token in some hundred would pass for one.
 */
const DIGITS = /(?<![A-Za-z0-9])\d+(?:[ .\-/]\d+)*(?![A-Za-z0-9])/g

function groupsOfDigits(text: string): string[][] {
  return (text.normalize('NFKC').match(DIGITS) ?? []).map(run => run.split(/[ .\-/]/))
}

/** Whether neighbouring groups make a number: before and after it may stand others, such as a date or a code. */
function holdsNumber(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = ''
    // At most as many groups as a number has digits, however long the text is.
    for (const group of groups.slice(first, first + LONGEST)) {
      digits += group
      if (digits.length > LONGEST) return false
      if (isCardNumber(digits)) return true
    }
    return false
  })
}

const LONGEST = 19

const SHORTEST = 13

function isCardNumber(digits: string): boolean {
  return digits.length >= SHORTEST && digits.length <= LONGEST && passesLuhn(digits)
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const weighed = place % 2 === 0 ? digit : digit * 2
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}

/** The behaviour of a card when it is charged. */
export type CardConduct = 'paid' | 'declined' | 'challenge' | 'challenge_declined' | 'busy' | 'answer_lost'

/** The test cards of the demo, known by their last four digits. */
export const TEST_CARDS = [
  { last4: '1112', conduct: 'paid', en: 'Paid, no challenge', ja: '決済成功(認証画面なし)' },
  {
    last4: '3220',
    conduct: 'challenge',
    en: 'Asks for a 3-D Secure challenge',
    ja: '3Dセキュアの認証画面へ',
  },
  {
    last4: '1629',
    conduct: 'challenge_declined',
    en: 'Challenge, then declined by the bank',
    ja: '認証画面のあと、カード会社が拒否',
  },
  { last4: '0002', conduct: 'declined', en: 'Declined by the bank', ja: 'カード会社が拒否' },
  {
    last4: '0119',
    conduct: 'busy',
    en: 'The provider is busy, nothing happens',
    ja: '決済会社が混雑中(処理されません)',
  },
  {
    last4: '0408',
    conduct: 'answer_lost',
    en: 'Paid, but the first answer is lost',
    ja: '決済成功、ただし最初の応答が失われます',
  },
] as const satisfies readonly { last4: string; conduct: CardConduct; en: string; ja: string }[]

/** The behaviour of a card by its last four digits. A card that is not on the list is paid. */
export function conductOf(last4: string): CardConduct {
  return TEST_CARDS.find(card => card.last4 === last4)?.conduct ?? 'paid'
}

/** A number that passes the Luhn check and ends in these four digits: `4000 00x0 0000 1112`, for people and tests. */
export function testCardNumber(last4: string): string {
  const numbers = Array.from({ length: 10 }, (_, digit) => `400000${digit}00000${last4}`)
  const valid = numbers.find(passesLuhn)
  if (valid === undefined) throw new Error(`not four digits: ${last4}`)
  return valid
}

/** True for 13 to 19 digits whose Luhn check digit is right. */
export function passesLuhn(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 0 ? Number(digit) : Number(digit) * 2
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

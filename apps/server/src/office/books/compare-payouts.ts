import { sumOf } from '@kippu/domain/sum'

import type { PayoutLine } from './read-payout-file.ts'

/** A payment that lines of a file may name. */
export interface PaidOut {
  /** As the file names it. */
  readonly reference: string
  /** Yen that it took, and those of each time that it gave some back. */
  readonly captured: number
  readonly refunded: readonly number[]
}

interface WrongLine extends PayoutLine, Pick<PaidOut, 'captured' | 'refunded'> {}

export interface ComparedPayouts {
  readonly matched: number
  /** Yen that the matched lines come to, and their fees. */
  readonly amount: number
  readonly fees: number
  /** The payment is ours, and the amount is neither what it took nor what it gave back. */
  readonly wrong: readonly WrongLine[]
  /** No payment of the site at this provider has the reference. */
  readonly unknown: readonly PayoutLine[]
}

/** Compares the lines of a file with the payments that they name. Each amount counts once: a second line of the same is one too many. */
export function comparePayouts(lines: readonly PayoutLine[], payments: readonly PaidOut[]): ComparedPayouts {
  const known = new Map(
    payments.map(payment => [
      payment.reference,
      { payment, left: [payment.captured, ...payment.refunded.map(yen => -yen)] },
    ]),
  )
  const matched: PayoutLine[] = []
  const wrong: WrongLine[] = []
  const unknown: PayoutLine[] = []
  for (const line of lines) {
    const found = known.get(line.reference)
    const place = found?.left.indexOf(line.amount) ?? -1
    if (found === undefined) unknown.push(line)
    else if (place === -1) {
      const { captured, refunded } = found.payment
      wrong.push({ ...line, captured, refunded })
    } else {
      found.left.splice(place, 1)
      matched.push(line)
    }
  }
  return {
    matched: matched.length,
    amount: sumOf(matched.map(({ amount }) => amount)),
    fees: sumOf(matched.map(({ fee }) => fee)),
    wrong,
    unknown,
  }
}

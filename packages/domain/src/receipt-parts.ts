import { epochMsOf } from './jst-date.ts'

/** The parts that the screen of a receipt and its PDF both tell from a receipt, so that they never differ. */

/** The rate of consumption tax of what has no lower one, in percent. */
const STANDARD_TAX_RATE = 10

/** Whether an item of this rate has to be marked as one with reduced tax. Something without tax has none to reduce. */
export function isReducedRate(taxRate: number): boolean {
  return taxRate > 0 && taxRate < STANDARD_TAX_RATE
}

/**
 * The purpose of money: the purchase, or the difference of a change of time; and for money that went back, such a
 * difference or tickets.
 */
export type PaymentPurpose = 'first' | 'difference' | 'difference_back' | 'back'

interface ReceiptPayment {
  readonly price: number
  /** It went back because the visit was moved to a cheaper day. */
  readonly returned_for_change?: true | undefined
}

/** The purpose of each payment of a receipt, the oldest first; what went back is negative. */
export function paymentPurposes(payments: readonly ReceiptPayment[]): PaymentPurpose[] {
  const first = payments.findIndex(({ price }) => price > 0)
  return payments.map(({ price, returned_for_change: isForChange = false }, index) => {
    if (price < 0) return isForChange ? 'difference_back' : 'back'
    return index === first ? 'first' : 'difference'
  })
}

const DAY_MS = 86_400_000

/** Whether a visit is of several days, from its date-times in +09:00. One of a whole day ends within 24 hours. */
export function isOfDays({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return epochMsOf(to) - epochMsOf(from) > DAY_MS
}

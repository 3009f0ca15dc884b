import type { TimeChange } from '@kippu/contract/time-changes'

/** The thing that is paid: an order, what a change of time costs more, or an order at the door. */
export type Paid = 'order' | 'time_change' | 'spot'

/** The kind of order that is paid. */
export type PaidOrder = Exclude<Paid, 'time_change'>

/** The thing that a visitor pays for. */
export interface Payable {
  readonly paid: Paid
  /** The token of the order, or of the change. */
  readonly token: string
  /** Yen, before the payment method takes something off. */
  readonly price: number
  /** A payment of it is under way: its price is fixed, and nothing else can be asked about it. */
  readonly isBeingPaid: boolean
  /** The buyer's answers, for the card and its bank; '' where the browser does not know them: a change tells nobody the buyer's address. */
  readonly payer: { readonly name: string; readonly phone: string; readonly email: string }
}

export function payableChange({ difference, status }: TimeChange, token: string): Payable {
  const price = Math.max(0, difference)
  return {
    paid: 'time_change',
    token,
    price,
    isBeingPaid: status === 'waiting',
    payer: { name: '', phone: '', email: '' },
  }
}

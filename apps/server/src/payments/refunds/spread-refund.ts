/** The yen of a payment that are left to be given back. */
export interface Refundable<Payment> {
  readonly attempt: Payment
  readonly left: number
}

export interface RefundPart<Payment> {
  readonly attempt: Payment
  readonly amount: number
}

/**
 * Spreads an amount over payments in their order, each giving back as much as it has left; parts of nothing are left out.
 * Undefined when all together have too little.
 */
export function spreadRefund<Payment>(
  amount: number,
  payments: ReadonlyArray<Refundable<Payment>>,
): ReadonlyArray<RefundPart<Payment>> | undefined {
  const parts: Array<RefundPart<Payment>> = []
  let rest = amount
  for (const { attempt, left } of payments) {
    const part = Math.min(rest, Math.max(0, left))
    if (part > 0) parts.push({ attempt, amount: part })
    rest -= part
  }
  return rest === 0 ? parts : undefined
}

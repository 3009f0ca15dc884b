/** One line of an order, in yen. `addCost` is the option's extra cost and may be negative. */
export interface PricedLine {
  readonly unitPrice: number
  readonly addCost: number
  readonly quantity: number
}

export interface OrderPrice {
  /** Sum of the lines before any deduction. */
  readonly subtotal: number
  /** What is payable before the payment-method discount (D-54). */
  readonly price: number
}

/** What one ticket of the line costs: base price plus extra cost, never below 0 yen. */
export function unitCostOf(line: PricedLine): number {
  return Math.max(0, line.unitPrice + line.addCost)
}

/** Sum over the lines of unit cost × quantity, in yen (R-9.09, S-3.01). */
export function subtotalOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + unitCostOf(line) * line.quantity, 0)
}

/**
 * The price of an order (S-3.01). Browser and server both call this, so the price shown is the price charged.
 * Deductions are taken from the subtotal in here, each capped at what remains (D-21); there are none yet.
 */
export function orderPrice(lines: readonly PricedLine[]): OrderPrice {
  const subtotal = subtotalOf(lines)
  return { subtotal, price: subtotal }
}

/**
 * The price of an order computed a second time, written from the requirements alone (D-21–D-24, S-3, S-4) and in
 * another way: every ticket is an amount of its own, and all amounts are BigInt. It shares no code with
 * `order-price.ts`, so a mistake would have to be made twice to go unnoticed.
 */

export interface OracleLine {
  readonly kind: 'ticket' | 'extra' | 'set'
  readonly basePrice: number
  readonly addCost: number
  readonly quantity: number
}

interface OracleAmount {
  readonly type: string
  readonly amount: number
}

export interface OracleCoupon {
  readonly kind: 'flat_rate' | 'fixed_rate' | 'invitation' | 'campaign'
  readonly discountType: string
  readonly discountAmount: number
  readonly shouldApplyPerTicket: boolean
}

export interface OracleOrder {
  readonly lines: readonly OracleLine[]
  readonly promotion: OracleAmount | null
  readonly coupons: readonly OracleCoupon[]
  readonly method: OracleAmount | null
}

export interface OraclePrice {
  readonly subtotal: bigint
  readonly membershipByLine: readonly bigint[]
  readonly couponDiscounts: readonly bigint[]
  readonly price: bigint
  readonly methodDiscount: bigint
  readonly payable: bigint
}

export function oraclePrice({ lines, promotion, coupons, method }: OracleOrder): OraclePrice {
  const bag = { subtotal: 0n, remaining: 0n }
  const tickets: bigint[] = []
  const membershipByLine: bigint[] = []
  for (const { kind, basePrice, addCost, quantity } of lines) {
    const sum = BigInt(basePrice) + BigInt(addCost)
    const unit = sum > 0n ? sum : 0n
    let membership = 0n
    for (let piece = 0; piece < quantity; piece += 1) {
      bag.subtotal += unit
      if (kind !== 'ticket') continue
      tickets.push(unit)
      // D-24: the discount of each ticket by itself, and never more than the ticket.
      membership += least(cut(unit, promotion?.type, promotion?.amount), unit)
    }
    membershipByLine.push(membership)
  }
  bag.remaining = bag.subtotal
  for (const membership of membershipByLine) bag.remaining -= membership

  // S-3.04: invitations free the tickets one after the other, the most expensive first.
  const dearestFirst = [...tickets].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const couponDiscounts = coupons.map(coupon => {
    const wanted =
      coupon.kind === 'invitation'
        ? (dearestFirst.shift() ?? 0n)
        : wantedBy(coupon, bag.subtotal, BigInt(tickets.length))
    const got = least(wanted, bag.remaining)
    bag.remaining -= got
    return got
  })
  const methodDiscount = least(cut(bag.remaining, method?.type, method?.amount), bag.remaining)
  return {
    subtotal: bag.subtotal,
    membershipByLine,
    couponDiscounts,
    price: bag.remaining,
    methodDiscount,
    payable: bag.remaining - methodDiscount,
  }
}

/** –9.05: the base is the whole subtotal, whatever was deducted before (D-21). */
function wantedBy(coupon: OracleCoupon, subtotal: bigint, tickets: bigint): bigint {
  const times = coupon.discountType === 'fixed' && coupon.shouldApplyPerTicket ? tickets : 1n
  return least(times * cut(subtotal, coupon.discountType, coupon.discountAmount), subtotal)
}

/** Fixed is the amount, percent is of the base and rounded down, any other type is 0. */
function cut(base: bigint, type: string | undefined, amount: number | undefined): bigint {
  const much = BigInt(amount ?? 0)
  if (type === 'fixed') return much
  if (type !== 'percent') return 0n
  const hundredfold = base * much
  return (hundredfold - (hundredfold % 100n)) / 100n
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

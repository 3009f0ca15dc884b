import type { TemporaryOrder } from '@kippu/contract/orders'

import type { Deduction, SummaryLine } from '../summary/order-summary.tsx'

/** The lines of an order: tickets, extras, set products, each with its unit price in yen. */
export function linesOf({ main_product, set_products }: TemporaryOrder): SummaryLine[] {
  const chosen = main_product.order_options.map(line => ({
    name: line.name,
    price: line.unit_price,
    count: line.quantity,
    isTicket: line.type === 'ticket_type',
  }))
  const sets = set_products.map(set => ({
    name: set.product_name,
    price: set.add_cost,
    count: set.quantity,
    isTicket: false,
  }))
  return [...chosen, ...sets]
}

/** The discounts, in the order in which they apply: membership, then the coupons. */
export function deductionsOf({ membership_promotion, coupons }: TemporaryOrder): Deduction[] {
  const membership =
    membership_promotion === null
      ? []
      : [
          {
            name: membership_promotion.membership_promotion_name,
            amount: membership_promotion.membership_discount,
          },
        ]
  return [
    ...membership,
    ...coupons.map(coupon => ({ name: coupon.coupon_name, amount: coupon.coupon_discount })),
  ]
}

import { formatCurrency } from '@kippu/domain/money'

import type { BoughtOrder } from '../../orders/bought/bought-order.ts'
import type { BillRow, Block } from '../letter/letter.ts'
import type { MailLocale } from './visit.ts'

/**
 * The ordered lines, the discounts, and the total: options of both kinds, set products, the discounts of membership, of
 * each coupon and of the payment method. Amounts are in yen, tax included.
 */
export function orderBill(writing: MailLocale, order: BoughtOrder): Block {
  const { words } = writing
  const yen = (amount: number): string => writeYen(writing, amount)
  const line = (name: string, count: number, unitPrice: number): BillRow => ({
    label: words('mail_bill_line', { name, count }),
    amount: yen(unitPrice * count),
  })
  const lines = [
    ...order.product.order_options.map(option => line(option.name, option.quantity, option.unit_price)),
    ...order.sets.map(set => line(set.product_name, set.quantity, set.add_cost)),
  ]
  const deductions = deductionsOf(words, order).map(({ label, off }) => ({ label, amount: `−${yen(off)}` }))
  return {
    kind: 'bill',
    title: words('mail_bill_title'),
    rows: lines,
    deductions:
      deductions.length === 0
        ? []
        : [{ label: words('mail_bill_subtotal'), amount: yen(order.subtotal) }, ...deductions],
    total: { label: words('mail_bill_total'), amount: yen(order.total) },
  }
}

/** An amount with its unit, as the language of the mail writes it. */
export function writeYen({ words }: Pick<MailLocale, 'words'>, amount: number): string {
  return formatCurrency(amount, { template: words('common_price_with_unit', { price: '{price}' }) })
}

/** In the order in which they are deducted. A deduction of 0 is left out: a promotion may have reduced nothing. */
function deductionsOf(
  words: MailLocale['words'],
  { membership_promotion: promotion, coupons, methodDiscount }: BoughtOrder,
): ReadonlyArray<{ readonly label: string; readonly off: number }> {
  return [
    {
      label: promotion?.membership_promotion_name ?? '',
      off: promotion?.membership_discount ?? 0,
    },
    ...coupons.map(({ coupon_name: name, coupon_code: code, coupon_discount: off }) => ({
      label: words('mail_bill_coupon', { name, code }),
      off,
    })),
    { label: words('mail_bill_method'), off: methodDiscount },
  ].filter(({ off }) => off > 0)
}

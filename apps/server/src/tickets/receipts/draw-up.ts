import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { receiptSums } from '@kippu/domain/receipt'
import { sumOf } from '@kippu/domain/sum'
import type { Site } from '@kippu/sites/site'
import * as v from 'valibot'

import { pricedKindOf } from '../../orders/price/stored-lines.ts'
import type { LineFacts, ReceiptFacts } from './receipt-facts.ts'
import type { ReceiptDocument } from './receipt-document.ts'

const method = v.picklist(PAYMENT_METHODS)

/** The lines that a receipt prints of a visit as it is now. */
export function drawUp(facts: ReceiptFacts, { issuer }: Pick<Site, 'issuer'>): ReceiptDocument {
  const { lines, payments, refunds } = facts
  const sums = receiptSums({
    lines: lines.map(line => ({
      kind: pricedKindOf(line.kind),
      quantity: line.quantity,
      left: line.left,
      unitPrice: line.unit_price,
      discounts: line.membership + line.coupon + line.method,
      taxRate: line.tax_rate,
    })),
    paid: amountOf(payments),
    refunded: amountOf(refunds),
    refundedSince: amountOf(refunds.filter(one => one.is_since)),
  })
  return {
    reservation_number: facts.number,
    total: sums.total,
    taxes: sums.taxes.map(({ taxRate, yen, tax }) => ({ tax_rate: taxRate, price: yen, tax })),
    lines: lines.map(({ name, option_name, quantity, unit_price, tax_rate }) => ({
      name: name ?? {},
      option_name: option_name ?? {},
      quantity,
      unit_price,
      tax_rate,
    })),
    adjustments: adjustmentsOf(facts, sums.kept),
    payments: [
      ...payments.map(one => ({
        paid_at: one.at,
        method: v.parse(method, one.payment_method),
        price: one.amount,
      })),
      ...refunds.map(one => ({
        paid_at: one.at,
        method: null,
        price: -one.amount,
        ...(one.is_for_change && { returned_for_change: true as const }),
      })),
    ].toSorted((one, other) => one.paid_at - other.paid_at),
    visit: facts.visit,
    issuer: {
      name: issuer.name,
      address: issuer.address,
      registration_number: issuer.registrationNumber,
    },
  }
}

function amountOf(money: ReadonlyArray<{ readonly amount: number }>): number {
  return sumOf(money.map(({ amount }) => amount))
}

function adjustmentsOf({ lines, refunds }: ReceiptFacts, kept: number): ReceiptDocument['adjustments'] {
  const off = (part: 'membership' | 'coupon' | 'method'): number =>
    -sumOf(lines.map((line: LineFacts) => line[part]))
  return [
    ...(['membership', 'coupon', 'method'] as const).map(one => ({ kind: one, price: off(one) })),
    { kind: 'refund' as const, price: -amountOf(refunds.filter(one => one.is_since)) },
    { kind: 'kept' as const, price: kept },
    // `-0` is none either.
  ].filter(({ price }) => price !== 0)
}

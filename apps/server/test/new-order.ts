import { randomBytes, randomUUID } from 'node:crypto'

import type { NewOrder, NewOrderLine } from '../src/stock/hold-queue.ts'
import type { SmallCatalogue } from './small-catalogue.ts'

/** Of every time span of a small catalogue. */
export const VISIT_DATE = '2026-12-01'

/** An order of adults for the first time span of a small catalogue. */
export function newOrderOf(
  catalogue: SmallCatalogue,
  quantity: number,
  more: Partial<NewOrder> = {},
): NewOrder {
  const [timeSpanId] = catalogue.spans
  if (timeSpanId === undefined) throw new Error('a catalogue without a time span')
  return {
    id: randomUUID(),
    siteKey: 'demo',
    channel: 'web',
    tokenHash: randomBytes(32),
    lang: 'ja',
    productId: catalogue.productId,
    timeSpanId,
    visitDate: VISIT_DATE,
    holder: null,
    quantity,
    subtotal: 3200 * quantity,
    promotionId: null,
    membershipDiscount: 0,
    price: 3200 * quantity,
    lines: [adultsOf(catalogue, quantity)],
    sets: [],
    ...more,
  }
}

export function adultsOf({ adult }: SmallCatalogue, quantity: number): NewOrderLine {
  return {
    kind: 'ticket_type',
    taxRate: 10,
    optionValueId: adult,
    quantity,
    basePrice: 3200,
    addCost: 0,
    unitPrice: 3200,
    membershipDiscount: 0,
  }
}

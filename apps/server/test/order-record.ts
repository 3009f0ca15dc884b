import type { OrderRecord } from '../src/orders/life/find-order.ts'
import type { StoredLine } from '../src/orders/price/stored-lines.ts'

/** An order of two tickets for 6,400 yen that waits for its mail to be confirmed. */
export const ORDER: OrderRecord = {
  id: '00000000-0000-4000-8000-000000000001',
  siteKey: 'demo',
  status: 'mail_sent',
  hasEnded: false,
  lang: 'ja',
  productId: 1,
  timeSpanId: 1,
  quantity: 2,
  subtotal: 6_400,
  membershipDiscount: 0,
  price: 6_400,
  methodDiscount: 0,
  promotionId: null,
  memberId: null,
  extensions: 0,
  buyer: { answers: [], email: undefined, name: '' },
  mailGeneration: 1,
  mailedGeneration: 0,
  expiresAt: new Date('2026-11-22T00:00:00Z'),
  version: 3,
}

/** Its line. */
export const LINE: StoredLine = {
  kind: 'ticket',
  position: 0,
  quantity: 2,
  basePrice: 3_200,
  addCost: 0,
  discounts: 0,
  methodDiscount: 0,
  productId: 1,
  timeSpanId: 1,
  optionValueId: 1,
  taxRate: 10,
}

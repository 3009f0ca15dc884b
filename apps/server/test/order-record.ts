import type { OrderRecord } from '../src/orders/life/find-order.ts'
import type { PayableOrder } from '../src/orders/life/payable-order.ts'
import type { StoredLine } from '../src/orders/price/stored-lines.ts'

/** An order of two tickets for 6,400 yen that waits for its mail to be confirmed. */
export const ORDER: OrderRecord = {
  id: '00000000-0000-4000-8000-000000000001',
  siteKey: 'demo',
  kind: 'visit',
  replaces: null,
  movesFrom: null,
  credit: 0,
  refundDue: 0,
  status: 'mail_sent',
  hasEnded: false,
  lang: 'ja',
  productId: 1,
  timeSpanId: 1,
  quantity: 2,
  channel: 'web',
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
  wrongMailCodes: 0,
  createdAt: new Date('2026-11-21T23:30:00Z'),
  expiresAt: new Date('2026-11-22T00:00:00Z'),
  placesAtProof: false,
  isEmptied: false,
  tokenHash: Buffer.alloc(32),
  mailTokenHash: null,
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
  stock: 'held',
  formerPrice: null,
}

/** The order with all that it is judged by, at the web, without coupons; its visit is on 2026-11-22. */
export function payableOrder(order: Partial<OrderRecord> = {}): PayableOrder {
  const hours = {
    starts_ms: Date.parse('2026-11-22T11:00:00+09:00'),
    ends_ms: Date.parse('2026-11-22T12:00:00+09:00'),
    sold_until_ms: null,
  }
  return {
    order: { ...ORDER, ...order },
    channel: 'web',
    lines: [LINE],
    promotion: null,
    coupons: [],
    spans: [{ id: 1, sale_type: 'time', visit_date: '2026-11-22', grace_minutes: 0, ...hours }],
    heldSpans: 1,
  }
}

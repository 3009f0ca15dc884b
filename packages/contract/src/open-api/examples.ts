import type { CallName } from '../calls.ts'

interface Example {
  readonly request?: unknown
  readonly response?: unknown
}

const PRODUCT = '5b0c1f3e-7d52-4c34-9a34-0f6a7c7f1d11'

/** One purchase without money, told by its calls. The data are invented. */
const EXAMPLES: Readonly<Partial<Record<string, Example>>> = {
  getLangs: {
    response: [
      { id: 'ja', is_default: true },
      { id: 'en', is_default: false },
    ],
  },
  getStocksStatuses: {
    response: [
      { date: '2026-12-01', stock_status: 'normal', display_price: 2400, is_sold_out_display_product: false },
    ],
  },
  createOrder: {
    request: {
      lang: 'en',
      product_uuid: PRODUCT,
      time_span_id: 4711,
      quantity: 2,
      option_values: [{ option_value_id: 11, quantity: 2 }],
    },
    response: {
      order_token: 'ord_example0000000000000000000000',
      expires_at: '2026-12-01T10:15:00+09:00',
      price: 4800,
      places: 'held',
    },
  },
  addOrderCoupon: {
    request: { coupon: 'FREE100' },
    response: { coupon_name: 'Invitation', coupon_discount: 4800 },
  },
  sendOrderMail: {
    request: { contents: [{ key: 'email', value: 'visitor@example.com' }], lang: 'en' },
    response: { mail_sent: true, places: 'held' },
  },
  checkout: {
    request: { payment_method_type: 'free', expected_amount: 0 },
    response: {
      result: 'completed',
      reservation_token: 'rsv_example0000000000000000000000',
      reservation_number: 'ABCD-1234',
      payment_number: 'pay_example0000000000000000000000',
      time_change: false,
    },
  },
  findReservation: { response: { reservation_token: 'rsv_example0000000000000000000000' } },
  healthz: { response: { status: 'ok' } },
} satisfies Partial<Record<CallName, Example>>

export function exampleOf(call: string): Example {
  return EXAMPLES[call] ?? {}
}

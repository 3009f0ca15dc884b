import type { TemporaryOrder } from '@kippu/contract/orders'

/** Two adults on a winter morning, confirmed and ready to be paid. */
export function buildOrder(changes: Partial<TemporaryOrder> = {}): TemporaryOrder {
  return {
    lang: 'ja',
    status: 'ready_checkout',
    places: 'held',
    expires_at: '2099-12-01T10:00:00+09:00',
    extensions_left: 10,
    subtotal: 6400,
    price: 6400,
    customer_info: [{ key: 'email', value: 'a@b.co' }],
    main_product: {
      product_uuid: '32aee527-a2a1-47d0-8fb4-931e6492060b',
      product_name: 'デジタルフォレスト',
      description: '',
      image_path: null,
      sale_type: 'time',
      entry_policy: 'once',
      reentry_minutes: null,
      quantity: 2,
      reservation_from: '2099-12-02T10:00:00+09:00',
      reservation_to: '2099-12-02T10:30:00+09:00',
      product_time_span_id: 1,
      naming_right: null,
      caution: null,
      order_options: [
        {
          id: 1,
          name: '大人',
          type: 'ticket_type',
          add_cost: 0,
          quantity: 2,
          option_value_id: 1,
          unit_price: 3200,
        },
      ],
    },
    set_products: [],
    coupons: [],
    membership_promotion: null,
    ...changes,
  }
}

import type { Choice } from '../src/parts/choosing/choice/order-choice.ts'
import { buildOrder } from './order.ts'

const { product_uuid: uuid, reservation_from: from, reservation_to: to } = buildOrder().main_product

/** Two adults, as in `buildOrder`. */
export function buildChoice(changes: Partial<Choice> = {}): Choice {
  const span = { time_span_id: 1, from, to, stock_count: 50, remaining_stock: 50, options: [] }
  return {
    product: {
      id: 1,
      uuid,
      name: 'デジタルフォレスト',
      description: '',
      image_path: null,
      naming_right: null,
      can_be_moved: true,
      caution: null,
      product_type: 'main',
      sale_type: 'time',
      entry_policy: 'once',
      reentry_minutes: null,
      base_price: 3200,
      options: [
        {
          id: 1,
          name: '券種',
          type: 'ticket_type',
          values: [
            { option_value_id: 1, name: '大人', add_cost: 0, caution: null },
            { option_value_id: 2, name: '子ども', add_cost: -2200, caution: null },
          ],
        },
      ],
    },
    date: '2099-12-02',
    day: { base_price: 3200, product_stock_status: 'normal', time_spans: [span] },
    span,
    counts: { 1: 2 },
    sets: [],
    promotion: null,
    ...changes,
  }
}

import type { Product } from '@kippu/contract/products'
import { choosesTime } from '@kippu/domain/visit-time'

import type { ChoiceKind } from './order-choice.ts'

export type OrderLayout = 'product_first' | 'date_first'

/** What a visitor chooses after the day. */
export function choiceAfterDay(layout: OrderLayout, product: Product | undefined): ChoiceKind {
  return layout === 'date_first' || product === undefined ? 'product' : choiceAfterProduct(product)
}

/** What is left to choose when day and product are chosen (D-48). */
export function choiceAfterProduct({ sale_type: type }: Pick<Product, 'sale_type'>): ChoiceKind {
  return choosesTime(type) ? 'time' : 'tickets'
}

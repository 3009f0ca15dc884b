import type { Product } from '@kippu/contract/products'
import { choosesTime } from '@kippu/domain/visit-time'

import type { OrderDraft } from '../../../session/pieces.ts'
import type { ChoiceKind } from './choice-kind.ts'

export type OrderLayout = 'product_first' | 'date_first'

/** The next choice of a visitor after the day. */
export function choiceAfterDay(layout: OrderLayout, product: Product | undefined): ChoiceKind {
  return layout === 'date_first' || product === undefined ? 'product' : choiceAfterProduct(product)
}

/** The choices left when day and product are chosen. */
export function choiceAfterProduct({ sale_type: type }: Pick<Product, 'sale_type'>): ChoiceKind {
  return choosesTime(type) ? 'time' : 'tickets'
}

/** The facts of the page that the guide reads. */
export interface GuideFacts {
  readonly layout: OrderLayout
  readonly draft: Pick<OrderDraft, 'productUuid' | 'date' | 'timeSpanId'>
  readonly product: Product | undefined
  /** Whether the visitor has chosen anything of several: the product may be the one that the page opens with. */
  readonly isTouched: boolean
  /** A choice that the visitor opened again. */
  readonly reopened: ChoiceKind | null
}

/** The choice that comes next; at the end these are the tickets. It is read from the draft, so a reload keeps it. */
export function currentChoiceOf({ draft, product }: Pick<GuideFacts, 'draft' | 'product'>): ChoiceKind {
  if (draft.date === null) return 'date'
  if (draft.productUuid === null) return 'product'
  const isWithoutTime = product !== undefined && choosesTime(product.sale_type) && draft.timeSpanId === null
  return isWithoutTime ? 'time' : 'tickets'
}

/**
 * Whether a choice is open on a narrow screen: the next one, and what the visitor opened again. At first the products stand
 * above the days, with one of them chosen already; set products go with the tickets.
 */
export function isOpenChoice(kind: ChoiceKind, facts: GuideFacts): boolean {
  const current = currentChoiceOf(facts)
  if (kind === current || kind === facts.reopened) return true
  if (kind === 'sets') return current === 'tickets'
  const isStart = facts.draft.date === null && !facts.isTouched
  return kind === 'product' && facts.layout === 'product_first' && isStart
}

import type { SetProduct } from '@kippu/contract/set-products'
import { useMemo } from 'react'

import type { OrderDraft } from '../../session/pieces.ts'
import { choiceOf, spanOf } from '../../parts/choosing/choice/order-choice.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { withOwnHold } from '../../parts/choosing/choice/own-hold.ts'
import { useDay, useOffers, usePromotion } from './use-day-data.ts'
import { useDraft } from './use-draft.ts'
import { useOwnOrder } from './use-own-order.ts'
import { useProducts } from './use-order-data.ts'

interface OrderPage {
  readonly draft: OrderDraft
  readonly update: (changes: Partial<OrderDraft>) => void
  readonly choice: Choice
  readonly isDayLoading: boolean
  /** Set products for the visit; undefined while no visit is chosen, or they are being read. */
  readonly offers: readonly SetProduct[] | undefined
}

/**
 * The choices and the data they refer to, with the stock as it is known; the units of the visitor's own order count as
 * free.
 */
export function useOrderPage(): OrderPage {
  const { draft, update } = useDraft()
  const held = useOwnOrder()
  const { products } = useProducts()
  const product = products.find(({ uuid }) => uuid === draft.productUuid)
  const stock = useDay(product === undefined ? null : draft.productUuid, draft.date)
  const day = useMemo(() => stock.day && withOwnHold(stock.day, held), [stock.day, held])
  const read = useOffers(spanOf(product, day, draft.timeSpanId)?.time_span_id, draft.date)
  const offers = useMemo(() => read.offers?.map(offer => withOwnHold(offer, held)), [read.offers, held])
  const promotion = usePromotion()
  const choice = choiceOf({ draft, product, day, offers: offers ?? [], promotion })
  return { draft, update, choice, isDayLoading: stock.isLoading, offers }
}

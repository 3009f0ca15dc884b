import { useEffect } from 'react'

import { useSearchParams } from '../../page/router.tsx'
import type { OrderDraft } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { useFirstProduct, useProducts } from './use-order-data.ts'

const EMPTY: OrderDraft = { productUuid: null, date: null, timeSpanId: null, counts: {}, sets: {} }

interface Draft {
  readonly draft: OrderDraft
  readonly update: (changes: Partial<OrderDraft>) => void
}

/**
 * The choices of the page, stored in the session as they are made: none is lost by a reload, a change of language or a
 * way back.
 */
export function useDraft(): Draft {
  const firstProduct = useFirstProduct()
  const saved = useSession(session => session.orderDraft)
  const draft = { ...EMPTY, ...saved, productUuid: saved?.productUuid ?? firstProduct }
  const update = (changes: Partial<OrderDraft>): void => {
    useSession.setState(({ orderDraft }) => ({
      orderDraft: { ...EMPTY, productUuid: firstProduct, ...orderDraft, ...changes },
    }))
  }
  return { draft, update }
}

/**
 * `?product=` in the address chooses a product, once the catalogue has it. A product that differs from the chosen one
 * clears the choices. One that was applied already does not, because a way back and a change of language bring the same
 * address again.
 */
export function useAskedProduct(): void {
  const [query] = useSearchParams()
  const asked = query.get('product')
  const { products } = useProducts()
  const isKnown = products.some(({ uuid }) => uuid === asked)
  useEffect(() => {
    const { orderDraft } = useSession.getState()
    if (asked === null || !isKnown || asked === orderDraft?.askedProduct) return
    const kept = orderDraft?.productUuid === asked ? orderDraft : EMPTY
    useSession.setState({ orderDraft: { ...kept, productUuid: asked, askedProduct: asked } })
  }, [asked, isKnown])
}

import { useEffect } from 'react'

import { currentRoute } from '../../app/entry.ts'
import type { OrderDraft } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'

const EMPTY: OrderDraft = { productUuid: null, date: null, timeSpanId: null, counts: {} }

interface Draft {
  readonly draft: OrderDraft
  readonly update: (changes: Partial<OrderDraft>) => void
}

/**
 * The choices of the page, kept in the session as they are made: a reload, a change of language or a way back loses
 * none. `?product=` in the address chooses a product.
 */
export function useDraft(firstProduct: string | null): Draft {
  const saved = useSession(session => session.orderDraft)
  const draft = { ...EMPTY, ...saved, productUuid: saved?.productUuid ?? firstProduct }
  const update = (changes: Partial<OrderDraft>): void => {
    useSession.setState(({ orderDraft }) => ({
      orderDraft: { ...EMPTY, productUuid: firstProduct, ...orderDraft, ...changes },
    }))
  }
  useEffect(() => {
    const asked = new URLSearchParams(currentRoute().split('?')[1] ?? '').get('product')
    const { orderDraft } = useSession.getState()
    if (asked !== null && asked !== orderDraft?.productUuid) {
      useSession.setState({ orderDraft: { ...EMPTY, productUuid: asked } })
    }
  }, [])
  return { draft, update }
}

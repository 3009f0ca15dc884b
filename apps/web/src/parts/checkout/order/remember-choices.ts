import type { TemporaryOrder } from '@kippu/contract/orders'
import { choosesTime } from '@kippu/domain/visit-time'
import { useEffect } from 'react'

import type { OrderDraft, SavedOrder } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import type { PaidOrder } from '../../payable/payable.ts'

/** The kept pieces of the choices: the sale at the door has its own. */
const PIECES_OF = {
  order: { draft: 'orderDraft', saved: 'savedOrder' },
  spot: { draft: 'spotDraft', saved: 'savedSpotOrder' },
} as const satisfies Record<PaidOrder, object>

/**
 * Gives a tab without choices those of its order. A tab opened by the link of the mail then finds the order page as it
 * was left elsewhere, so that going back there and on again gives the same order.
 */
export function useRememberedChoices(order: TemporaryOrder | undefined, paid: PaidOrder = 'order'): void {
  useEffect(() => {
    if (order === undefined) return
    const { draft, saved } = PIECES_OF[paid]
    useSession.setState(session => ({
      [draft]: session[draft] ?? draftOf(order),
      // A payment prolongs the hold, and a proof brings the places.
      [saved]: {
        ...(session[saved] ?? savedOrderOf(order)),
        expiresAt: order.expires_at,
        isHeld: order.places === 'held',
      },
    }))
  }, [order, paid])
}

/** An order names its set products but not which units it holds: if it has any, the visitor chooses again. */
function draftOf({ main_product: product, set_products: sets }: TemporaryOrder): OrderDraft | null {
  if (sets.length > 0) return null
  return {
    productUuid: product.product_uuid,
    date: dayOf(product.reservation_from),
    timeSpanId: choosesTime(product.sale_type) ? product.product_time_span_id : null,
    counts: Object.fromEntries(product.order_options.map(line => [line.option_value_id, line.quantity])),
    sets: {},
  }
}

function savedOrderOf({ main_product: product, expires_at: expiresAt }: TemporaryOrder): SavedOrder {
  return {
    productUuid: product.product_uuid,
    productName: product.product_name,
    saleType: product.sale_type,
    date: dayOf(product.reservation_from),
    productTimespanID: product.product_time_span_id,
    from: product.reservation_from,
    to: product.reservation_to,
    expiresAt,
    productOptions: product.order_options.map(line => ({
      option_value_id: line.option_value_id,
      type: line.type,
      name: line.name,
      price: line.unit_price,
      count: line.quantity,
    })),
    setProducts: [],
  }
}

/** The day of a date-time in +09:00. */
function dayOf(dateTime: string): string {
  return dateTime.slice(0, 10)
}

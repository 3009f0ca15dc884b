import { useSyncExternalStore } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useSession } from '../../session/session.ts'
import { useProducts } from './use-order-data.ts'

/**
 * Why nothing can be ordered here: the site requires a login token or a product in the address. `unknown`: the address
 * names a product that does not exist. `waiting`: the answer is not known yet, because the server never sees the part
 * of the address behind the hash.
 */
export type OrderStopReason = 'no-token' | 'no-product' | 'unknown' | 'waiting'

/** Null when the visitor may order. */
export function useOrderStop(): OrderStopReason | null {
  const { membership, requiresProduct } = useSite()
  const hasAddress = useHasAddress()
  const token = useSession(session => session.membershipInQuery?.token)
  const productUuid = useSession(session => session.productInQuery)
  const { products, isLoading } = useProducts()
  if (!membership.required && !requiresProduct) return null
  if (!hasAddress) return 'waiting'
  if (membership.required && !token) return 'no-token'
  if (!requiresProduct) return null
  if (productUuid === null) return 'no-product'
  if (products.length > 0) return null
  return isLoading ? 'waiting' : 'unknown'
}

/** False on the server and while React hydrates its markup. */
function useHasAddress(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}

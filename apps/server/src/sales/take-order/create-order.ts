import type { Answer, Received, RefusalOf } from '@kippu/contract/call'
import type { createOrder as createOrderCall } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import { isOpenAt, type Site } from '@kippu/sites/site'

import type { Deps } from '../../platform/deps.ts'
import { networkHash } from '../../platform/http/network.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type TakenOrder, takeOrder, type TakeOrderDeps } from './take-order.ts'

type CreateOrderCall = typeof createOrderCall

/**
 * An order of the web: its buyer is unknown until the mail address is proved, and shares bound it until then.
 * @param by the id to make it with, and the address of the visitor, whose network has a share of the unproven holds.
 */
export async function createOrder(
  deps: TakeOrderDeps & Pick<Deps, 'env'>,
  site: Pick<Site, 'key' | 'unprovenShares' | 'isOpen' | 'opensAt'>,
  request: Received<CreateOrderCall>['body'],
  { id, address }: { readonly id: string; readonly address: string },
): Promise<Answer<CreateOrderCall> | Refusal<RefusalOf<CreateOrderCall>>> {
  if (!isOpenAt(site, deps.clock.now())) return refuse('ticket not on sale now')
  const { key: siteKey, unprovenShares: shares } = site
  const holder = { by: 'network', hash: networkHash(deps.env, address), shares } as const
  const taken = await takeOrder(deps, siteKey, request, { id, channel: 'web', holder })
  return isRefusal(taken) ? taken : presentTaken(taken)
}

export function presentTaken({ token, expiresAt, price, places }: TakenOrder): Answer<CreateOrderCall> {
  return { order_token: token, expires_at: jstIso(expiresAt.getTime()), price, places }
}

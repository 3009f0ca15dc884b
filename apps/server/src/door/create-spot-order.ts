import type { Answer, Received, RefusalOf } from '@kippu/contract/call'
import type { createSpotOrder as createSpotOrderCall } from '@kippu/contract/spot'
import { jstIso } from '@kippu/domain/jst-date'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { type TakenOrder, takeOrder, type TakeOrderDeps } from '../sales/take-order/take-order.ts'
import { hashToken } from '../platform/tokens.ts'
import { openSale, type SaleDeps } from './open-sale.ts'

type CreateSpotOrderCall = typeof createSpotOrderCall
type SpotOrderRequest = Received<CreateSpotOrderCall>

export interface SpotOrderDeps extends TakeOrderDeps, SaleDeps {
  readonly env: SaleDeps['env'] & Pick<Deps['env'], 'spotHoldSeconds'>
}

/**
 * Holds tickets of today at the door: of the product of the code and no other, for a quarter of an hour, ready to be
 * paid. Their buyer is bounded by what the channel sells, and by the share of the code: beyond it they are held from the
 * payment on.
 */
export async function createSpotOrder(
  deps: SpotOrderDeps,
  { key: siteKey, unprovenShares: shares }: Pick<Site, 'key' | 'unprovenShares'>,
  { query, body }: Pick<SpotOrderRequest, 'query' | 'body'>,
  id: string,
): Promise<Answer<CreateSpotOrderCall> | Refusal<RefusalOf<CreateSpotOrderCall>>> {
  const { qr_token: sent = '', ...request } = body
  const code = query.qr_token === '' ? sent : query.qr_token
  const sale = openSale(deps, siteKey, code)
  if (isRefusal(sale)) return sale
  const product = await deps.catalogue.findProduct(siteKey, request.product_uuid)
  if (product?.id !== sale.productId) return refuse('spot qrCode has expired')
  const span = await deps.catalogue.findSpan(product.id, request.time_span_id)
  if (span !== undefined && span.visitDate !== sale.today) return refuse('ticket not on sale now')
  if (!(await areOfToday(deps, siteKey, { sets: request.set_products, today: sale.today })))
    return refuse('ticket not on sale now')
  const taken = await takeOrder(deps, siteKey, request, {
    id,
    channel: 'spot',
    holder: { by: 'code', hash: hashToken(code).subarray(0, CODE_BYTES), shares },
    isReady: true,
    holdSeconds: deps.env.spotHoldSeconds,
  })
  return isRefusal(taken) ? taken : presentTakenSpot(taken)
}

/** Enough to tell codes apart. */
const CODE_BYTES = 16

export function presentTakenSpot({ token, expiresAt, price }: TakenOrder): Answer<CreateSpotOrderCall> {
  return { order_token: token, expires_at: jstIso(expiresAt.getTime()), price }
}

/** A pass that lasts longer might be bought with a set product of a later day: at the door nothing but today is sold. */
async function areOfToday(
  { catalogue }: Pick<SpotOrderDeps, 'catalogue'>,
  siteKey: string,
  { sets, today }: { readonly sets: SpotOrderRequest['body']['set_products']; readonly today: string },
): Promise<boolean> {
  const days = await Promise.all(
    sets.map(async ({ uuid, time_span_id: id }) => {
      const product = await catalogue.findProduct(siteKey, uuid)
      return product && (await catalogue.findSpan(product.id, id))?.visitDate
    }),
  )
  // Whatever does not exist is refused with its own words.
  return days.every(day => day === undefined || day === today)
}

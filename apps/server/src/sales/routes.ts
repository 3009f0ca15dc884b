import {
  createOrder as createOrderCall,
  deleteOrder as deleteOrderCall,
  extendOrder as extendOrderCall,
  readOrder as readOrderCall,
} from '@kippu/contract/orders'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../platform/deps.ts'
import type { HoldQueue } from '../stock/hold-queue.ts'
import { serve } from '../platform/http/route.ts'
import { serveRepeatable } from '../platform/idempotency/serve-repeatable.ts'
import type { SiteContent } from '../sites/content/site-content.ts'
import type { CatalogueCache } from './take-order/catalogue-cache.ts'
import { createOrder, presentTaken } from './take-order/create-order.ts'
import { takenBefore } from './take-order/taken-before.ts'
import { deleteOrder } from '../orders/life/delete-order.ts'
import { extendOrder } from '../orders/life/extend-order.ts'
import { readOrder } from '../orders/read-order.ts'

export interface OrderDeps extends Deps {
  readonly holds: HoldQueue
  readonly catalogue: CatalogueCache
  readonly content: Pick<SiteContent, 'house'>
}

/** POST, GET, PUT and DELETE of orders. */
export function orderRoutes(app: FastifyInstance, deps: OrderDeps): void {
  serveRepeatable(app, deps, createOrderCall, {
    handle: async ({ body }, { site, request }, id) =>
      createOrder(deps, await deps.content.house(site), body, { id, address: request.ip }),
    answerAgain: async id => {
      const taken = await takenBefore(deps, id)
      return taken && presentTaken(taken)
    },
    limit: { perMinute: 'ordersPerMinute' },
  })
  serve(app, readOrderCall, ({ params, query }, { site }) =>
    readOrder(deps, { siteKey: site.key, token: params.token, lang: query.lang }),
  )
  serve(app, extendOrderCall, ({ params }, { site }) => extendOrder(deps, site.key, params.token))
  serve(app, deleteOrderCall, ({ params }, { site }) => deleteOrder(deps, site.key, params.token))
}

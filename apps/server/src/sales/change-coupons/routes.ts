import { addOrderCoupon, deleteOrderCoupon } from '@kippu/contract/order-coupons'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../../platform/deps.ts'
import { serve } from '../../platform/http/route.ts'
import { addCoupon } from './add-coupon.ts'
import { removeCoupon } from './remove-coupon.ts'

/** POST and DELETE of an order's coupons. Few a minute: a code that is not yours is there to be guessed. */
export function orderCouponRoutes(app: FastifyInstance, deps: Deps): void {
  serve(
    app,
    addOrderCoupon,
    ({ params, body }, { site }) =>
      addCoupon(deps, { siteKey: site.key, token: params.token, typed: body.coupon }),
    { perMinute: 'guessesPerMinute' },
  )
  serve(app, deleteOrderCoupon, ({ params }, { site }) =>
    removeCoupon(deps, { siteKey: site.key, token: params.token, code: params.coupon }),
  )
}

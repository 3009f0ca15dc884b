import {
  addSpotCoupon,
  answerSpotFields,
  checkoutSpotOrder,
  createSpotOrder as createSpotOrderCall,
  deleteSpotCoupon,
  deleteSpotOrder,
  listSpotOrders as listSpotOrdersCall,
  listSpotProducts,
  mailSpotTickets,
  readSpotOrder,
  readSpotOrderFields,
  readSpotStocks,
  searchSpotSetProducts,
} from '@kippu/contract/spot'
import { isOpenAt, type Site } from '@kippu/sites/site'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../platform/deps.ts'
import { serve } from '../platform/http/route.ts'
import { refuse } from '../platform/http/refusal.ts'
import { serveRepeatable } from '../platform/idempotency/serve-repeatable.ts'
import { addCoupon } from '../sales/change-coupons/add-coupon.ts'
import { removeCoupon } from '../sales/change-coupons/remove-coupon.ts'
import { deleteOrder } from '../orders/life/delete-order.ts'
import { readOrder } from '../orders/read-order.ts'
import { takenBefore } from '../sales/take-order/taken-before.ts'
import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import { checkoutInput } from '../payments/checkout/checkout-input.ts'
import { CHECKOUT_LIMIT, refuseCardNumbers } from '../payments/checkout/checkout-limits.ts'
import { startPayment } from '../payments/checkout/start-payment.ts'
import { wordingOf } from '../catalogue/products/wording.ts'
import type { SiteContent } from '../sites/content/site-content.ts'
import { answerFields } from './answer-fields.ts'
import type { LaterDeps } from './change-reservation.ts'
import { createSpotOrder, presentTakenSpot, type SpotOrderDeps } from './create-spot-order.ts'
import { ofSpotOrder } from './find-spot-order.ts'
import { listSpotOrders } from './list-spot-orders.ts'
import { mailTickets } from './mail-tickets.ts'
import { readOrderFields } from './read-order-fields.ts'
import { listProducts, readStocks, type SaleReadDeps, type SaleReader, searchSets } from './read-sale.ts'

export interface SpotDeps extends SpotOrderDeps, SaleReadDeps, LaterDeps, PaymentDeps {
  readonly env: Deps['env']
  readonly content: SiteContent
}

/** The sale at the door. */
export function spotRoutes(app: FastifyInstance, deps: SpotDeps): void {
  saleRoutes(app, deps)
  orderRoutes(app, deps)
  void app.register(async scope => checkoutRoute(scope, deps))
  laterRoutes(app, deps)
}

/** The products of today. */
function saleRoutes(app: FastifyInstance, deps: SpotDeps): void {
  const readerOf = async ({ key: siteKey }: Site, lang: string | undefined): Promise<SaleReader> => ({
    siteKey,
    wording: await wordingOf(deps.content, siteKey, lang),
  })

  serve(app, readSpotStocks, async ({ query }, { site }) =>
    readStocks(deps, await readerOf(site, query.lang), query.qr_token),
  )
  serve(app, listSpotProducts, async ({ query }, { site }) =>
    listProducts(deps, await readerOf(site, query.lang), query.qr_token),
  )
  serve(app, searchSpotSetProducts, async ({ query }, { site }) =>
    searchSets(deps, await readerOf(site, query.lang), query),
  )
}

/** An order until it is paid: the verbs of orders, about those of the door alone. */
function orderRoutes(app: FastifyInstance, deps: SpotDeps): void {
  serveRepeatable(app, deps, createSpotOrderCall, {
    handle: async (received, { site }, id) =>
      isOpenAt(await deps.content.house(site), deps.clock.now())
        ? createSpotOrder(deps, site, received, id)
        : refuse('ticket not on sale now'),
    answerAgain: async id => {
      const taken = await takenBefore(deps, id)
      return taken && presentTakenSpot(taken)
    },
    limit: { perMinute: 'ordersPerMinute' },
  })
  serve(app, listSpotOrdersCall, ({ query }, { site }) =>
    listSpotOrders(deps, { siteKey: site.key, tokens: query.tokens, lang: query.lang }),
  )
  serve(app, readSpotOrder, ({ params: { token }, query }, { site }) => {
    const asked = { siteKey: site.key, token }
    return ofSpotOrder(deps, asked, () => readOrder(deps, { ...asked, lang: query.lang }))
  })
  serve(app, deleteSpotOrder, ({ params: { token } }, { site }) =>
    ofSpotOrder(deps, { siteKey: site.key, token }, () => deleteOrder(deps, site.key, token)),
  )
  serve(
    app,
    addSpotCoupon,
    ({ params: { token }, body }, { site }) => {
      const asked = { siteKey: site.key, token }
      return ofSpotOrder(deps, asked, () => addCoupon(deps, { ...asked, typed: body.coupon }))
    },
    { perMinute: 'guessesPerMinute' },
  )
  serve(app, deleteSpotCoupon, ({ params: { token, coupon: code } }, { site }) => {
    const asked = { siteKey: site.key, token }
    return ofSpotOrder(deps, asked, () => removeCoupon(deps, { ...asked, code }))
  })
}

function checkoutRoute(app: FastifyInstance, deps: SpotDeps): void {
  refuseCardNumbers(app)
  serveRepeatable(app, deps, checkoutSpotOrder, {
    handle: ({ params: { token }, body }, { site, request }) => {
      const asked = { siteKey: site.key, token }
      return ofSpotOrder(deps, asked, () =>
        startPayment(deps, {
          ...asked,
          tokenKind: 'order',
          method: body.payment_method_type,
          input: checkoutInput(body, request),
          expected: body.expected_amount,
        }),
      )
    },
    limit: CHECKOUT_LIMIT,
  })
}

/** The answers of the buyer, and the mail with the tickets. */
function laterRoutes(app: FastifyInstance, deps: SpotDeps): void {
  serve(app, readSpotOrderFields, ({ params, query }, { site }) =>
    readOrderFields(deps, { siteKey: site.key, token: params.reservation_token, lang: query.lang }),
  )
  serve(app, answerSpotFields, ({ params, body }, { site }) =>
    answerFields(deps, { siteKey: site.key, token: params.token, contents: body.contents }),
  )
  serve(app, mailSpotTickets, ({ params, body }, { site }) =>
    mailTickets(deps, { siteKey: site.key, token: params.reservation_token, email: body.email }),
  )
}

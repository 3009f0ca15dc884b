import { simulateMethodDiscount as simulationCall } from '@kippu/contract/order-coupons'
import {
  checkout,
  checkoutBySheet,
  confirmCheckout,
  executeGmoPayment as executeGmoCall,
} from '@kippu/contract/payments'
import { getPaymentMethods } from '@kippu/contract/site-content'
import { checkoutTimeChange } from '@kippu/contract/time-changes'
import type { FastifyInstance } from 'fastify'

import type { PaymentDeps } from './attempts/payment-deps.ts'
import { serve } from '../platform/http/route.ts'
import { serveRepeatable } from '../platform/idempotency/serve-repeatable.ts'
import { listPaymentMethods } from './methods/list-payment-methods.ts'
import { checkoutInput } from './checkout/checkout-input.ts'
import { CHECKOUT_LIMIT, refuseCardNumbers } from './checkout/checkout-limits.ts'
import { confirmPayment, executeGmoPayment } from './checkout/confirm-payment.ts'
import { dAccountRoutes } from './d-account/d-account-routes.ts'
import { loginReturnRoute } from './d-account/login-return-route.ts'
import { payBySheet } from './checkout/pay-by-sheet.ts'
import { paymentReturnRoute } from './addresses/return-route.ts'
import { simulateMethodDiscount } from './checkout/simulate-method-discount.ts'
import { startPayment } from './checkout/start-payment.ts'
import { payTimeChange } from './pay-time-change.ts'
import { paymentStepRoute, type StepDeps } from './addresses/step-route.ts'
import { paymentWebhookRoute } from './addresses/webhook-route.ts'

/**
 * Payment routes: the calls of the contract, the two addresses that providers call, and the page that sends forms to
 * them.
 */
export function paymentRoutes(app: FastifyInstance, deps: PaymentDeps & StepDeps): void {
  serve(app, getPaymentMethods, async ({ query }, { site }) => {
    const lang = await deps.content.chooseLanguage(site.key, query.lang)
    return listPaymentMethods(deps, deps.content, { site, lang, channel: query.channel })
  })
  void app.register(async scope => paymentCalls(scope, deps))
  void app.register(async scope => dAccountRoutes(scope, deps))
  void app.register(async scope => loginReturnRoute(scope, deps))
  paymentStepRoute(app, deps)
  void app.register(async scope => paymentReturnRoute(scope, deps))
  void app.register(async scope => paymentWebhookRoute(scope, deps))
}

function paymentCalls(app: FastifyInstance, deps: PaymentDeps): void {
  refuseCardNumbers(app)

  serve(app, simulationCall, ({ params, body }, { site }) =>
    simulateMethodDiscount(deps, {
      siteKey: site.key,
      orderToken: params.token,
      method: body.payment_method_type,
    }),
  )

  serveRepeatable(app, deps, checkout, {
    handle: ({ params, body }, { site, request }) =>
      startPayment(deps, {
        siteKey: site.key,
        token: params.token,
        tokenKind: 'order',
        method: body.payment_method_type,
        input: checkoutInput(body, request),
        expected: body.expected_amount,
      }),
    limit: CHECKOUT_LIMIT,
  })

  serveRepeatable(app, deps, checkoutBySheet, {
    handle: ({ params: { token }, body: { contents, lang, ...data } }, { site, request }) =>
      payBySheet(deps, {
        site,
        token,
        contents,
        lang,
        method: data.payment_method_type,
        input: checkoutInput(data, request),
        expected: data.expected_amount,
      }),
    limit: CHECKOUT_LIMIT,
  })

  serveRepeatable(app, deps, checkoutTimeChange, {
    handle: ({ params, body }, { site, request }) =>
      payTimeChange(deps, {
        siteKey: site.key,
        token: params.timechange_token,
        method: body.payment_method_type,
        input: checkoutInput(body, request),
        expected: body.expected_amount,
      }),
    limit: CHECKOUT_LIMIT,
  })

  serve(app, confirmCheckout, ({ body }, { site }) =>
    confirmPayment(deps, {
      siteKey: site.key,
      name: body.payment_number,
      method: body.payment_method_type,
      details: body.details,
    }),
  )

  serve(app, executeGmoCall, ({ body }, { site }) =>
    executeGmoPayment(deps, { siteKey: site.key, md: body.md }),
  )
}

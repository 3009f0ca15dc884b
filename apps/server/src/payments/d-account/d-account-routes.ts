import { readDAccountAuth, readDPayToken } from '@kippu/contract/payments'
import type { FastifyInstance } from 'fastify'

import { serve } from '../../platform/http/route.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { beginLogin } from './begin-login.ts'
import { openDPay } from './open-d-pay.ts'

/** The login to d ACCOUNT, and the form of d払い after it. Each answer is meant for one browser, once. */
export function dAccountRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  serve(app, readDAccountAuth, ({ params }, { site }) =>
    beginLogin(deps, { siteKey: site.key, orderToken: params.token }),
  )

  serve(app, readDPayToken, ({ params }, { site }) =>
    openDPay(deps, { siteKey: site.key, orderToken: params.token }),
  )
}

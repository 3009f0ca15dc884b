import {
  confirmOrderMail as confirmOrderMailCall,
  sendOrderMail as sendOrderMailCall,
} from '@kippu/contract/order-mails'
import type { FastifyInstance } from 'fastify'

import { serve } from '../http/route.ts'
import { confirmOrderMail } from './confirm-order-mail.ts'
import { type OrderMailDeps, sendOrderMail } from './send-order-mail.ts'

/** The buyer form and the link that proves the address (R-7.19–21). */
export function orderMailRoutes(app: FastifyInstance, deps: OrderMailDeps): void {
  serve(
    app,
    sendOrderMailCall,
    ({ params, body }, { site, request }) =>
      sendOrderMail(deps, site, { token: params.token, address: request.ip, ...body }),
    { perMinute: 'ordersPerMinute' },
  )
  serve(app, confirmOrderMailCall, ({ params }, { site }) => confirmOrderMail(deps, site.key, params.token))
}

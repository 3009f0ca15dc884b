import {
  confirmMailCode as confirmMailCodeCall,
  confirmOrderMail as confirmOrderMailCall,
  sendOrderMail as sendOrderMailCall,
} from '@kippu/contract/order-mails'
import type { FastifyInstance } from 'fastify'

import { serve } from '../../platform/http/route.ts'
import { confirmMailCode } from './confirm-mail-code.ts'
import { confirmOrderMail } from './confirm-order-mail.ts'
import { type OrderMailDeps, sendOrderMail } from './send-order-mail.ts'

/** The buyer form and the link that proves the address, or the code beside it. */
export function orderMailRoutes(app: FastifyInstance, deps: OrderMailDeps): void {
  serve(
    app,
    sendOrderMailCall,
    ({ params, body }, { site, request }) =>
      sendOrderMail(deps, site, { token: params.token, address: request.ip, ...body }),
    { perMinute: 'ordersPerMinute' },
  )
  serve(app, confirmOrderMailCall, ({ params: { token } }, { site, request }) =>
    confirmOrderMail(deps, { site, token, address: request.ip }),
  )
  // Each mail has its few tries, so what bounds a network is what bounds the forms that crowds behind it send.
  serve(
    app,
    confirmMailCodeCall,
    ({ params: { token }, body }, { site, request }) =>
      confirmMailCode(deps, { site, token, address: request.ip, ...body }),
    { perMinute: 'ordersPerMinute' },
  )
}

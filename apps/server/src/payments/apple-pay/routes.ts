import { validateApplePaySession } from '@kippu/contract/payments'
import type { FastifyInstance } from 'fastify'

import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { serve } from '../../platform/http/route.ts'
import { validateSession } from './validate-session.ts'

/** Sessions that one address may open in a minute: each costs a request to Apple. */
const SESSIONS_PER_MINUTE = 30

/** Merchant validation, and the file by which Apple verifies that the host is ours. */
export function applePayRoutes(
  app: FastifyInstance,
  deps: Pick<PaymentDeps, 'payments' | 'sites' | 'log'>,
): void {
  serve(
    app,
    validateApplePaySession,
    ({ body }, { site }) => validateSession(deps, { site, validationUrl: body.validation_url }),
    { perMinute: SESSIONS_PER_MINUTE },
  )

  app.get('/.well-known/apple-developer-merchantid-domain-association', async ({ site }, reply) => {
    const { applePay } = deps.payments.of(site.key)
    if (applePay === undefined) return reply.code(404).type('text/plain').send('Not found')
    return reply.header('vary', 'Host').type('text/plain').send(applePay.domainAssociation)
  })
}

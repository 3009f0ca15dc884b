import type { FastifyInstance, FastifyRequest } from 'fastify'

import { placeOf } from '../attempts/attempt.ts'
import { paymentByName } from '../attempts/find-attempts.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { acceptLogin, readLoginReturn } from './login-return.ts'

/**
 * The address that d ACCOUNT sends the browser back to: one for all payments, because it is registered there; the state
 * identifies the payment. The browser continues to the page that compares the state with its own.
 */
export function loginReturnRoute(app: FastifyInstance, deps: PaymentDeps): void {
  app.get('/payment-return/docomo', async (request, reply) =>
    reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(`${deps.sites.originOf(request.site.key)}${await receiveLogin(deps, request)}`, 303),
  )
}

async function receiveLogin(deps: PaymentDeps, { url, site }: FastifyRequest): Promise<string> {
  const login = readLoginReturn(new URLSearchParams(url.split('?')[1] ?? ''))
  if (login === undefined) return '/#/error'
  const { name, state } = login
  const found = await deps.db.find(paymentByName, { siteKey: site.key, name })
  if (found === undefined) return '/#/error'
  const { attempt } = found
  const { time_change: isChange, spot: isSpot } = placeOf(attempt)
  const query = new URLSearchParams({
    time_change: String(isChange),
    ...(isSpot && { spot: 'true' }),
    payment_number: name,
  })
  // The visitor did not log in, and may choose another method.
  if (login.code === null) return `/#/payment-callback/d_pay/cancel?${query.toString()}`
  if (!(await acceptLogin(deps, attempt, { state, code: login.code }))) return '/#/error'
  query.set('state', state)
  return `/#/payment-callback/wallet?${query.toString()}`
}

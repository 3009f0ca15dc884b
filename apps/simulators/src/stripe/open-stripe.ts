import { createHmac } from 'node:crypto'

import formbody from '@fastify/formbody'

import type { OpenedProvider, ProviderParts } from '../core/provider-parts.ts'
import { WEBHOOK_SECRET } from './account.ts'
import { apiRoutes } from './api-routes.ts'
import { browserRoutes } from './browser-routes.ts'
import { challengeRoutes } from './challenge-routes.ts'
import { parseForm } from './form.ts'
import { toSeconds } from './intent-life.ts'
import { stripeConsole } from './stripe-console.ts'
import { openStripeStore } from './stripe-store.ts'

/** Stripe: its API at `/v1` (where the SDK looks) and `/stripe/v1`, the bank's page and the browser script below `/stripe`. */
export function openStripe(parts: ProviderParts): OpenedProvider {
  const store = openStripeStore(parts)
  const stripe = { ...parts, store }
  parts.notices.signWith('stripe', body => ({
    'stripe-signature': signatureOf(body.toString('utf8'), new Date()),
  }))
  return {
    async plugin(app) {
      await app.register(formbody, { parser: parseForm, bodyLimit: 65_536 })
      for (const prefix of ['/v1', '/stripe/v1']) {
        await app.register(async api => apiRoutes(api, stripe), { prefix })
      }
      await app.register(async pages => challengeRoutes(pages, stripe), { prefix: '/stripe' })
      await app.register(async pages => browserRoutes(pages, stripe), { prefix: '/stripe' })
    },
    console: stripeConsole(stripe),
    close: () => store.close(),
  }
}

/** `Stripe-Signature`: the time and the HMAC-SHA256 of time and body, as Stripe's SDK checks it. */
function signatureOf(payload: string, now: Date): string {
  const time = toSeconds(now)
  return `t=${time},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${payload}`).digest('hex')}`
}

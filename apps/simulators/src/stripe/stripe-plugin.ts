import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

import type { Faults } from '../faults.ts'
import { apiRoutes } from './api-routes.ts'
import { browserRoutes } from './browser-routes.ts'
import { challengeRoutes } from './challenge-routes.ts'
import { parseForm } from './form.ts'
import type { StripeStore } from './stripe-store.ts'

export type StripeParts = { store: StripeStore; faults: Faults; origin: () => string; storeOrigins: string[] }

/** Stripe: its API at `/v1` (where the SDK looks) and `/stripe/v1`, the bank's page and the browser script below `/stripe`. */
export async function stripePlugin(app: FastifyInstance, parts: StripeParts): Promise<void> {
  await app.register(formbody, { parser: parseForm, bodyLimit: 65_536 })
  for (const prefix of ['/v1', '/stripe/v1']) {
    await app.register(async api => apiRoutes(api, parts), { prefix })
  }
  await app.register(async pages => challengeRoutes(pages, parts), { prefix: '/stripe' })
  await app.register(async pages => browserRoutes(pages, parts), { prefix: '/stripe' })
}

import type { FastifyInstance } from 'fastify'

import { readScript, sendScript } from '../core/browser-script.ts'
import { fieldsRoutes } from '../core/card-fields/fields-routes.ts'
import type { ProviderParts } from '../core/provider-parts.ts'

/** The files that the browser loads from Stripe: the script of js.stripe.com/v3, and the page with the card fields. */
export function browserRoutes(
  app: FastifyInstance,
  { storeOrigins }: Pick<ProviderParts, 'storeOrigins'>,
): void {
  const stripe = readScript(import.meta.url, 'stripe-v3.js')

  app.get('/v3/', (_request, reply) => sendScript(reply, stripe))

  fieldsRoutes(app, {
    script: readScript(import.meta.url, 'fields.js'),
    storeOrigins,
    hasHolder: false,
    canvas: 'var(--background)',
  })
}

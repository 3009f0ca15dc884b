import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

import { fieldsPage } from './fields-page.ts'

const script = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')

/** What the browser loads from Stripe: the script of js.stripe.com/v3 and the page with the card fields. */
export function browserRoutes(
  app: FastifyInstance,
  { storeOrigins }: { readonly storeOrigins: readonly string[] },
): void {
  const stub = script('stripe-v3.js')
  const fieldsScript = script('fields.js')
  const fields = fieldsPage(storeOrigins)
  const scriptHeaders = {
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  }

  app.get('/v3/', (_request, reply) =>
    reply
      .headers({
        ...scriptHeaders,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(stub),
  )

  app.get('/fields.js', (_request, reply) => reply.headers(scriptHeaders).send(fieldsScript))

  app.get('/fields', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'unsafe-inline'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          `frame-ancestors ${storeOrigins.join(' ')}`,
        ].join('; '),
      })
      .send(fields),
  )
}

import type { FastifyInstance } from 'fastify'

import { readScript, sendScript } from '../browser-script.ts'
import { fieldsPage, type FieldsPage } from './fields-page.ts'

interface FieldsRoutes extends FieldsPage {
  /** The provider's script, loaded after the one that all providers share. */
  readonly script: string
}

/** The page with the card fields, which alone sees the digits: for a frame on the store's pages, with its scripts. */
export function fieldsRoutes(app: FastifyInstance, { script, ...page }: FieldsRoutes): void {
  const fields = fieldsPage(page)
  const shared = readScript(import.meta.url, 'card-fields.js')

  app.get('/card-fields.js', (_request, reply) => sendScript(reply, shared))

  app.get('/fields.js', (_request, reply) => sendScript(reply, script))

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
          `frame-ancestors ${page.storeOrigins.join(' ')}`,
        ].join('; '),
      })
      .send(fields),
  )
}

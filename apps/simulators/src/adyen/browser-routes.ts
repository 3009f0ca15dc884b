import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

import type { ProviderParts } from '../core/provider-parts.ts'
import type { AdyenStore } from './adyen-store.ts'
import { encryptCard } from './cards.ts'
import { fieldsPage } from './fields-page.ts'

const script = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')

interface BrowserParts extends Pick<ProviderParts, 'storeOrigins'> {
  readonly store: AdyenStore
}

/** What the browser loads from Adyen: adyen-web, and the page with the card fields, which alone sees the digits. */
export function browserRoutes(app: FastifyInstance, { store, storeOrigins }: BrowserParts): void {
  const files = { 'adyen.js': script('adyen.js'), 'adyen.css': '/* The fields bring their own dress. */\n' }
  const fieldsScript = script('fields.js')
  const fields = fieldsPage(storeOrigins)
  const common = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
  const javascript = 'application/javascript; charset=utf-8'

  for (const [name, content] of Object.entries(files)) {
    app.get(`/sdk/${name}`, (_request, reply) =>
      reply
        .headers({
          ...common,
          'content-type': name.endsWith('.css') ? 'text/css; charset=utf-8' : javascript,
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(content),
    )
  }

  app.get('/fields.js', (_request, reply) =>
    reply.headers({ ...common, 'content-type': javascript }).send(fieldsScript),
  )

  app.get('/fields', (_request, reply) =>
    reply
      .headers({
        ...common,
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
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

  // Cards come only from the page with the fields, which is ours.
  app.post('/cards', (request, reply) => {
    const isOurs = request.headers.origin === `http://${request.host}`
    const made = isOurs ? encryptCard(request.body) : undefined
    if (made === undefined) return reply.code(422).send({ errorCode: '101', message: 'Invalid card number' })
    store.commit({ cards: [made.card] })
    return reply.header('cache-control', 'no-store').send(made.encrypted)
  })
}

import type { FastifyInstance } from 'fastify'

import { readScript, sendScript } from '../core/browser-script.ts'
import { fieldsRoutes } from '../core/card-fields/fields-routes.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import type { AdyenStore } from './adyen-store.ts'
import { encryptCard } from './cards.ts'

interface BrowserParts extends Pick<ProviderParts, 'storeOrigins'> {
  readonly store: AdyenStore
}

/** The files that the browser loads from Adyen: adyen-web, and the page with the card fields. */
export function browserRoutes(app: FastifyInstance, { store, storeOrigins }: BrowserParts): void {
  const adyen = readScript(import.meta.url, 'adyen.js')

  app.get('/sdk/adyen.js', (_request, reply) => sendScript(reply, adyen))

  app.get('/sdk/adyen.css', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send('/* The card fields have a style of their own. */\n'),
  )

  fieldsRoutes(app, {
    script: readScript(import.meta.url, 'fields.js'),
    storeOrigins,
    hasHolder: true,
    // adyen-web's fields have the colours of the page that embeds them.
    canvas: 'transparent',
  })

  // Cards are accepted only from the page with the card fields, which is the simulator's own.
  app.post('/cards', (request, reply) => {
    const isFromFields = request.headers.origin === `http://${request.host}`
    const made = isFromFields ? encryptCard(request.body) : undefined
    if (made === undefined) return reply.code(422).send({ errorCode: '101', message: 'Invalid card number' })
    store.commit({ cards: [made.card] })
    return reply.header('cache-control', 'no-store').send(made.encrypted)
  })
}

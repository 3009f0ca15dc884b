import formbody from '@fastify/formbody'

import type { OpenedProvider, ProviderParts } from '../core/provider-parts.ts'
import { adyenConsole } from './adyen-console.ts'
import { openAdyenStore } from './adyen-store.ts'
import { apiRoutes } from './api-routes.ts'
import { browserRoutes } from './browser-routes.ts'
import { closeLateOffers, payerRoutes } from './payer-routes.ts'

/** The interval at which expired offers are closed. */
const OFFERS_EVERY_MS = 1000

/** Adyen: its Checkout API at `/v72`, the pages on which people pay, and the files of adyen-web below `/sdk`. */
export function openAdyen(parts: ProviderParts): OpenedProvider {
  const store = openAdyenStore(parts)
  const adyen = { ...parts, store }
  const catchUp = () => closeLateOffers(adyen)
  const timer = setInterval(catchUp, OFFERS_EVERY_MS)
  timer.unref()
  return {
    async plugin(app) {
      await app.register(formbody, { bodyLimit: 65_536 })
      await app.register(async api => apiRoutes(api, adyen), { prefix: '/v72' })
      await app.register(async pages => payerRoutes(pages, adyen))
      await app.register(async pages => browserRoutes(pages, adyen))
    },
    console: adyenConsole(adyen),
    catchUp,
    close: () => {
      clearInterval(timer)
      store.close()
    },
  }
}

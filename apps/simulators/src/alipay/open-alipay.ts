import formbody from '@fastify/formbody'

import type { OpenedProvider, ProviderParts } from '../core/provider-parts.ts'
import { CLIENT_ID, openAlipayKeys } from './account.ts'
import { alipayConsole } from './alipay-console.ts'
import { openAlipayStore } from './alipay-store.ts'
import { apiRoutes } from './api-routes.ts'
import { cashierRoutes } from './cashier-routes.ts'
import { signatureOf } from './signature.ts'

/** Alipay: Antom's AMS at `/ams/api/v1/payments`, and the payer's page. */
export function openAlipay(parts: ProviderParts): OpenedProvider {
  const keys = openAlipayKeys(parts.folder)
  const store = openAlipayStore(parts)
  parts.notices.signWith('alipay', (body, notice) => {
    const time = new Date().toISOString()
    const path = new URL(notice.url, parts.storeUrl).pathname
    const signed = { path, clientId: CLIENT_ID, time, body: body.toString('utf8') }
    return {
      'client-id': CLIENT_ID,
      'request-time': time,
      signature: signatureOf(signed, keys.alipay.privateKey),
    }
  })
  return {
    async plugin(app) {
      await app.register(formbody, { bodyLimit: 65_536 })
      await app.register(async api => apiRoutes(api, { ...parts, store, keys }))
      await app.register(async pages => cashierRoutes(pages, { ...parts, store }))
    },
    console: alipayConsole({ ...parts, store }),
    close: () => store.close(),
  }
}

import * as v from 'valibot'

import type { OpenedProvider, ProviderParts } from '../core/provider-parts.ts'
import { readForm } from '../core/windows-31j.ts'
import { acsRoutes } from './acs-routes.ts'
import { apiRoutes } from './api-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { DEFAULT_SETTINGS, settingsSchema } from './settings.ts'
import { softbankConsole } from './softbank-console.ts'
import { openSoftbankStore } from './softbank-store.ts'
import { tokenRoutes } from './token-routes.ts'

/**
 * SB Payment Service (`docs/payments/softbank.md`): the XML API for cards and wallets, the token scripts, the issuer's
 * page, and the page of the link type with its notices.
 */
export function openSoftbank(parts: ProviderParts): OpenedProvider {
  const store = openSoftbankStore(parts)
  const settings = { ...DEFAULT_SETTINGS }
  const softbank = { ...parts, store, settings }
  return {
    async plugin(app) {
      app.addContentTypeParser(
        ['text/xml', 'application/xml'],
        { parseAs: 'buffer', bodyLimit: 65_536 },
        async (_request: unknown, body: Buffer) => body,
      )
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'buffer', bodyLimit: 65_536 },
        async (_request: unknown, body: Buffer) => readForm(body),
      )
      apiRoutes(app, softbank)
      linkRoutes(app, softbank)
      acsRoutes(app, softbank)
      tokenRoutes(app, softbank)
    },
    async control(app) {
      app.post('/', (request, reply) => {
        Object.assign(settings, v.parse(settingsSchema, request.body))
        return reply.send(settings)
      })
    },
    console: softbankConsole(softbank),
    close: () => store.close(),
  }
}

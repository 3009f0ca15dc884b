import * as v from 'valibot'

import type { OpenedProvider, ProviderParts } from '../core/provider-parts.ts'
import { readForm } from '../core/windows-31j.ts'
import { acsRoutes } from './acs-routes.ts'
import { apiRoutes } from './api-routes.ts'
import { gmoConsole } from './gmo-console.ts'
import { openGmoStore } from './gmo-store.ts'
import { DEFAULT_SETTINGS, settingsSchema } from './settings.ts'
import { tokenRoutes } from './token-routes.ts'
import { walletRoutes } from './wallet-routes.ts'

/**
 * GMO Payment Gateway, PG multi payment service, protocol type (`docs/payments/gmo.md`): the calls, the token script,
 * the issuer's page and the wallets' pages.
 */
export function openGmo(parts: ProviderParts): OpenedProvider {
  const store = openGmoStore(parts)
  const settings = { ...DEFAULT_SETTINGS }
  const gmo = { ...parts, store, settings }
  return {
    async plugin(app) {
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'buffer', bodyLimit: 65_536 },
        async (_request: unknown, body: Buffer) => readForm(body),
      )
      apiRoutes(app, gmo)
      acsRoutes(app, gmo)
      walletRoutes(app, gmo)
      await app.register(async tokens => tokenRoutes(tokens, gmo))
    },
    async control(app) {
      app.post('/', (request, reply) => {
        Object.assign(settings, v.parse(settingsSchema, request.body))
        return reply.send(settings)
      })
    },
    console: gmoConsole(gmo),
    close: () => store.close(),
  }
}

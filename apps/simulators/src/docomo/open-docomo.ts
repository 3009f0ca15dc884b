import { createHmac } from 'node:crypto'

import formbody from '@fastify/formbody'

import type { OpenedProvider, ProviderParts } from '../core/provider-parts.ts'
import { GATEWAY_KEY } from './account.ts'
import { dAccountControl, dAccountRoutes, type DAccountSwitches } from './d-account-routes.ts'
import { dPayRoutes } from './d-pay-routes.ts'
import { docomoConsole } from './docomo-console.ts'
import { openDocomoStore } from './docomo-store.ts'
import { gatewayRoutes } from './gateway-routes.ts'

/**
 * docomo: d ACCOUNT Connect as it is published, the page of d払い, and the gateway. Its contract is the project's own,
 * because docomo's is not public (`docs/payments/docomo.md`).
 */
export function openDocomo(parts: ProviderParts): OpenedProvider {
  const store = openDocomoStore(parts)
  const switches: DAccountSwitches = { alg: 'RS256', pkce: false, flaw: 'none', tokenFault: 'none' }
  parts.notices.signWith('docomo', body => ({
    'x-signature': createHmac('sha256', GATEWAY_KEY).update(body).digest('hex'),
  }))
  return {
    async plugin(app) {
      await app.register(formbody, { bodyLimit: 65_536 })
      dAccountRoutes(app, { ...parts, switches })
      dPayRoutes(app, { ...parts, store })
      gatewayRoutes(app, { ...parts, store })
    },
    console: docomoConsole({ ...parts, store }),
    control: async app => dAccountControl(app, switches),
    close: () => store.close(),
  }
}

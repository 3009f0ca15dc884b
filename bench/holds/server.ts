import { createApp } from '@kippu/server/start/app'
import { systemClock } from '@kippu/server/platform/clock'
import { openDatabase } from '@kippu/server/platform/db/database'
import { parseEnv } from '@kippu/server/start/environment/read-env'
import { createDrain } from '@kippu/server/platform/http/drain'
import { createLog } from '@kippu/server/platform/http/request-log'
import { createSiteDirectory } from '@kippu/server/platform/http/sites'
import { createJobWriter } from '@kippu/server/platform/jobs/queue'
import { createTurns } from '@kippu/server/platform/jobs/turns'
import { createBatchedHolds } from '@kippu/server/orders/holds/batched-holds'
import { createPlacesAtProof } from '@kippu/server/orders/life/take-places'
import { createFullShares } from '@kippu/server/stock/full-shares'
import { createMemberTokens } from '@kippu/server/orders/membership/member-tokens'
import { createPaymentProviders } from '@kippu/server/payments/accounts/providers'
import { createSiteContent } from '@kippu/server/sites/content/site-content'
import { createSiteGates } from '@kippu/server/tickets/site-gates/site-gates'
import { createTokens } from '@kippu/server/platform/tokens'
import { SITES } from '@kippu/demo/demo-sites'

import { createOneTransactionAnOrder } from './one-transaction-an-order.ts'

/**
 * The store with all its routes, as a process of its own. `HOLDS` names the queue that takes the stock. Everything else
 * is the same in both, and as in production, except the limit of requests per address, which a single load generator
 * would reach at once.
 */
const env = parseEnv(process.env)
const db = openDatabase(env.databaseUrl, { poolSize: env.dbPoolSize })
const options = { db, holdSeconds: env.unprovenHoldSeconds }
const log = createLog(env.logLevel)
const sites = createSiteDirectory(env, SITES)
const noMail = (): Promise<never> => Promise.reject(new Error('creating an order sends no mail'))
const shared = { db, clock: systemClock, tokens: createTokens(env.secretKey) }
const content = createSiteContent(shared)
const app = await createApp({
  env,
  ...shared,
  sites,
  content,
  gates: createSiteGates(shared, content),
  memberTokens: createMemberTokens(env, { clock: systemClock, sites }),
  log,
  jobs: createJobWriter(),
  firstTry: { sendConfirmation: noMail, sendTickets: noMail, sendShare: noMail, close: () => undefined },
  holds:
    process.env['HOLDS'] === 'batched' ? createBatchedHolds(options) : createOneTransactionAnOrder(options),
  placesAtProof: createPlacesAtProof({ db, holdSeconds: env.orderHoldSeconds }),
  fullShares: createFullShares({ log, clock: systemClock }),
  payments: createPaymentProviders(env),
  // The benchmark requests no page.
  web: {
    template: () => '',
    renderer: { renderFirstView: async () => '', renderNotices: async () => '' },
    assetsFolder: import.meta.dirname,
    worker: null,
    gateWorker: null,
    consoleFolder: null,
  },
  drain: createDrain(),
  turns: createTurns(),
  loadLimits: 'off',
})
process.once('SIGTERM', () => void app.close().then(() => db.close()))
await app.listen({ host: env.host, port: env.port })

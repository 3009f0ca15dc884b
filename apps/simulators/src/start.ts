import { join } from 'node:path'

import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { simulatedAccounts } from './accounts.ts'
import { openAdyen } from './adyen/open-adyen.ts'
import { openAlipay } from './alipay/open-alipay.ts'
import { openApplePay } from './apple-pay/open-apple-pay.ts'
import { openAppleWallet } from './apple-wallet/open-apple-wallet.ts'
import { controlRoutes } from './control-routes.ts'
import { openFaults } from './core/faults.ts'
import { openLedger } from './core/ledger.ts'
import { openNotices } from './core/notices.ts'
import { portOf } from './core/port-of.ts'
import type { OpenedProvider, ProviderParts } from './core/provider-parts.ts'
import { simulatedClock } from './core/simulated-clock.ts'
import { pushPortOf } from './core/tls-port.ts'
import { openDocomo } from './docomo/open-docomo.ts'
import type { Environment } from './env.ts'
import { fingerprintRoutes } from './fingerprint/fingerprint-routes.ts'
import { openGmo } from './gmo/open-gmo.ts'
import { googleWalletRoutes } from './google-wallet/google-wallet-routes.ts'
import { indexPage } from './index-page.ts'
import { openMailStore } from './mailbox/mail-store.ts'
import { mailboxRoutes } from './mailbox/mailbox-routes.ts'
import { startSmtp } from './mailbox/smtp.ts'
import { membershipRoutes } from './membership/membership-routes.ts'
import { openSoftbank } from './softbank/open-softbank.ts'
import { openStripe } from './stripe/open-stripe.ts'
import { tagManagerRoutes } from './tag-manager/tag-manager-routes.ts'

/**
 * The environment, of which tests may leave out the members, and with the port of TLS Apple Pay and Apple Wallet, whose certificates take a while to make.
 * `noticeRetryMs` is the first delay between two attempts of a notice, 1000 unless set.
 */
export interface SimulatorOptions extends Omit<
  Environment,
  'membershipTokenSecrets' | 'storeUrl' | 'tlsPort'
> {
  readonly tlsPort?: Environment['tlsPort']
  readonly storeUrl?: Environment['storeUrl']
  readonly membershipTokenSecrets?: Environment['membershipTokenSecrets']
  readonly noticeRetryMs?: number
}

/** All providers by name. */
function openProviders(parts: ProviderParts): Record<string, OpenedProvider> {
  return {
    stripe: openStripe(parts),
    gmo: openGmo(parts),
    adyen: openAdyen(parts),
    alipay: openAlipay(parts),
    docomo: openDocomo(parts),
    softbank: openSoftbank(parts),
  }
}

/** RunningSimulators simulators: the origin of all HTTP, the port of the mail server, and how to stop both. */
export interface Simulators {
  readonly url: string
  readonly smtpPort: number
  /** The store's variables that lead here, by provider. */
  readonly accounts: Record<string, Record<string, string>>
  close(): Promise<void>
}

/**
 * Starts every simulated provider over HTTP and the mail server. Port 0 takes any free one. Their state is kept in
 * `<dataDir>/simulators` and survives the end of the process, however it ends.
 * @throws when a port is taken or the folder cannot be written.
 */
export async function startSimulators(options: SimulatorOptions): Promise<Simulators> {
  const folder = join(options.dataDir, 'simulators')
  const ledger = openLedger(folder)
  const faults = openFaults(folder)
  const { storeOrigins, storeUrl, noticeRetryMs: retryMs = 1000 } = options
  const notices = openNotices(folder, { faults, storeUrl, retryMs })
  const clock = simulatedClock()
  let url = ''
  const now = () => clock.now()
  const origin = () => url
  const told = { now, clockReadings: () => clock.readings() }
  const providers = openProviders({
    folder,
    ledger,
    faults,
    notices,
    ...told,
    origin,
    storeOrigins,
    storeUrl,
  })
  const mails = openMailStore(join(folder, 'mailbox'))

  const { host, tlsPort } = options
  const applePay = tlsPort === undefined ? undefined : await openApplePay({ ...options, port: tlsPort, now })
  const appleWallet =
    tlsPort === undefined ? undefined : await openAppleWallet({ ...options, port: pushPortOf(tlsPort) })
  const smtp = await startSmtp(mails, { host, port: options.smtpPort })
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  app.setErrorHandler(refuseMisfit)
  for (const [name, { plugin }] of Object.entries(providers)) {
    // Stripe is mounted at the root, because its SDK can be given a host and a port and no path.
    await app.register(plugin, { prefix: name === 'stripe' ? '/' : `/${name}` })
  }
  if (applePay !== undefined) await app.register(applePay.plugin, { prefix: '/apple-pay' })
  if (appleWallet !== undefined) await app.register(appleWallet.plugin, { prefix: '/apple-wallet' })
  await app.register(async control => controlRoutes(control, { faults, ledger, notices, clock, providers }), {
    prefix: '/_sim',
  })
  await app.register(async wallet => googleWalletRoutes(wallet, { ...options, origin }), {
    prefix: '/google-wallet',
  })
  await app.register(async script => fingerprintRoutes(script), { prefix: '/fingerprint' })
  await app.register(async script => tagManagerRoutes(script), { prefix: '/tag-manager' })
  await app.register(async mailbox => mailboxRoutes(mailbox, { mails }), { prefix: '/mailbox' })
  const { membershipTokenSecrets: secrets = {} } = options
  const hasMembers = Object.keys(secrets).length > 0
  if (hasMembers)
    await app.register(async members => membershipRoutes(members, { secrets, storeOrigins }), {
      prefix: '/membership',
    })
  const index = indexPage({ smtpPort: smtp.port, hasMembers })
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(index))
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send())

  try {
    await app.listen({ host, port: options.port })
  } catch (error) {
    await Promise.all([app.close(), smtp.close(), applePay?.close(), appleWallet?.close()])
    throw error
  }
  url = `http://${host}:${portOf(app.server)}`
  notices.start()

  return {
    url,
    smtpPort: smtp.port,
    accounts: await simulatedAccounts({
      origin: url,
      dataDir: options.dataDir,
      tlsPort: applePay?.port,
      pushPort: appleWallet?.port,
    }),
    async close() {
      await Promise.all([app.close(), smtp.close(), applePay?.close(), appleWallet?.close()])
      await notices.close()
      for (const provider of Object.values(providers)) provider.close()
      ledger.close()
    },
  }
}

/** Answers 400 for a query, path or form that does not fit: it is the caller's fault. */
function refuseMisfit(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return v.isValiError(error) ? reply.code(400).send({ error: error.message }) : reply.send(error)
}

import { join } from 'node:path'

import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { controlRoutes } from './control-routes.ts'
import type { Environment } from './env.ts'
import { openFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { indexPage } from './index-page.ts'
import { openLedger } from './ledger.ts'
import { openMailStore } from './mailbox/mail-store.ts'
import { mailboxRoutes } from './mailbox/mailbox-routes.ts'
import { startSmtp } from './mailbox/smtp.ts'
import { membershipRoutes } from './membership/membership-routes.ts'
import { startNoticeSender } from './stripe/notice-sender.ts'
import { stripePlugin } from './stripe/stripe-plugin.ts'
import { openStripeStore } from './stripe/stripe-store.ts'
import type { StripeStore } from './stripe/stripe-store.ts'

/** The environment; for tests, the first delay between two tries of a notice (milliseconds, default 1000), and perhaps no members. */
export type SimulatorOptions = Omit<Environment, 'membershipTokenSecrets'> & {
  membershipTokenSecrets?: Environment['membershipTokenSecrets']
  webhookRetryMs?: number
}

/** Running simulators: the origin of all HTTP, the port of the mail server, and how to stop both. */
export type Simulators = { url: string; smtpPort: number; close(): Promise<void> }

/**
 * Starts every simulated provider over HTTP and the mail server. Port 0 takes any free one. What they know is kept in
 * `<dataDir>/simulators` and survives the end of the process, however it ends.
 * @throws when a port is taken or the folder cannot be written.
 */
export async function startSimulators(options: SimulatorOptions): Promise<Simulators> {
  const folder = join(options.dataDir, 'simulators')
  const ledger = openLedger(folder)
  const faults = openFaults(folder)
  const store = openStripeStore(folder, ledger)
  const mails = openMailStore(join(folder, 'mailbox'))

  const smtp = await startSmtp(mails, { host: options.host, port: options.smtpPort })
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  app.setErrorHandler(refuseMisfit)
  let url = ''
  await app.register(stripePlugin, { store, faults, origin: () => url, storeOrigins: options.storeOrigins })
  await app.register(async control => controlRoutes(control, { faults, ledger }), { prefix: '/_sim' })
  await app.register(async mailbox => mailboxRoutes(mailbox, { mails }), { prefix: '/mailbox' })
  const { membershipTokenSecrets: secrets = {}, storeOrigins } = options
  const hasMembers = Object.keys(secrets).length > 0
  if (hasMembers)
    await app.register(async members => membershipRoutes(members, { secrets, storeOrigins }), {
      prefix: '/membership',
    })
  const index = indexPage({ smtpPort: smtp.port, hasMembers })
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(index))
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send())

  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (error) {
    await Promise.all([app.close(), smtp.close()])
    throw error
  }
  url = `http://${options.host}:${portOf(app)}`
  const stopNotices = startNotices(options, store, faults)

  return {
    url,
    smtpPort: smtp.port,
    async close() {
      await Promise.all([app.close(), smtp.close()])
      await stopNotices()
      store.close()
      ledger.close()
    },
  }
}

/** Without an address to send to, notices are kept and go out once there is one. */
function startNotices(options: SimulatorOptions, store: StripeStore, faults: Faults): () => Promise<void> {
  const { stripeWebhookUrl: url, stripeWebhookSecret: secret, webhookRetryMs: retryMs = 1000 } = options
  return url === undefined ? async () => {} : startNoticeSender(store, faults, { url, secret, retryMs })
}

/** A query, path or form that does not fit is the caller's fault: 400. */
function refuseMisfit(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return v.isValiError(error) ? reply.code(400).send({ error: error.message }) : reply.send(error)
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the HTTP server has no port')
  return address.port
}

import type { FastifyPluginAsync } from 'fastify'

import { applePayCertificates } from './certificates.ts'
import { startGateway } from './gateway.ts'
import { merchantSessions } from './merchant-sessions.ts'
import { SESSION_PATH } from './merchant.ts'
import { sheetRoutes } from './sheet-routes.ts'

interface Parts {
  readonly host: string
  /** Port of the gateway's TLS listener; 0 takes any free one. */
  readonly port: number
  readonly dataDir: string
  readonly storeOrigins: readonly string[]
  readonly now: () => Date
}

/** Apple Pay with both of its ends. */
export interface OpenedApplePay {
  /** The routes for the browser, on the listener of all HTTP. */
  readonly plugin: FastifyPluginAsync
  /** Port of the gateway, which the merchant calls. */
  readonly port: number
  close(): Promise<void>
}

/**
 * Apple Pay: it validates merchants and makes tokens (`docs/payments/apple-pay.md`). No money moves here, because GMO
 * charges the tokens.
 */
export async function openApplePay({ host, port: wanted, dataDir, ...rest }: Parts): Promise<OpenedApplePay> {
  const sessions = merchantSessions()
  const certificates = await applePayCertificates(dataDir)
  const gateway = await startGateway({ ...rest, host, port: wanted, certificates, sessions })
  const validationUrl = `https://${host}:${gateway.port}${SESSION_PATH}`
  return { plugin: async app => sheetRoutes(app, { ...rest, sessions, validationUrl }), ...gateway }
}

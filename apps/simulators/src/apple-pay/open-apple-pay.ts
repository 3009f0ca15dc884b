import type { FastifyPluginAsync } from 'fastify'

import { applePayCertificates } from './certificates.ts'
import { startGateway } from './gateway.ts'
import { SESSION_PATH } from './merchant.ts'
import { merchantSessions } from './merchant-sessions.ts'
import { sheetRoutes } from './sheet-routes.ts'

type Parts = {
  host: string
  /** Port of the gateway's TLS listener; 0 takes any free one. */
  port: number
  dataDir: string
  storeOrigins: readonly string[]
  now: () => Date
}

/** Apple Pay, both of its ends. */
export type OpenedApplePay = {
  /** The browser's end, on the listener of all HTTP. */
  plugin: FastifyPluginAsync
  /** Port of the gateway, the merchant's end. */
  port: number
  close(): Promise<void>
}

/** Apple Pay (payments §6.2): it validates merchants and makes tokens. No money moves here: a token goes to GMO. */
export async function openApplePay({ host, port: wanted, dataDir, ...rest }: Parts): Promise<OpenedApplePay> {
  const sessions = merchantSessions()
  const certificates = await applePayCertificates(dataDir)
  const gateway = await startGateway({ ...rest, host, port: wanted, certificates, sessions })
  const validationUrl = `https://${host}:${gateway.port}${SESSION_PATH}`
  return { plugin: async app => sheetRoutes(app, { ...rest, sessions, validationUrl }), ...gateway }
}

import type { SimulatorsPlace } from '../core/simulators-place.ts'
import { applePayCertificates } from './certificates.ts'
import { MERCHANT_ID, SESSION_PATH } from './merchant.ts'

/** The gateway listens at the TLS port of the same host. */
interface PlaceWithTls extends SimulatorsPlace {
  readonly tlsPort: number
}

/** The store's variables that lead to this simulator instead of Apple; certificates are made at the first call. */
export async function variables({ origin, tlsPort, dataDir }: PlaceWithTls): Promise<Record<string, string>> {
  const { ca, merchant } = await applePayCertificates(dataDir)
  return {
    APPLE_PAY_MERCHANT_ID: MERCHANT_ID,
    APPLE_PAY_CERTIFICATE: merchant.certificate,
    APPLE_PAY_KEY: merchant.key,
    APPLE_PAY_DOMAIN_ASSOCIATION: '{"simulated":true}',
    APPLE_PAY_VALIDATION_URL: `https://${new URL(origin).hostname}:${tlsPort}${SESSION_PATH}`,
    APPLE_PAY_CA: ca,
    APPLE_PAY_SCRIPT_URL: `${origin}/apple-pay/session.js`,
  }
}

import type { SimulatorsPlace } from '../core/simulators-place.ts'
import { PASS_TYPE_ID, TEAM_ID, walletCertificates } from './certificates.ts'

/** The push service listens at a TLS port of its own, on the same host. */
interface PlaceWithPushes extends SimulatorsPlace {
  readonly pushPort: number
}

/** The store's variables that lead to this simulator instead of Apple; certificates are made at the first call. */
export async function variables({
  origin,
  pushPort,
  dataDir,
}: PlaceWithPushes): Promise<Record<string, string>> {
  const { root, intermediate, pass } = await walletCertificates(dataDir)
  return {
    APPLE_WALLET_PASS_TYPE_ID: PASS_TYPE_ID,
    APPLE_WALLET_TEAM_ID: TEAM_ID,
    APPLE_WALLET_CERTIFICATE: pass.certificate,
    APPLE_WALLET_KEY: pass.key,
    APPLE_WALLET_WWDR: intermediate,
    APPLE_WALLET_PUSH_URL: `https://${new URL(origin).hostname}:${pushPort}`,
    APPLE_WALLET_PUSH_CA: root,
  }
}

import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'

import * as v from 'valibot'

import { keptJson } from '../core/kept-json.ts'
import type { SimulatorsPlace } from '../core/simulators-place.ts'

export const ISSUER_ID = '3388000000012345678'
export const SERVICE_ACCOUNT = 'tickets@simulated.iam.gserviceaccount.com'

const keysSchema = v.object({ privateKey: v.string(), publicKey: v.string() })

/** The keys of the service account, PEM. */
export type GoogleKeys = v.InferOutput<typeof keysSchema>

/** Reads the keys from the data folder; the first call makes them. No key is in the repository. */
export function googleKeys(dataDir: string): Promise<GoogleKeys> {
  const path = join(dataDir, 'simulators', 'google-wallet-keys.json')
  return keptJson(path, keysSchema, async () => (keysOfProcess ??= makeKeys()))
}

/** Making keys takes a while, so a process that opens many folders makes them once. */
let keysOfProcess: GoogleKeys | undefined

function makeKeys(): GoogleKeys {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** The store's variables that lead to this simulator instead of Google. */
export async function variables({ origin, dataDir }: SimulatorsPlace): Promise<Record<string, string>> {
  const { privateKey } = await googleKeys(dataDir)
  return {
    GOOGLE_WALLET_ISSUER_ID: ISSUER_ID,
    GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify({
      type: 'service_account',
      client_email: SERVICE_ACCOUNT,
      private_key: privateKey,
      token_uri: `${origin}/google-wallet/token`,
    }),
    GOOGLE_WALLET_API_URL: `${origin}/google-wallet`,
    GOOGLE_WALLET_SAVE_URL: `${origin}/google-wallet`,
  }
}

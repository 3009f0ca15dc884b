import type { AppleWalletAccount } from '../accounts/apple-wallet-account.ts'
import { createPushClient, type PushClient } from './push-client.ts'

/** A connection for each pass type. */
export interface PushClients {
  of(account: AppleWalletAccount): PushClient
  close(): void
}

export function createPushClients(): PushClients {
  const known = new Map<string, PushClient>()
  return {
    of: account => {
      const client = known.get(account.passTypeId) ?? createPushClient(account)
      known.set(account.passTypeId, client)
      return client
    },
    close: () => {
      for (const client of known.values()) client.close()
    },
  }
}

import type { JobHandlers } from '../../platform/jobs/pg-boss-queue.ts'
import { createPushClients } from './apple/push-clients.ts'
import { pushPasses } from './apple/push-passes.ts'
import { createGoogleTickets } from './google/google-tickets.ts'
import type { WalletDeps } from './passes/wallet-deps.ts'

export interface WalletWorker {
  readonly handlers: Pick<JobHandlers, 'push-apple-passes' | 'update-google-passes'>
  /** Call it once no job runs any more. */
  close(): void
}

/** Brings changes of tickets to the wallets that have them. */
export function createWalletWorker(deps: WalletDeps): WalletWorker {
  const clients = createPushClients()
  const google = createGoogleTickets(deps)
  return {
    handlers: {
      'push-apple-passes': job => pushPasses(deps, clients, job),
      'update-google-passes': job => google.update(job),
    },
    close: () => clients.close(),
  }
}

import type { FastifyPluginAsync } from 'fastify'

import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Notices } from './notices.ts'

/** What every simulated provider is made of. */
export interface ProviderParts {
  /** Where files are kept: `<dataDir>/simulators`. */
  readonly folder: string
  readonly ledger: Ledger
  readonly faults: Faults
  readonly notices: Notices
  /** The providers' time, which tests may set ahead. */
  readonly now: () => Date
  /** The simulators' own origin; known once they listen. */
  readonly origin: () => string
  /** Origins of the store's pages; `*` in one stands for a name. */
  readonly storeOrigins: readonly string[]
  /** The store's origin, for notices to an address that is agreed in the contract; undefined when nobody listens. */
  readonly storeUrl: string | undefined
}

/** A provider that is open. */
export interface OpenedProvider {
  /** Its routes, without their prefix. */
  readonly plugin: FastifyPluginAsync
  /** Switches of its own for tests, below `/_sim/<name>`; this machine only. */
  readonly control?: FastifyPluginAsync
  /** Has happen what is due by now: called when a test has set the clock ahead. */
  catchUp?(): void
  close(): void
}

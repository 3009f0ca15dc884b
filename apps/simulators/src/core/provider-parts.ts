import type { FastifyPluginAsync } from 'fastify'

import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Notices } from './notices.ts'

/** The parts that every simulated provider is given. */
export interface ProviderParts {
  /** The folder of the simulators' files: `<dataDir>/simulators`. */
  readonly folder: string
  readonly ledger: Ledger
  readonly faults: Faults
  readonly notices: Notices
  /** The providers' time, which tests may set ahead. */
  readonly now: () => Date
  /** The times that a caller's clock may show, in ms since 1970. */
  readonly clockReadings: () => readonly number[]
  /** The simulators' own origin, which is known once they listen. */
  readonly origin: () => string
  /** Origins of the store's pages. A `*` in an origin stands for any name. */
  readonly storeOrigins: readonly string[]
  /**
   * The store's origin, for notices to an address that the contract fixes; undefined when there is no store to notify.
   */
  readonly storeUrl: string | undefined
}

/** Changes of a payment without a call of the store. Each answers false for a payment that the provider does not have. */
export interface ProviderConsole {
  /** The merchant gives back some yen of it, in the provider's own console. */
  refund(attemptId: string, yen: number): boolean
  /** The buyer's bank, or the buyer, disputes it. Left out where no provider's message tells of it. */
  dispute?(attemptId: string): boolean
}

/** A provider that is running. */
export interface OpenedProvider {
  /** Its routes, without their prefix. */
  readonly plugin: FastifyPluginAsync
  readonly console: ProviderConsole
  /** The provider's own switches for tests, below `/_sim/<name>`; they answer requests of this machine only. */
  readonly control?: FastifyPluginAsync
  /** Does what the deadlines passed by now require. It is called when a test has set the clock ahead. */
  catchUp?(): void
  close(): void
}

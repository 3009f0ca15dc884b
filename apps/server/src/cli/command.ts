import type { ParseArgsOptionsConfig } from 'node:util'

import type { ServerEnv } from '../start/environment/read-env.ts'
import type { Database } from '../platform/db/database.ts'
import type { SiteDirectory } from '../platform/http/sites.ts'
import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import type { PaymentProviders } from '../payments/port/payment-providers.ts'
import type { SiteContent } from '../sites/content/site-content.ts'
import type { ByStaff } from '../platform/staff/staff-verb.ts'
import type { HoldQueue } from '../stock/hold-queue.ts'

/** The parts that a command may reach: the same as the server's, made from the same environment. */
export interface PayingDeps extends PaymentDeps {
  readonly env: ServerEnv
  readonly content: SiteContent
  readonly holds: Pick<HoldQueue, 'take'>
  readonly sites: SiteDirectory
}

/** Their own without the providers of payments, whose libraries are half of the program: they are opened where they are asked. */
export interface OpenedDeps extends Omit<PayingDeps, 'payments'> {
  /** Opens the replica, where there is one. */
  readonly replica?: (() => Database) | undefined
  readonly payments: PaymentProviders | (() => Promise<PaymentProviders>)
}

/** The person who typed the command, before the store: all that they read or do is a verb of the staff. */
export interface CommandDeps
  extends ByStaff<Omit<PayingDeps, 'payments'>>, Pick<PayingDeps, 'env' | 'clock' | 'sites'> {
  /** The same person, for verbs that ask a provider. */
  readonly paying: () => Promise<ByStaff<PayingDeps>>
}

/** The arguments after the name of the command. */
export interface CommandArguments {
  readonly positionals: readonly string[]
  readonly text: (option: string) => string | undefined
  readonly isSet: (option: string) => boolean
}

/** The answer of a command, as text and as data for programs. */
export interface Report {
  /** Read only where it is shown: a long table may be made when it is asked for. */
  readonly text: string
  readonly json: unknown
  /** A file of any size, said instead of the text as it is read. */
  readonly stream?: AsyncIterable<Uint8Array>
  /** Something was refused or did not end well: exit code 1. */
  readonly isFailure?: boolean
  /** Nothing was done: it is said on standard error, with this code among its data. */
  readonly refusal?: RefusalCode
  /** The text is what will be done, and nothing is done before somebody agrees. */
  readonly confirm?: Confirmation
}

export type RefusalCode = 'refused' | 'not_found' | 'not_permitted' | 'not_confirmed' | 'usage'

export interface Confirmation {
  /** Typed by somebody at a terminal who has read what will be done. */
  readonly word: string
  readonly run: () => Promise<Report>
}

/** For what nobody takes back: programs say it, and people instead of typing the word. */
export const YES_OPTION = {
  yes: { type: 'boolean', short: 'y', help: 'do it without asking' },
} as const

export interface Command {
  /** As typed, with its arguments: `attempt <id>`. */
  readonly usage: string
  readonly summary: string
  /** Besides `--help` and `--json`; each with a line of explanation. */
  readonly options: Readonly<Record<string, ParseArgsOptionsConfig[string] & { readonly help: string }>>
  /**
   * A verb that needs neither the database nor a role, because it reads and writes files of the person who types it:
   * its report, or undefined for another verb. @throws UsageError
   */
  offline?(
    typed: CommandArguments,
    variables: Readonly<Record<string, string | undefined>>,
  ): Promise<Report | undefined>
  /** Reads much, and is told of a replica how old that is. */
  readonly mayReadReplica?: true
  /** @throws UsageError when the arguments make no sense. */
  run(deps: CommandDeps, typed: CommandArguments): Promise<Report>
}

/** Wrong arguments: the usage is shown, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

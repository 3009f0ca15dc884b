import type { Logger } from 'pino'

import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { WebBuild } from './documents/web-build.ts'
import type { Env } from './env.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { FirstTry } from './order-mails/first-try.ts'
import type { HoldQueue } from './orders/stock/hold-queue.ts'
import type { MemberTokens } from './membership/member-tokens.ts'
import type { PaymentProviders } from './payments/accounts/providers.ts'
import type { SiteDirectory } from './http/sites.ts'
import type { SiteContent } from './site-content/site-content.ts'
import type { Tokens } from './tokens.ts'

/** Everything a verb may reach, wired once in main.ts and handed down as first argument. */
export interface Deps {
  readonly env: Env
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly sites: SiteDirectory
  /** What sites say, shared by everybody who asks within a moment. */
  readonly content: SiteContent
  readonly memberTokens: MemberTokens
  readonly log: Logger
  readonly jobs: JobQueue
  readonly firstTry: FirstTry
  readonly holds: HoldQueue
  readonly payments: PaymentProviders
  /** What `apps/web` built. */
  readonly web: WebBuild
  /** `off` only for tests and benchmarks: no rate limit and no load shedding. */
  readonly loadLimits: 'on' | 'off'
}

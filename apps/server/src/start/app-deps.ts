import type { Deps } from '../platform/deps.ts'
import type { Database } from '../platform/db/database.ts'
import type { WebBuild } from '../pages/documents/web-build.ts'
import type { Drain } from '../platform/http/drain.ts'
import type { Turns } from '../platform/jobs/turns.ts'
import type { MemberTokens } from '../orders/membership/member-tokens.ts'
import type { FirstTry } from '../sales/order-mails/first-try.ts'
import type { PlacesAtProof } from '../orders/life/take-places.ts'
import type { FullShares } from '../stock/full-shares.ts'
import type { HoldQueue } from '../stock/hold-queue.ts'
import type { PaymentProviders } from '../payments/port/payment-providers.ts'
import type { ServerEnv } from './environment/read-env.ts'
import type { SiteContent } from '../sites/content/site-content.ts'
import type { FirstTryOfShares } from '../tickets/shares/mail-share.ts'
import type { SiteGates } from '../tickets/site-gates/site-gates.ts'
import type { FirstTryOfTickets } from '../tickets/correct-address.ts'

/** Everything that the HTTP side is made of. */
export interface AppDeps extends Deps {
  readonly env: ServerEnv
  /** The content of sites, shared by requests within a second. */
  readonly content: SiteContent
  /** How sites check tickets. */
  readonly gates: SiteGates
  readonly memberTokens: MemberTokens
  readonly firstTry: FirstTry & FirstTryOfTickets & FirstTryOfShares
  readonly holds: HoldQueue
  readonly placesAtProof: PlacesAtProof
  readonly fullShares: FullShares
  readonly payments: PaymentProviders
  readonly drain: Drain
  /** Connections of the console, so that no read of the staff takes a visitor's. Without it, the console has those of all. */
  readonly consoleDb?: Database
  /** The loops that run in this process. */
  readonly turns: Turns
  /** The build of `apps/web`. */
  readonly web: WebBuild
  /** `off` only for tests and benchmarks: no rate limit and no load shedding. */
  readonly loadLimits: 'on' | 'off'
}

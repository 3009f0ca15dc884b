import type { PaymentProviders } from '../payments/port/payment-providers.ts'
import type { Deps } from '../platform/deps.ts'
import type { Drain } from '../platform/http/drain.ts'
import type { SiteContent } from '../sites/content/site-content.ts'
import type { HoldQueue } from '../stock/hold-queue.ts'
import type { SiteGates } from '../tickets/site-gates/site-gates.ts'

/** The parts that the console is made of. */
export interface ConsoleDeps extends Deps {
  readonly payments: PaymentProviders
  readonly content: SiteContent
  readonly gates: SiteGates
  /** Takes places for guests, as for everybody. */
  readonly holds: Pick<HoldQueue, 'take'>
  readonly loadLimits: 'on' | 'off'
  /** Ends what would go on. */
  readonly drain: Pick<Drain, 'hasBegun'>
  /** The files of `apps/console`; null where it is not built. */
  readonly consoleFolder: string | null
}

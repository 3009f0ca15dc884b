import { ENDINGS } from './cases/endings.ts'
import { FORGERIES } from './cases/forgeries.ts'
import { LOST_ANSWERS } from './cases/lost-answers.ts'
import { MONEY_BACK } from './cases/money-back.ts'
import { WEBHOOK_EVENTS } from './cases/webhook-events.ts'
import { STATES } from './cases/states.ts'
import type { ConformanceCase } from './conformance-case.ts'

/** Everything that may happen to a payment. */
export const CASES: readonly ConformanceCase[] = [
  ...ENDINGS,
  ...LOST_ANSWERS,
  ...WEBHOOK_EVENTS,
  ...FORGERIES,
  ...MONEY_BACK,
  ...STATES,
]

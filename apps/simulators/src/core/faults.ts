import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as v from 'valibot'

import { type Provider, PROVIDERS } from './providers.ts'

/**
 * One name for the same call of every provider:
 * - `register` opens a payment without money (GMO Entry, SBPS TA02).
 * - `execute` authorizes, charges, or makes the page on which the visitor pays (GMO Exec, SBPS ST01, Adyen /payments,
 *   AMS pay, Stripe create).
 * - `confirm` continues after the visitor's step (GMO SecureTran2, Adyen /payments/details, Stripe confirm).
 * - `capture`, `cancel` (which some call void) and `refund`.
 * - `query` asks for the state (GMO SearchTrade, SBPS MG01, AMS inquiryPayment, Stripe retrieve).
 */
const REQUEST_OPS = ['register', 'execute', 'confirm', 'capture', 'cancel', 'refund', 'query'] as const
const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1))
const placement = {
  provider: v.picklist(PROVIDERS),
  nth: v.optional(positiveInteger, 1),
  value: v.optional(positiveInteger),
}

/**
 * A fault that a test arms: it waits for the `nth` matching request from now on, where 1 is the next one.
 *
 * Faults of a call:
 * - `drop_before`: the connection closes and nothing has happened. `drop_after`: the call has its effect, then the
 *   connection closes without an answer. `http_500`: the provider reports an internal error and nothing has happened.
 *   `refuse`: the provider refuses and nothing has happened. `value`: how many requests in a row (default 1; an SDK that
 *   repeats a lost call once gives up after 2).
 * - `delay_ms`: the call has its effect and its answer comes late. `value`: milliseconds (default 1000).
 * - `wrong_amount`: the provider charges or reports another amount. `value`: yen (default: one yen more than requested).
 *
 * Faults of a notice, which is the provider's own request to the store:
 * - `duplicate_notice`: the notice is sent twice.
 * - `late_notice`: its first attempt waits. `value`: milliseconds (default 5000).
 * - `reorder`: it waits until the next notice of the provider has overtaken it, at most `value` milliseconds (default
 *   5000).
 */
export const faultSchema = v.variant('mode', [
  v.strictObject({
    ...placement,
    op: v.picklist(REQUEST_OPS),
    mode: v.picklist(['drop_before', 'drop_after', 'delay_ms', 'http_500', 'wrong_amount', 'refuse']),
  }),
  v.strictObject({
    ...placement,
    op: v.literal('notice'),
    mode: v.picklist(['duplicate_notice', 'reorder', 'late_notice']),
  }),
])

export type Fault = v.InferOutput<typeof faultSchema>
export type RequestOp = (typeof REQUEST_OPS)[number]

/** The armed faults, which wait for their request. They are kept in a file, so that a restart does not disarm them. */
export interface Faults {
  arm(fault: Fault): void
  clear(): void
  armed(): readonly Fault[]
  /**
   * Counts this request and returns the fault that it meets, if there is one. A fault for several requests stays armed for
   * the rest.
   */
  take(provider: Provider, op: Fault['op']): Fault | undefined
}

/** Opens `faults.json` in the folder. */
export function openFaults(folder: string): Faults {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'faults.json')
  let armed = existsSync(path) ? read(path) : []

  const keep = (faults: readonly Fault[]) => {
    armed = faults
    writeFileSync(`${path}.new`, JSON.stringify(armed))
    renameSync(`${path}.new`, path)
  }

  return {
    arm: fault => keep([...armed, fault]),
    clear: () => keep([]),
    armed: () => armed,
    take(provider, op) {
      const matches = (fault: Fault) => fault.provider === provider && fault.op === op
      if (!armed.some(matches)) return undefined
      const struck = armed.find(fault => matches(fault) && fault.nth === 1)
      keep(
        armed.flatMap(fault => {
          if (!matches(fault)) return [fault]
          if (fault === struck) return strikesAgain(fault)
          return [{ ...fault, nth: Math.max(1, fault.nth - 1) }]
        }),
      )
      return struck
    },
  }
}

/** Reads the armed faults. A file that another version wrote counts as empty. */
function read(path: string): readonly Fault[] {
  const faults = v.safeParse(v.array(faultSchema), JSON.parse(readFileSync(path, 'utf8')))
  return faults.success ? faults.output : []
}

/** What stays armed of a fault that a request has just met. */
function strikesAgain(fault: Fault): readonly Fault[] {
  const repeats = ['drop_before', 'drop_after', 'http_500', 'refuse'].includes(fault.mode)
  const left = repeats ? (fault.value ?? 1) - 1 : 0
  return left > 0 ? [{ ...fault, value: left }] : []
}

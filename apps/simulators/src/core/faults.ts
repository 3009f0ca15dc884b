import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as v from 'valibot'

import { type Provider, PROVIDERS } from './providers.ts'

/**
 * One name for the same call of every provider:
 * - `register` creates the payment; no money is reserved yet (GMO Entry, SBPS TA02).
 * - `execute` authorizes, charges, or makes the page on which the visitor pays (GMO Exec, SBPS ST01, Adyen /payments,
 *   AMS pay, Stripe create).
 * - `confirm` continues after the visitor's step (GMO SecureTran2, Adyen /payments/details, Stripe confirm).
 * - `capture` takes authorised money. `cancel` releases it; some providers call it void. `refund` gives captured money
 *   back.
 * - `query` asks for the state (GMO SearchTrade, SBPS MG01, AMS inquiryPayment, Stripe retrieve).
 */
const REQUEST_OPS = ['register', 'execute', 'confirm', 'capture', 'cancel', 'refund', 'query'] as const
const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1))
const commonFields = {
  provider: v.picklist(PROVIDERS),
  nth: v.optional(positiveInteger, 1),
  value: v.optional(positiveInteger),
}

/** The modes whose `value` is a number of requests. */
const REPEATED_MODES = ['drop_before', 'drop_after', 'http_500', 'refuse'] as const

/**
 * A fault that a test arms: it waits for the `nth` matching request or new notice from now on, where 1 is the
 * next one. A notice that is sent again does not count.
 *
 * Faults of a call:
 * - `drop_before`: the connection closes and nothing has happened. `drop_after`: the call has its effect, then the
 *   connection closes without an answer. `http_500`: the provider reports an internal error and nothing has happened.
 *   `refuse`: the provider refuses and nothing has happened. For these four modes, `value` is the number of requests in
 *   a row (default 1). Stripe's SDK sends a call once more by itself when its connection closes, although the store
 *   allows it no retries: a drop needs the value 2 there to reach the store.
 * - `delay_ms`: the call has its effect and its answer comes late. `value`: milliseconds (default 1000).
 * - `wrong_amount`: the provider charges or refunds another amount than requested. For a `query` it only reports another
 *   amount; Stripe's simulator does so for every call except `execute`. `value`: yen (default: one yen more than
 *   requested). Calls that do not use `amountOf` ignore it.
 *
 * Faults of a notice, which is the provider's own request to the store:
 * - `duplicate_notice`: the notice is sent twice.
 * - `late_notice`: the notice is first sent after `value` milliseconds (default 5000).
 * - `reorder`: the notice is sent after the provider's next notice, or after `value` milliseconds (default 5000) if there
 *   is none.
 */
export const faultSchema = v.variant('mode', [
  v.strictObject({
    ...commonFields,
    op: v.picklist(REQUEST_OPS),
    mode: v.picklist([...REPEATED_MODES, 'delay_ms', 'wrong_amount']),
  }),
  v.strictObject({
    ...commonFields,
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
   * Counts this request and returns the fault that applies to it, if there is one. A fault for several requests stays
   * armed for the rest.
   */
  take(provider: Provider, op: Fault['op']): Fault | undefined
}

/** Opens `faults.json` in the folder. */
export function openFaults(folder: string): Faults {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'faults.json')
  let armed = existsSync(path) ? load(path) : []

  const save = (faults: readonly Fault[]) => {
    armed = faults
    writeFileSync(`${path}.new`, JSON.stringify(armed))
    renameSync(`${path}.new`, path)
  }

  return {
    arm: fault => save([...armed, fault]),
    clear: () => save([]),
    armed: () => armed,
    take(provider, op) {
      const matches = (fault: Fault) => fault.provider === provider && fault.op === op
      if (!armed.some(matches)) return undefined
      // Only one fault applies to a request. Another one that is due waits for the next request.
      const applied = armed.find(fault => matches(fault) && fault.nth === 1)
      save(
        armed.flatMap(fault => {
          if (!matches(fault)) return [fault]
          if (fault === applied) return remainderOf(fault)
          return [{ ...fault, nth: Math.max(1, fault.nth - 1) }]
        }),
      )
      return applied
    },
  }
}

/**
 * Loads the armed faults. A file whose faults do not fit the schema counts as empty; a file that is not JSON is an
 * error.
 */
function load(path: string): readonly Fault[] {
  const faults = v.safeParse(v.array(faultSchema), JSON.parse(readFileSync(path, 'utf8')))
  return faults.success ? faults.output : []
}

/** The fault that stays armed for further requests after this one was applied to a request; empty if none does. */
function remainderOf(fault: Fault): readonly Fault[] {
  const isRepeated = REPEATED_MODES.some(mode => mode === fault.mode)
  const left = isRepeated ? (fault.value ?? 1) - 1 : 0
  return left > 0 ? [{ ...fault, value: left }] : []
}

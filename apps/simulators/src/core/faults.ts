import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as v from 'valibot'

import { type Provider, PROVIDERS } from './providers.ts'

/**
 * The calls of every provider in one vocabulary: `register` opens a payment without money (GMO Entry, SBPS TA02),
 * `execute` authorizes, charges or makes the page on which the visitor pays (GMO Exec, SBPS ST01, Adyen /payments, AMS
 * pay, Stripe create), `confirm` continues after the visitor's step (SecureTran2, /payments/details, Stripe confirm),
 * then `capture`, `cancel` (void), `refund` and `query` (SearchTrade, MG01, inquiryPayment, retrieve).
 */
const REQUEST_OPS = ['register', 'execute', 'confirm', 'capture', 'cancel', 'refund', 'query'] as const
const positive = v.pipe(v.number(), v.integer(), v.minValue(1))
const placement = {
  provider: v.picklist(PROVIDERS),
  nth: v.optional(positive, 1),
  value: v.optional(positive),
}

/**
 * A fault as it can be armed. `nth` counts matching requests from now on: 1 is the next one. `value` means: `delay_ms`,
 * `late_notice`, `reorder`: milliseconds; `wrong_amount`: the amount in yen (default: one yen more); `drop_before`,
 * `drop_after`, `http_500`, `refuse`: how many requests in a row (default 1; an SDK that repeats a lost call once gives
 * up after 2).
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
  /** Counts this request and gives the fault that strikes it, if there is one. */
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

function strikesAgain(fault: Fault): readonly Fault[] {
  const repeats = ['drop_before', 'drop_after', 'http_500', 'refuse'].includes(fault.mode)
  const left = repeats ? (fault.value ?? 1) - 1 : 0
  return left > 0 ? [{ ...fault, value: left }] : []
}

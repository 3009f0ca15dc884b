import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as v from 'valibot'

const REQUEST_OPS = ['create', 'confirm', 'capture', 'cancel', 'refund', 'retrieve'] as const
const positive = v.pipe(v.number(), v.integer(), v.minValue(1))
const placement = { provider: v.literal('stripe'), nth: v.optional(positive, 1), value: v.optional(positive) }

/**
 * What may be asked for. `nth` counts matching requests from now, 1 is the next one. `value` means:
 * `delay_ms`, `late_notice`, `reorder`: milliseconds; `wrong_amount`: the amount in yen (default: one yen more);
 * `drop_before`, `drop_after`, `http_500`: how many requests in a row (default 1; the SDK repeats a lost call once by
 * itself, so 2 makes it give up).
 */
export const faultSchema = v.variant('mode', [
  v.strictObject({
    ...placement,
    op: v.picklist(REQUEST_OPS),
    mode: v.picklist(['drop_before', 'drop_after', 'delay_ms', 'http_500', 'wrong_amount']),
  }),
  v.strictObject({ ...placement, op: v.literal('refund'), mode: v.literal('refuse_refund') }),
  v.strictObject({
    ...placement,
    op: v.literal('webhook'),
    mode: v.picklist(['duplicate_notice', 'reorder', 'late_notice']),
  }),
])

export type Fault = v.InferOutput<typeof faultSchema>
export type RequestOp = (typeof REQUEST_OPS)[number]

/** Faults waiting for their request. Kept in a file, so that a restart does not disarm them. */
export type Faults = {
  arm(fault: Fault): void
  clear(): void
  armed(): Fault[]
  /** The fault that strikes this request, counted down; `undefined` nearly always. */
  take(op: Fault['op']): Fault | undefined
}

/** Opens `faults.json` in the folder. */
export function openFaults(folder: string): Faults {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'faults.json')
  let armed = existsSync(path) ? v.parse(v.array(faultSchema), JSON.parse(readFileSync(path, 'utf8'))) : []

  const keep = (faults: Fault[]) => {
    armed = faults
    writeFileSync(`${path}.new`, JSON.stringify(armed))
    renameSync(`${path}.new`, path)
  }

  return {
    arm: fault => keep([...armed, fault]),
    clear: () => keep([]),
    armed: () => armed,
    take(op) {
      if (!armed.some(fault => fault.op === op)) return undefined
      const struck = armed.find(fault => fault.op === op && fault.nth === 1)
      keep(
        armed.flatMap(fault => {
          if (fault.op !== op) return [fault]
          if (fault === struck) return strikesAgain(fault)
          return [{ ...fault, nth: Math.max(1, fault.nth - 1) }]
        }),
      )
      return struck
    },
  }
}

function strikesAgain(fault: Fault): Fault[] {
  const repeats = fault.mode === 'drop_before' || fault.mode === 'drop_after' || fault.mode === 'http_500'
  const left = repeats ? (fault.value ?? 1) - 1 : 0
  return left > 0 ? [{ ...fault, value: left }] : []
}

import { join } from 'node:path'

import * as v from 'valibot'

import { openJsonLines } from './json-lines.ts'
import { PROVIDERS } from './providers.ts'
import { randomId } from './random-id.ts'

const amount = v.pipe(v.number(), v.integer(), v.minValue(1))

export const ledgerEntrySchema = v.object({
  id: v.string(),
  at: v.string(),
  provider: v.picklist(PROVIDERS),
  ref: v.string(),
  attempt_id: v.nullable(v.string()),
  kind: v.picklist(['authorized', 'captured', 'refunded', 'voided']),
  amount,
})

/** One movement of money: `ref` is the provider's own reference, `amount` is yen, `at` an ISO time. */
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>

/** A movement to be written: everything but its id. `at` is the provider's time. */
export function movement({ at, ...entry }: Omit<LedgerEntry, 'id' | 'at'> & { at: Date }): LedgerEntry {
  return { id: randomId('mv'), at: at.toISOString(), ...entry }
}

/** Sums in yen for one attempt. `net` is what the visitor has really paid: captured − refunded. */
export type LedgerTotals = {
  refs: string[]
  authorizations: number
  authorized: number
  captured: number
  refunded: number
  voided: number
  net: number
}

/** The money ledger: what the providers did, kept apart from what they answered. */
export type Ledger = {
  /** Appends the movement. Safe to repeat: an entry whose id is known is not written again. */
  record(entry: LedgerEntry): void
  entries(attemptId?: string): LedgerEntry[]
  /** Totals by attempt id; movements without one stand under the provider's reference. */
  totals(attemptId?: string): Record<string, LedgerTotals>
  close(): void
}

/** Opens `ledger.jsonl` in the folder. */
export function openLedger(folder: string): Ledger {
  const known = new Map<string, LedgerEntry>()
  const file = openJsonLines(join(folder, 'ledger.jsonl'), ledgerEntrySchema, entry =>
    known.set(entry.id, entry),
  )
  const entries = (attemptId?: string) =>
    [...known.values()].filter(entry => attemptId === undefined || entry.attempt_id === attemptId)

  return {
    record(entry) {
      if (known.has(entry.id)) return
      file.append(entry)
      known.set(entry.id, entry)
    },
    entries,
    totals: attemptId => totalsOf(entries(attemptId)),
    close: () => file.close(),
  }
}

function totalsOf(entries: LedgerEntry[]): Record<string, LedgerTotals> {
  const totals: Record<string, LedgerTotals> = {}
  for (const entry of entries) {
    const sum = (totals[entry.attempt_id ?? entry.ref] ??= {
      refs: [],
      authorizations: 0,
      authorized: 0,
      captured: 0,
      refunded: 0,
      voided: 0,
      net: 0,
    })
    if (!sum.refs.includes(entry.ref)) sum.refs.push(entry.ref)
    if (entry.kind === 'authorized') sum.authorizations += 1
    sum[entry.kind] += entry.amount
    sum.net = sum.captured - sum.refunded
  }
  return totals
}

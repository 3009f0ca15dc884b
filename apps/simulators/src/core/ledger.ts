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

/** Gives a movement its id. `at` is the provider's time. */
export function movement({
  at,
  ...entry
}: Omit<LedgerEntry, 'id' | 'at'> & { readonly at: Date }): LedgerEntry {
  return { id: randomId('mv'), at: at.toISOString(), ...entry }
}

/** Sums in yen for one attempt. `net` is the amount the visitor has paid in the end: captured − refunded. */
export interface LedgerTotals {
  readonly refs: readonly string[]
  readonly authorizations: number
  readonly authorized: number
  readonly captured: number
  readonly refunded: number
  readonly voided: number
  readonly net: number
}

/** The money ledger: it records what the providers did, whatever they answered. */
export interface Ledger {
  /** Appends the movement. Safe to repeat: an entry whose id is known is not written again. */
  record(entry: LedgerEntry): void
  entries(attemptId?: string): readonly LedgerEntry[]
  /** Totals by attempt id. Movements without an attempt are listed under the provider's reference. */
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

function totalsOf(entries: readonly LedgerEntry[]): Record<string, LedgerTotals> {
  const byPayment = Map.groupBy(entries, ({ attempt_id, ref }) => attempt_id ?? ref)
  return Object.fromEntries(Array.from(byPayment, ([payment, own]) => [payment, sumOf(own)]))
}

function sumOf(entries: readonly LedgerEntry[]): LedgerTotals {
  const yenOf = (kind: LedgerEntry['kind']) =>
    entries.filter(entry => entry.kind === kind).reduce((sum, entry) => sum + entry.amount, 0)
  const captured = yenOf('captured')
  const refunded = yenOf('refunded')
  return {
    refs: [...new Set(entries.map(({ ref }) => ref))],
    authorizations: entries.filter(({ kind }) => kind === 'authorized').length,
    authorized: yenOf('authorized'),
    captured,
    refunded,
    voided: yenOf('voided'),
    net: captured - refunded,
  }
}

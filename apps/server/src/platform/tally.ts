/**
 * The events of this process since its start, for `/metrics`. As with traces, the code that does the work says so here,
 * and needs no part of the server for it. Labels are keys of sites, methods, providers and kinds of outcomes: never a
 * value of a visitor.
 */
export const TALLIES = {
  orders_begun_total: { help: 'Orders that were taken', labels: ['site', 'channel'] },
  orders_paid_total: { help: 'Orders that were paid', labels: ['site', 'method'] },
  orders_expired_total: { help: 'Orders that ended without a payment', labels: [] },
  paid_yen_total: { help: 'Yen of orders that were paid', labels: ['site', 'method'] },
  checkouts_total: {
    help: 'Payments that ended, by outcome: paid, expired, or the class of the failure',
    labels: ['method', 'outcome'],
  },
  provider_calls_total: {
    help: 'Calls of payment providers, by step and by what became of them',
    labels: ['provider', 'step', 'outcome'],
  },
  full_disk_refusals_total: {
    help: 'Requests that were refused because the disk of the database was full',
    labels: [],
  },
  provider_call_seconds_total: { help: 'Seconds that these calls took', labels: ['provider', 'step'] },
} as const

export type Tally = keyof typeof TALLIES
type LabelOf<Name extends Tally> = (typeof TALLIES)[Name]['labels'][number]

interface Kept {
  readonly labels: Readonly<Record<string, string>>
  count: number
}

const kept = new Map<Tally, Map<string, Kept>>()

/** Counts one more, or several. */
export function tally<Name extends Tally>(
  name: Name,
  labels: Readonly<Record<LabelOf<Name>, string>>,
  by = 1,
): void {
  const ofName = kept.get(name) ?? new Map<string, Kept>()
  kept.set(name, ofName)
  const key = Object.values(labels).join('\0')
  const found = ofName.get(key)
  if (found === undefined) ofName.set(key, { labels, count: by })
  else found.count += by
}

/** The counts since the start, each with its labels. */
export function tallied(
  name: Tally,
): ReadonlyArray<readonly [labels: Record<string, string>, count: number]> {
  return Array.from(kept.get(name)?.values() ?? [], ({ labels, count }) => [{ ...labels }, count] as const)
}

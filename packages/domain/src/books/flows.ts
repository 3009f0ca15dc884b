import type { TaxAtRate } from '../consumption-tax.ts'
import { receiptSums } from '../receipt.ts'
import { sumOf } from '../sum.ts'
import type {
  GivenBack,
  MoneyPart,
  RevokedTicket,
  VersionLine,
  VisitHistory,
  VisitVersion,
} from './history.ts'
import { type MoneyShare, sharesOf } from './shares.ts'

/** `release`: a payment that was only authorised was let go. */
export type FlowKind = 'sale' | 'change' | 'refund' | 'release'

/** The counts of a flow. All are numbers that may be added up. */
export interface Counts {
  readonly visits: number
  /** Visits of which no ticket is left. */
  readonly cancelledVisits: number
  /** Admissions; units of set products and extras are none. */
  readonly tickets: number
  readonly refundedTickets: number
  /** Yen before discounts. */
  readonly gross: number
  readonly membership: number
  readonly coupon: number
  readonly method: number
  /** Differences of changes of time: paid less given back. */
  readonly changes: number
  readonly refunds: number
}

export const NO_COUNTS: Counts = {
  visits: 0,
  cancelledVisits: 0,
  tickets: 0,
  refundedTickets: 0,
  gross: 0,
  membership: 0,
  coupon: 0,
  method: 0,
  changes: 0,
  refunds: 0,
}

/** Money of a visit that moved, with what moved it. */
export interface Flow {
  readonly kind: FlowKind
  /** The same for ever, and no other flow has it. */
  readonly document: string
  /** Microseconds since 1970. */
  readonly at: number
  /** Signed; the sum of its shares. */
  readonly yen: number
  readonly shares: readonly MoneyShare[]
  readonly counts: Counts
  /** The visit as it is afterwards. */
  readonly version: VisitVersion
}

interface Step {
  readonly kind: FlowKind
  readonly document: string
  readonly at: number
  readonly yen: number
  readonly parts: readonly MoneyPart[]
  readonly version?: VisitVersion
  readonly isOfChange?: boolean
}

/**
 * The flows of a reservation, the oldest first. The tax of a flow is that of the receipt after it less that of the
 * receipt before it: added up they are the tax of the newest receipt, rate by rate, though each receipt rounds once.
 */
export function flowsOf(history: VisitHistory): Flow[] {
  const [first] = history.versions
  if (first === undefined) return []
  let version = first
  let total = 0
  let before: readonly TaxAtRate[] = []
  let live = { gates: 0, all: 0 }
  return stepsOf(history, first).map(step => {
    version = step.version ?? version
    total += step.yen
    const lines = version.lines.map(line => ({ line, left: leftOf(line, version, history, step.at) }))
    const after = ratesOf(lines, total)
    const alive = liveOf(lines)
    const flow: Flow = {
      kind: step.kind,
      document: step.document,
      at: step.at,
      yen: step.yen,
      shares: sharesOf(step.parts, difference(after, before)),
      counts: countsOf(step, version, live, alive),
      version,
    }
    before = after
    live = alive
    return flow
  })
}

/** The events in their order. A refund comes after the purchase that paid it, whichever clock wrote the time. */
function stepsOf({ versions, refunds }: VisitHistory, first: VisitVersion): Step[] {
  const bought = versions.map((version, index): Step => {
    const { attemptId, at, paid, provider, method } = version
    return {
      kind: index === 0 ? 'sale' : 'change',
      document: `sale:${attemptId}`,
      at,
      yen: paid,
      parts: [{ provider, method, yen: paid }],
      version,
    }
  })
  const back = refunds.map((refund): Step => {
    const change = versions.find(({ orderId }) => orderId === refund.orderId)
    return {
      kind: 'refund',
      document: `refund:${refund.id}`,
      at: Math.max(refund.at, change?.at ?? first.at),
      yen: 0 - refund.amount,
      parts: partsOf(refund, versions),
      isOfChange: refund.orderId !== null,
    }
  })
  const released = versions.flatMap(({ attemptId, at, paid, provider, method, releasedAt }): Step[] =>
    releasedAt === null
      ? []
      : [
          {
            kind: 'release',
            document: `release:${attemptId}`,
            at: Math.max(at, releasedAt),
            yen: 0 - paid,
            parts: [{ provider, method, yen: 0 - paid }],
          },
        ],
  )
  // Stable: of one moment, what was bought comes first.
  return [...bought, ...back, ...released].toSorted((one, other) => one.at - other.at)
}

/** A part that is not spread yet goes back by the newest payment. */
function partsOf({ amount, parts }: GivenBack, versions: readonly VisitVersion[]): MoneyPart[] {
  const rest = amount - sumOf(parts.map(({ yen }) => yen))
  const newest = versions.findLast(({ paid }) => paid > 0) ?? versions.at(-1)
  const all = [
    ...parts,
    ...((rest !== 0 || parts.length === 0) && newest !== undefined
      ? [{ provider: newest.provider, method: newest.method, yen: rest }]
      : []),
  ]
  return all.map(part => ({ ...part, yen: 0 - part.yen }))
}

/** Units of a line whose tickets still admitted at a moment. */
function leftOf(
  line: VersionLine,
  version: VisitVersion,
  { versions, revoked }: VisitHistory,
  at: number,
): number {
  if (line.kind === 'extra') return line.quantity
  const gone = revoked.filter(
    ticket => ticket.at <= at && versionAt(versions, ticket.at) === version && isOfLine(ticket, line),
  )
  return Math.max(0, line.quantity - gone.length)
}

function versionAt(versions: readonly VisitVersion[], at: number): VisitVersion | undefined {
  return versions.findLast(version => version.at <= at) ?? versions[0]
}

function isOfLine(ticket: RevokedTicket, line: VersionLine): boolean {
  return (
    ticket.productId === line.productId &&
    ticket.timeSpanId === line.timeSpanId &&
    ticket.optionValueId === line.optionValueId
  )
}

interface LineLeft {
  readonly line: VersionLine
  readonly left: number
}

/** As a receipt of this moment says them. */
function ratesOf(lines: readonly LineLeft[], total: number): readonly TaxAtRate[] {
  const money = { paid: total, refunded: 0, refundedSince: 0 }
  return receiptSums({
    ...money,
    lines: lines.map(({ line, left }) => ({
      kind: line.kind,
      quantity: line.quantity,
      left,
      unitPrice: line.unitPrice,
      discounts: line.membership + line.coupon + line.method,
      taxRate: line.taxRate,
    })),
  }).taxes
}

function difference(after: readonly TaxAtRate[], before: readonly TaxAtRate[]): TaxAtRate[] {
  const rates = new Set([...after, ...before].map(({ taxRate }) => taxRate))
  return Array.from(rates, taxRate => {
    const now = after.find(one => one.taxRate === taxRate)
    const then = before.find(one => one.taxRate === taxRate)
    return {
      taxRate,
      yen: (now?.yen ?? 0) - (then?.yen ?? 0),
      tax: (now?.tax ?? 0) - (then?.tax ?? 0),
    }
  })
}

interface Live {
  readonly gates: number
  readonly all: number
}

function liveOf(lines: readonly LineLeft[]): Live {
  const counted = lines.filter(({ line }) => line.kind !== 'extra')
  return {
    gates: sumOf(counted.filter(({ line }) => line.kind === 'ticket').map(({ left }) => left)),
    all: sumOf(counted.map(({ left }) => left)),
  }
}

function countsOf(step: Step, { lines }: VisitVersion, before: Live, after: Live): Counts {
  switch (step.kind) {
    case 'sale':
      return {
        ...NO_COUNTS,
        visits: 1,
        tickets: after.gates,
        gross: sumOf(lines.map(({ unitPrice, quantity }) => unitPrice * quantity)),
        membership: sumOf(lines.map(({ membership }) => membership)),
        coupon: sumOf(lines.map(({ coupon }) => coupon)),
        method: sumOf(lines.map(({ method }) => method)),
      }
    case 'change':
      return { ...NO_COUNTS, changes: step.yen }
    case 'refund':
    case 'release':
      if (step.isOfChange === true) return { ...NO_COUNTS, changes: step.yen }
      return {
        ...NO_COUNTS,
        refunds: 0 - step.yen,
        refundedTickets: before.gates - after.gates,
        cancelledVisits: before.all > 0 && after.all === 0 ? 1 : 0,
      }
  }
}

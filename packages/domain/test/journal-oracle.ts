import type { RevokedTicket, VersionLine, VisitHistory, VisitVersion } from '../src/books/history.ts'

/**
 * A second computation of the journal, from the requirements alone, in big integers: what each account of a reservation has on each day.
 * It shares no code with the first one. Keys are `reference|day|account|rate`; a debit is positive.
 */
export type Balances = Map<string, { yen: bigint; tax: bigint }>

interface Happened {
  readonly at: bigint
  readonly rank: number
  readonly yen: bigint
  readonly version?: VisitVersion
  readonly ways: ReadonlyArray<readonly [provider: string, yen: bigint]>
}

export function oracleBalances(history: VisitHistory, booking: 'sale' | 'visit', into: Balances): void {
  const events = eventsOf(history)
  const post = (day: string, account: string, yen: bigint, taxed?: readonly [number, bigint]): void => {
    const [rate, tax] = taxed ?? ['', 0n]
    if (yen === 0n && tax === 0n) return
    const key = `${history.number}|${day}|${account}|${rate}`
    const now = into.get(key) ?? { yen: 0n, tax: 0n }
    into.set(key, { yen: now.yen + yen, tax: now.tax + tax })
  }
  for (const { at, ways } of events)
    for (const [provider, yen] of ways) {
      post(japanDay(at), `receivable:${provider}`, yen)
      if (booking === 'visit') post(japanDay(at), 'advance', -yen)
    }
  if (booking === 'sale') {
    let before = new Map<number, Taxed>()
    events.forEach((event, index) => {
      const after = receiptAfter(history, events.slice(0, index + 1))
      for (const [rate, yen, tax] of changed(before, after))
        post(japanDay(event.at), 'sales', -yen, [rate, -tax])
      before = after
    })
    return
  }
  const days = new Set([
    ...events.map(({ at }) => japanDay(at)),
    ...history.versions.map(one => one.visitDate),
  ])
  let before = new Map<number, Taxed>()
  for (const day of [...days].toSorted()) {
    const past = events.filter(({ at }) => japanDay(at) <= day)
    const visit = past.findLast(({ version }) => version !== undefined)?.version
    if (visit === undefined) continue
    const after = visit.visitDate <= day ? receiptAfter(history, past) : new Map<number, Taxed>()
    for (const [rate, yen, tax] of changed(before, after)) {
      post(day, 'sales', -yen, [rate, -tax])
      post(day, 'advance', yen)
    }
    before = after
  }
}

interface Taxed {
  readonly yen: bigint
  readonly tax: bigint
}

function changed(
  before: ReadonlyMap<number, Taxed>,
  after: ReadonlyMap<number, Taxed>,
): Array<readonly [rate: number, yen: bigint, tax: bigint]> {
  const zero = { yen: 0n, tax: 0n }
  return [...new Set([...before.keys(), ...after.keys()])].map(rate => {
    const [now, then] = [after.get(rate) ?? zero, before.get(rate) ?? zero]
    return [rate, now.yen - then.yen, now.tax - then.tax]
  })
}

function eventsOf({ versions, refunds }: VisitHistory): Happened[] {
  const all: Happened[] = versions.map(version => ({
    at: BigInt(version.at),
    rank: 0,
    yen: BigInt(version.paid),
    version,
    ways: [[version.provider, BigInt(version.paid)]],
  }))
  for (const { at, amount, parts } of refunds)
    all.push({
      at: BigInt(at),
      rank: 1,
      yen: -BigInt(amount),
      ways: parts.map(({ provider, yen }) => [provider, -BigInt(yen)] as const),
    })
  for (const { releasedAt, paid, provider } of versions)
    if (releasedAt !== null)
      all.push({
        at: BigInt(releasedAt),
        rank: 2,
        yen: -BigInt(paid),
        ways: [[provider, -BigInt(paid)]],
      })
  return all.toSorted((one, other) => Number(one.at - other.at) || one.rank - other.rank)
}

/** What the receipt of a moment says, by rate. */
function receiptAfter(history: VisitHistory, past: readonly Happened[]): Map<number, Taxed> {
  const version = past.findLast(one => one.version !== undefined)?.version
  const at = past.at(-1)?.at
  if (version === undefined || at === undefined) return new Map()
  const total = past.reduce((sum, { yen }) => sum + yen, 0n)
  const leftOf = (line: VersionLine): number =>
    line.quantity -
    history.revoked.filter(
      ticket =>
        BigInt(ticket.at) <= at &&
        ticket.at >= version.at &&
        line.kind !== 'extra' &&
        isTicketOf(ticket, line),
    ).length
  const admissions = version.lines.filter(({ kind }) => kind === 'ticket')
  const party = admissions.reduce((sum, { quantity }) => sum + quantity, 0)
  const staying = admissions.reduce((sum, line) => sum + leftOf(line), 0)
  const weigh = (isWhole: boolean): Map<number, bigint> => {
    const weights = new Map<number, bigint>()
    for (const line of version.lines) {
      const cost = BigInt(line.unitPrice * line.quantity - line.membership - line.coupon - line.method)
      const [parts, left] = line.kind === 'extra' ? [party, staying] : [line.quantity, leftOf(line)]
      // The first parts are the larger ones.
      const [part, larger] = [cost / BigInt(parts), Number(cost % BigInt(parts))]
      const own = isWhole ? cost : part * BigInt(left) + BigInt(Math.min(left, larger))
      weights.set(line.taxRate, (weights.get(line.taxRate) ?? 0n) + own)
    }
    return weights
  }
  const left = weigh(false)
  const weights = [...left.values()].every(weight => weight === 0n) ? weigh(true) : left
  return taxedBy(total, weights)
}

/** Whole yen in proportion, what is left over to the largest remainders, the highest rate first among equals. */
function taxedBy(total: bigint, weights: ReadonlyMap<number, bigint>): Map<number, Taxed> {
  const rates = [...weights].toSorted(([one], [other]) => other - one)
  const all = rates.reduce((sum, [, weight]) => sum + weight, 0n)
  const shares = rates.map(([rate, weight], place) => {
    const scaled = all === 0n ? (place === 0 ? total : 0n) : (total * weight) / all
    return { rate, place, yen: scaled, rest: all === 0n ? 0n : (total * weight) % all }
  })
  let over = total - shares.reduce((sum, { yen }) => sum + yen, 0n)
  for (const share of shares.toSorted(
    (one, other) => Number(other.rest - one.rest) || one.place - other.place,
  )) {
    if (over <= 0n) break
    share.yen += 1n
    over -= 1n
  }
  return new Map(
    shares.map(({ rate, yen }) => [rate, { yen, tax: (yen * BigInt(rate)) / BigInt(100 + rate) }]),
  )
}

function isTicketOf(ticket: RevokedTicket, line: VersionLine): boolean {
  return (
    ticket.optionValueId === line.optionValueId &&
    ticket.productId === line.productId &&
    ticket.timeSpanId === line.timeSpanId
  )
}

const JAPAN_MICROS = 32_400_000_000n
const DAY_MICROS = 86_400_000_000n

function japanDay(at: bigint): string {
  const days = (at + JAPAN_MICROS) / DAY_MICROS
  return new Date(Number(days * 86_400_000n)).toISOString().slice(0, 10)
}

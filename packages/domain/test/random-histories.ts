import type {
  GivenBack,
  RevokedTicket,
  VersionLine,
  VisitHistory,
  VisitVersion,
} from '../src/books/history.ts'
import type { Dice } from './random-order.ts'

/** Days before and after this one; some events fall on the first and the last second of a month in Japan. */
const FIRST_MS = Date.parse('2026-10-20T00:00:00+09:00')
const DAY_MS = 86_400_000
const RATES = [10, 8, 10, 8, 0]
const PROVIDERS = [
  ['stripe', 'stripe'],
  ['gmo', 'gmo'],
  ['gmo', 'gmo_paypay'],
  ['adyen', 'adyen_credit'],
] as const

interface Holding {
  readonly line: VersionLine
  /** Yen of each unit that is left. */
  left: number
}

/**
 * A reservation that may have happened: bought with two rates of tax and every discount, moved to dearer and cheaper visits, given back in
 * part and whole, or only authorised and released. Money is never given back that was not paid.
 */
export function randomHistory(dice: Dice, id: number): VisitHistory {
  const uuid = (kind: number, n: number): string =>
    `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`
  let now = randomMoment(dice)
  const versions: VisitVersion[] = []
  const refunds: GivenBack[] = []
  const revoked: RevokedTicket[] = []
  let lines = randomLines(dice)
  let total = costOf(lines)
  const firstPlace = dice.oneOf(PROVIDERS)
  const isReleased = total > 0 && dice.happens(3)
  versions.push(version(0, total, firstPlace, lines))
  let holdings = lines.map((line): Holding => ({ line, left: line.quantity }))
  if (isReleased) {
    now += step(dice)
    revoked.push(...holdings.flatMap(holding => revokeOf(holding, holding.left, now)))
    versions.splice(0, 1, ...versions.map(one => ({ ...one, releasedAt: now })))
    return history()
  }
  const count = dice.happens(50) ? 0 : dice.between(1, 4)
  for (let happened = 0; happened < count && holdings.some(isLive); happened += 1) {
    now += step(dice)
    if (dice.happens(40)) moveOn(happened + 1)
    else if (dice.happens(60)) giveTicketsBack()
    else giveDifferenceBack()
  }
  return history()

  function history(): VisitHistory {
    return { reservationId: uuid(1, id), number: numberOf(id), versions, refunds, revoked }
  }

  function version(
    index: number,
    paid: number,
    [provider, method]: readonly [string, string],
    own: readonly VersionLine[],
  ): VisitVersion {
    return {
      at: now,
      orderId: uuid(2, id * 8 + index),
      attemptId: uuid(3, id * 8 + index),
      paid,
      provider: paid === 0 ? 'free' : provider,
      method: paid === 0 ? 'free' : method,
      releasedAt: null,
      visitDate: dayAfter(now, dice.between(0, 30)),
      productId: 1,
      channel: dice.happens(90) ? 'web' : 'spot',
      lines: own,
    }
  }

  function moveOn(index: number): void {
    // Extras go along with admissions alone.
    const hasParty = holdings.some(({ line, left }) => line.kind === 'ticket' && left > 0)
    const going = holdings.filter(({ line, left }) => (line.kind === 'extra' ? hasParty : left > 0))
    lines = going.map(({ line, left }) => ({
      ...line,
      quantity: line.kind === 'extra' ? line.quantity : left,
      unitPrice: Math.max(0, line.unitPrice + dice.between(-3, 3) * 100),
      membership: 0,
      coupon: 0,
      method: 0,
      timeSpanId: line.timeSpanId + 100,
    }))
    const price = costOf(lines)
    const paid = Math.max(0, price - total)
    const made = version(index, paid, dice.oneOf(PROVIDERS), lines)
    versions.push(made)
    const due = dice.happens(70) ? Math.max(0, total - price) : 0
    total += paid
    if (due > 0) refund(due, made.orderId)
    holdings = lines.map(line => ({ line, left: line.quantity }))
  }

  function giveTicketsBack(): void {
    const all = dice.happens(30)
    const before = liveOf(holdings)
    for (const holding of holdings.filter(({ line }) => line.kind !== 'extra')) {
      const gone = all ? holding.left : dice.between(0, holding.left)
      revoked.push(...revokeOf(holding, gone, now))
      holding.left -= gone
    }
    const after = liveOf(holdings)
    if (after === before) return
    refund(after === 0 ? total : Math.floor((total * (before - after)) / before), null)
  }

  function giveDifferenceBack(): void {
    if (total < 2) return
    refund(dice.between(1, total - 1), null)
  }

  function refund(amount: number, orderId: string | null): void {
    total -= amount
    const ways = versions.filter(({ paid }) => paid > 0)
    // Newest first, each as far as it has something left.
    const parts: Array<{ provider: string; method: string; yen: number }> = []
    let rest = amount
    for (const way of ways.toReversed()) {
      const gone = refunds.flatMap(({ parts: all }) => all).filter(({ method }) => method === way.method)
      const leftOfIt =
        ways.filter(({ method }) => method === way.method).reduce((sum, { paid }) => sum + paid, 0) -
        gone.reduce((sum, { yen }) => sum + yen, 0) -
        parts.filter(({ method }) => method === way.method).reduce((sum, { yen }) => sum + yen, 0)
      const yen = Math.min(rest, Math.max(0, leftOfIt))
      if (yen > 0) parts.push({ provider: way.provider, method: way.method, yen })
      rest -= yen
    }
    refunds.push({ id: uuid(4, id * 8 + refunds.length), at: now, amount, orderId, parts })
  }
}

function numberOf(id: number): string {
  return `R${String(id).padStart(9, '0')}`
}

function randomMoment(dice: Dice): number {
  const day = FIRST_MS + dice.between(0, 45) * DAY_MS
  const edge = dice.happens(10) ? dice.oneOf([0, DAY_MS - 1]) : dice.between(0, DAY_MS - 1)
  return (day + edge) * 1_000 + dice.between(0, 999)
}

function step(dice: Dice): number {
  return dice.between(1, 12 * DAY_MS) * 1_000 + dice.between(1, 999)
}

function dayAfter(micros: number, days: number): string {
  return new Date(micros / 1_000 + 9 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)
}

function randomLines(dice: Dice): VersionLine[] {
  const tickets = Array.from({ length: dice.between(1, 2) }, (_, index) =>
    randomLine(dice, 'ticket', index + 1),
  )
  const extras = dice.happens(30) ? [randomLine(dice, 'extra', 3)] : []
  const sets = dice.happens(30) ? [randomLine(dice, 'set', null)] : []
  return [...tickets, ...extras, ...sets]
}

function randomLine(dice: Dice, kind: VersionLine['kind'], optionValueId: number | null): VersionLine {
  const quantity = dice.between(1, 4)
  const unitPrice = dice.happens(10) ? 0 : dice.between(1, 40) * 100 + dice.oneOf([0, 0, 5, 37])
  const off = (chance: number, cost: number): number => (dice.happens(chance) ? dice.between(0, cost) : 0)
  const membership = off(20, unitPrice * quantity)
  const coupon = off(20, unitPrice * quantity - membership)
  const method = off(10, unitPrice * quantity - membership - coupon)
  const isSet = kind === 'set'
  return {
    kind,
    quantity,
    unitPrice,
    membership,
    coupon,
    method,
    taxRate: dice.oneOf(RATES),
    productId: isSet ? 2 : 1,
    timeSpanId: isSet ? 2 : 1,
    optionValueId,
  }
}

function costOf(lines: readonly VersionLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.unitPrice * line.quantity - line.membership - line.coupon - line.method,
    0,
  )
}

function isLive({ line, left }: Holding): boolean {
  return line.kind !== 'extra' && left > 0
}

function liveOf(holdings: readonly Holding[]): number {
  return holdings.filter(isLive).reduce((sum, { left }) => sum + left, 0)
}

function revokeOf({ line }: Holding, count: number, at: number): RevokedTicket[] {
  if (line.kind === 'extra') return []
  const { productId, timeSpanId, optionValueId } = line
  return Array.from({ length: count }, () => ({
    at,
    isSet: line.kind === 'set',
    productId,
    timeSpanId,
    optionValueId,
  }))
}

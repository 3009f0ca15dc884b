import { type Counts, type Flow, flowsOf, NO_COUNTS } from '@kippu/domain/books/flows'
import type { VisitVersion } from '@kippu/domain/books/history'
import { dayOf, plus, recognisedOf, times } from '@kippu/domain/books/recognised'
import type { MoneyShare } from '@kippu/domain/books/shares'
import { inParts } from '@kippu/domain/in-parts'
import type { IsoDate } from '@kippu/domain/jst-date'

import type { BookReads } from './book-reads.ts'
import { findChanged, readPlainSales } from './plain-sales.ts'
import { readHistories } from './read-histories.ts'
import { AT_ONCE, type Period, readTouched } from './read-journal.ts'

/** Sales of a day that are alike in product, channel and method. Yen are with tax. */
export interface SoldSum {
  readonly day: IsoDate
  readonly productId: number
  readonly channel: string
  readonly method: string
  readonly counts: Counts
  readonly rates: readonly RateSum[]
}

/** Yen with tax of a rate of consumption tax, in percent, and the tax in them. */
export interface RateSum {
  readonly rate: number
  readonly yen: number
  readonly tax: number
}

/** Something of a day, before it is added up. */
interface Moved {
  readonly day: IsoDate
  readonly version: VisitVersion
  readonly shares: readonly MoneyShare[]
  readonly counts: Counts
}

/** The sales of a period by the day on which they were paid, from the histories. */
export function sumSold(deps: BookReads, period: Omit<Period, 'booking'>): Promise<readonly SoldSum[]> {
  return addUp(soldIn(deps, period))
}

/** The sales of a period by the day of the visit, from the histories. */
export function sumRecognised(deps: BookReads, period: Omit<Period, 'booking'>): Promise<readonly SoldSum[]> {
  return addUp(recognisedIn(deps, period))
}

/** Purchases that were never touched again are counted once for all that are alike; of the rest each history is read once. */
async function* soldIn({ db }: BookReads, period: Omit<Period, 'booking'>): AsyncGenerator<Moved> {
  for (const { count, history } of await db.read(read => readPlainSales(read, period)))
    for (const flow of flowsOf(history)) yield timesOf(movedBy(flow), count)
  const ids = await db.read(read => findChanged(read, period))
  for (const some of inParts(ids, AT_ONCE))
    for (const history of await db.read(read => readHistories(read, some)))
      for (const flow of flowsOf(history)) {
        const moved = movedBy(flow)
        if (moved.day >= period.from && moved.day <= period.to) yield moved
      }
}

async function* recognisedIn(deps: BookReads, period: Omit<Period, 'booking'>): AsyncGenerator<Moved> {
  for await (const { day, histories } of readTouched(deps, { ...period, booking: 'visit' }))
    for (const history of histories) yield* recognisedOf(history).filter(one => one.day === day)
}

function movedBy(flow: Flow): Moved {
  const { shares, counts, version } = flow
  return { day: dayOf(flow), shares, counts, version }
}

function timesOf({ counts, shares, ...moved }: Moved, count: number): Moved {
  return {
    ...moved,
    counts: times(counts, count),
    shares: shares.map(share => ({ ...share, yen: share.yen * count, tax: share.tax * count })),
  }
}

type Key = Omit<SoldSum, 'counts' | 'rates'>

interface Adding extends Key {
  counts: Counts
  readonly rates: Map<number, RateSum>
}

async function addUp(all: AsyncIterable<Moved>): Promise<readonly SoldSum[]> {
  const sums = new Map<string, Adding>()
  const at = (key: Key): Adding => {
    const name = [key.day, key.productId, key.channel, key.method].join(' ')
    const sum = sums.get(name) ?? { ...key, counts: NO_COUNTS, rates: new Map() }
    sums.set(name, sum)
    return sum
  }
  for await (const { day, version, shares, counts } of all) {
    const key = { day, productId: version.productId, channel: version.channel }
    // Money that goes back by several ways is counted with each; visits and tickets with the way of the first.
    const first = at({ ...key, method: shares[0]?.method ?? version.method })
    first.counts = plus(first.counts, counts)
    for (const { method, taxRate: rate, yen, tax } of shares) {
      const { rates } = at({ ...key, method })
      const now = rates.get(rate) ?? { rate, yen: 0, tax: 0 }
      rates.set(rate, { rate, yen: now.yen + yen, tax: now.tax + tax })
    }
  }
  return Array.from(sums.values(), ({ rates, ...sum }) => ({ ...sum, rates: [...rates.values()] }))
}

import { grantInOrder, wantedUnits } from '@kippu/domain/stock/grant'

import { assertNoTransaction, type Database, type Tx } from '../../db/database.ts'
import { isFaultOfARow } from '../../db/sql-states.ts'
import { refuse, type Refusal } from '../../http/refusal.ts'
import { traced } from '../../tracing.ts'
import {
  type HeldOrders,
  insertHeldOrders,
  insertWhereEnough,
  lockSpans,
  type SpanStock,
} from './batch-queries.ts'
import { freeUnits } from './held-stock.ts'
import { type GrantedHold, type HoldQueue, type NewOrder, wantsOf } from './hold-queue.ts'

export interface BatchedHoldsOptions {
  readonly db: Database
  /** How long a new order holds its stock, in seconds (D-18). */
  readonly holdSeconds: number
  /** Orders that may wait; the next one is refused with `busy`. */
  readonly mostWaiting?: number
  /** Transactions at once. Keep it below the pool: the rest of the server needs connections too. */
  readonly mostInFlight?: number
  /** The statement for a whole batch. Tests watch it, or leave it out. */
  readonly takeAll?: (held: HeldOrders) => Promise<Date | undefined>
  /** How spans are read where there is not enough for all. Tests leave the lock out to prove that it is needed. */
  readonly readSpans?: (tx: Tx, ids: readonly number[]) => Promise<SpanStock[]>
}

export interface BatchedHolds extends HoldQueue {
  /** Orders that wait now. */
  waiting(): number
  /** Grants what waits, takes nothing more. */
  close(): Promise<void>
}

/** Orders of one batch: enough for a crowd, few enough that the database works on some while the others are answered. */
const MOST_IN_BATCH = 100

interface Waiting {
  readonly order: NewOrder
  /** Time spans that it wants to hold. */
  readonly spans: readonly number[]
  readonly answer: (result: GrantedHold | Refusal<'out of stock'>) => void
  readonly fail: (error: unknown) => void
}

/**
 * Takes stock in batches. While a batch is in flight, the requests for its time spans wait and make the next
 * one, so a crowd costs one row lock and one commit a batch. No timer: what has arrived in one turn of the event loop
 * goes at once when nothing is in flight for its spans, and whoever is ready shares a batch.
 *
 * A batch is one statement while there is enough for all of it. Only when a time span runs short is it decided in a
 * transaction who gets what is left.
 */
export function createBatchedHolds(options: BatchedHoldsOptions): BatchedHolds {
  const { db, holdSeconds, mostWaiting = 5_000, mostInFlight = 2, readSpans = lockSpans } = options
  const takeAll = options.takeAll ?? (held => db.write(insertWhereEnough, held))
  /** In the order of arrival. */
  let waiting: Waiting[] = []
  let spansWaitedFor = new Set<number>()
  const spansInFlight = new Set<number>()
  const inFlight = new Set<Promise<void>>()
  let isFlushPlanned = false
  let isClosed = false

  function enqueue(item: Waiting): void {
    // A time span that is in flight, or that an earlier order waits for, is not free yet: no search through the queue.
    const isPlanned = item.spans.some(span => spansInFlight.has(span) || spansWaitedFor.has(span))
    waiting.push(item)
    for (const span of item.spans) spansWaitedFor.add(span)
    if (isPlanned || isFlushPlanned) return
    isFlushPlanned = true
    setImmediate(flush)
  }

  function flush(): void {
    isFlushPlanned = false
    if (inFlight.size >= mostInFlight) return
    const batch = nextBatch()
    if (batch.length === 0) return
    const spans = batch.flatMap(item => item.spans)
    for (const span of spans) spansInFlight.add(span)
    const run = settle(batch).then(answer => {
      for (const span of spans) spansInFlight.delete(span)
      inFlight.delete(run)
      flush()
      // The database begins with the next batch before the answers to this one are written.
      setImmediate(answer)
    })
    inFlight.add(run)
  }

  /** The orders none of whose time spans is in flight or waited for by an earlier order that has to stay. */
  function nextBatch(): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const kept = new Set<number>()
    for (const item of waiting) {
      const isFree = item.spans.every(span => !spansInFlight.has(span) && !kept.has(span))
      if (isFree && batch.length < MOST_IN_BATCH) {
        batch.push(item)
        continue
      }
      rest.push(item)
      for (const span of item.spans) kept.add(span)
    }
    waiting = rest
    spansWaitedFor = kept
    return batch
  }

  /** Never throws: returns how those who wait are answered. */
  async function settle(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const orders = batch.map(({ order }) => order)
      const results = await traced('holds.batch', { orders: orders.length }, () => takeBatch(orders))
      return () => {
        for (const [index, { answer }] of batch.entries()) answer(results[index] ?? refuse('out of stock'))
      }
    } catch (error) {
      if (batch.length > 1 && isFaultOfARow(error)) return settleOneByOne(batch)
      return () => {
        for (const { fail } of batch) fail(error)
      }
    }
  }

  /** One bad order must not fail the others of its batch. */
  async function settleOneByOne(batch: readonly Waiting[]): Promise<() => void> {
    const answers: Array<() => void> = []
    for (const item of batch) answers.push(await settle([item]))
    return () => {
      for (const answer of answers) answer()
    }
  }

  /** One result an order: what it holds, or undefined when stock does not suffice. */
  async function takeBatch(orders: readonly NewOrder[]): Promise<Array<GrantedHold | undefined>> {
    const expiresAt = await takeAll({ orders, holdSeconds })
    if (expiresAt !== undefined) return orders.map(() => ({ expiresAt }))
    return db.transaction(tx => shareOut(tx, orders, { holdSeconds, readSpans }))
  }

  return {
    take(order) {
      assertNoTransaction('waiting for stock')
      if (isClosed || waiting.length >= mostWaiting) return Promise.resolve(refuse('busy'))
      return new Promise((answer, fail) => {
        enqueue({ order, spans: [...wantsOf(order).keys()], answer, fail })
      })
    },
    waiting: () => waiting.length,
    async close() {
      isClosed = true
      while (inFlight.size > 0 || waiting.length > 0) {
        flush()
        await Promise.all(inFlight)
      }
    },
  }
}

type TakeOptions = Required<Pick<BatchedHoldsOptions, 'holdSeconds' | 'readSpans'>>

/** Gives what is left to those who came first; ended holds are given back before. */
async function shareOut(
  tx: Tx,
  orders: readonly NewOrder[],
  { holdSeconds, readSpans }: TakeOptions,
): Promise<Array<GrantedHold | undefined>> {
  const wants = orders.map(wantsOf)
  const wanted = wantedUnits(wants)
  const spans = await readSpans(
    tx,
    [...wanted.keys()].toSorted((a, b) => a - b),
  )
  const grants = grantInOrder(await freeUnits(tx, spans, wanted), wants)
  const granted = orders.filter((_, index) => grants[index] === true)
  if (granted.length === 0) return orders.map(() => undefined)
  const expiresAt = await insertHeldOrders(tx, { orders: granted, holdSeconds })
  return grants.map(isGranted => (isGranted ? { expiresAt } : undefined))
}

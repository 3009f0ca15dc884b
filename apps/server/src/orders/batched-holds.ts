import { grantInOrder } from '@kippu/domain/stock/grant'

import { assertNoTransaction, sqlStateOf, type Database, type Tx } from '../db/database.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { traced } from '../tracing.ts'
import { insertHeldOrders, lockSpans, type SpanStock } from './batch-queries.ts'
import { releaseEndedHolds } from './held-stock.ts'
import type { GrantedHold, HoldQueue, NewOrder } from './hold-queue.ts'

export interface BatchedHoldsOptions {
  readonly db: Database
  /** How long a new order holds its stock, in seconds (D-18). */
  readonly holdSeconds: number
  /** Orders that may wait; the next one is refused with `busy`. */
  readonly mostWaiting?: number
  /** Transactions at once. Keep it below the pool: the rest of the server needs connections too. */
  readonly mostInFlight?: number
  /** How spans are read before stock is granted. Tests leave the lock out to prove that it is needed. */
  readonly readSpans?: (tx: Tx, ids: readonly number[]) => Promise<SpanStock[]>
}

export interface BatchedHolds extends HoldQueue {
  /** Orders that wait now. */
  waiting(): number
  /** Grants what waits, takes nothing more. */
  close(): Promise<void>
}

/** Orders of one transaction: enough for a crowd, few enough that nobody waits long for the commit. */
const MOST_IN_BATCH = 500

interface Waiting {
  readonly order: NewOrder
  readonly answer: (result: GrantedHold | Refusal<'out of stock'>) => void
  readonly fail: (error: unknown) => void
}

/**
 * Takes stock in batches (design §6). While the batch of a time span is in flight, the requests for it wait and make
 * the next one, so a crowd costs one row lock and one commit a batch. No timer: what has arrived in one turn of the
 * event loop goes at once when nothing is in flight for its span, and spans that are ready share a transaction.
 */
export function createBatchedHolds(options: BatchedHoldsOptions): BatchedHolds {
  const { db, holdSeconds, mostWaiting = 5_000, mostInFlight = 2, readSpans = lockSpans } = options
  const waiting = new Map<number, Waiting[]>()
  const spansInFlight = new Set<number>()
  const inFlight = new Set<Promise<void>>()
  let waitingCount = 0
  let isFlushPlanned = false
  let isClosed = false

  function planFlush(): void {
    if (isFlushPlanned) return
    isFlushPlanned = true
    setImmediate(flush)
  }

  function flush(): void {
    isFlushPlanned = false
    if (inFlight.size >= mostInFlight) return
    const batch = nextBatch()
    if (batch.length === 0) return
    const spans = new Set(batch.map(({ order }) => order.timeSpanId))
    for (const span of spans) spansInFlight.add(span)
    const run = settle(batch).finally(() => {
      for (const span of spans) spansInFlight.delete(span)
      inFlight.delete(run)
      flush()
    })
    inFlight.add(run)
  }

  /** Everything that waits for a span that is not in flight, the first comer's span first. */
  function nextBatch(): Waiting[] {
    const batch: Waiting[] = []
    for (const [span, queue] of waiting) {
      if (spansInFlight.has(span)) continue
      batch.push(...queue.splice(0, MOST_IN_BATCH - batch.length))
      if (queue.length === 0) waiting.delete(span)
      if (batch.length === MOST_IN_BATCH) break
    }
    waitingCount -= batch.length
    return batch
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const orders = batch.map(({ order }) => order)
      const results = await traced('holds.batch', { orders: orders.length }, () =>
        db.transaction(tx => takeBatch(tx, orders, { holdSeconds, readSpans })),
      )
      for (const [index, { answer }] of batch.entries()) answer(results[index] ?? refuse('out of stock'))
    } catch (error) {
      if (batch.length > 1 && isFaultOfAnOrder(error)) return settleOneByOne(batch)
      for (const { fail } of batch) fail(error)
    }
  }

  /** One bad order must not fail those who merely stood beside it. */
  async function settleOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const item of batch) await settle([item])
  }

  return {
    take(order) {
      assertNoTransaction('waiting for stock')
      if (isClosed || waitingCount >= mostWaiting) return Promise.resolve(refuse('busy'))
      return new Promise((answer, fail) => {
        const queue = waiting.get(order.timeSpanId)
        if (queue === undefined) waiting.set(order.timeSpanId, [{ order, answer, fail }])
        else queue.push({ order, answer, fail })
        waitingCount += 1
        planFlush()
      })
    },
    waiting: () => waitingCount,
    async close() {
      isClosed = true
      while (inFlight.size > 0 || waitingCount > 0) {
        flush()
        await Promise.all(inFlight)
      }
    },
  }
}

/** Data and integrity errors speak of a row; all else (a lost connection) concerns everybody. */
function isFaultOfAnOrder(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error))
}

type TakeOptions = Required<Pick<BatchedHoldsOptions, 'holdSeconds' | 'readSpans'>>

/** One result an order: what it holds, or undefined when stock does not suffice. */
async function takeBatch(
  tx: Tx,
  orders: readonly NewOrder[],
  { holdSeconds, readSpans }: TakeOptions,
): Promise<Array<GrantedHold | undefined>> {
  const ids = [...new Set(orders.map(order => order.timeSpanId))].toSorted((a, b) => a - b)
  const spans = await readSpans(tx, ids)
  const granted = new Set<NewOrder>()
  for (const span of spans) {
    const wanting = orders.filter(order => order.timeSpanId === span.id)
    for (const order of await grantSpan(tx, span, wanting)) granted.add(order)
  }
  if (granted.size === 0) return orders.map(() => undefined)
  const expiresAt = await insertHeldOrders(tx, { orders: [...granted], holdSeconds })
  return orders.map(order => (granted.has(order) ? { expiresAt } : undefined))
}

/** Who gets stock of one span, in the order of arrival; holds that have ended make room first when it is short. */
async function grantSpan(tx: Tx, span: SpanStock, orders: readonly NewOrder[]): Promise<NewOrder[]> {
  const wants = orders.map(order => order.quantity)
  const wanted = wants.reduce((sum, want) => sum + want, 0)
  const free = span.capacity - span.taken
  const released = wanted > free ? await releaseEndedHolds(tx, span.id) : 0
  const grants = grantInOrder(free + released, wants)
  return orders.filter((_, index) => grants[index] === true)
}

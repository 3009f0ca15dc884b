import { grantInOrder, wantedUnits } from '@kippu/domain/stock/grant'

import { assertNoTransaction, type Database, type Tx } from '../../db/database.ts'
import { createGroupQueue } from '../../db/group-queue.ts'
import { isDatabaseAway } from '../../db/sql-states.ts'
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
  /** Orders that may wait; the next one is refused with `busy`. Default 5,000. */
  readonly mostWaiting?: number
  /** Called with the orders of a batch that the database did not answer: it may have written them. */
  readonly onUnanswered?: (orderIds: readonly string[]) => void
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

/**
 * Takes stock in batches: while one is under way, the orders for its time spans wait and make the next, so a crowd costs one
 * row lock and one commit a batch, and those who want other time spans are not held up.
 *
 * A batch is one statement while there is enough for all of it. Only when a time span runs short is it decided in a
 * transaction who gets what is left.
 */
export function createBatchedHolds(options: BatchedHoldsOptions): BatchedHolds {
  const { db, holdSeconds, mostWaiting, onUnanswered, readSpans = lockSpans } = options
  const takeAll = options.takeAll ?? (held => db.write(insertWhereEnough, held))
  const queue = createGroupQueue<NewOrder, GrantedHold | Refusal<'out of stock'>>(
    async orders => {
      const results = await traced('holds.batch', { orders: orders.length }, () => takeBatch(orders)).catch(
        (error: unknown) => {
          if (isDatabaseAway(error)) onUnanswered?.(orders.map(({ id }) => id))
          throw error
        },
      )
      return results.map(held => held ?? refuse('out of stock'))
    },
    {
      ...(mostWaiting !== undefined && { mostWaiting }),
      keysOf: order => [...wantsOf(order).keys()],
      sharesKeys: true,
    },
  )
  let isClosed = false

  /** One result an order: what it holds, or undefined when stock does not suffice. */
  async function takeBatch(orders: readonly NewOrder[]): Promise<Array<GrantedHold | undefined>> {
    const expiresAt = await takeAll({ orders, holdSeconds })
    if (expiresAt !== undefined) return orders.map(() => ({ expiresAt }))
    return db.transaction(tx => shareOut(tx, orders, { holdSeconds, readSpans }))
  }

  return {
    async take(order) {
      assertNoTransaction('waiting for stock')
      return isClosed || queue.isFull() ? refuse('busy') : queue.add(order)
    },
    waiting: () => queue.waiting(),
    longestWaitMs: () => queue.longestWaitMs(),
    async close() {
      isClosed = true
      await queue.empty()
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

import { entryOf, itemAt } from '@kippu/domain/known'
import { wantedUnits } from '@kippu/domain/stock/grant'
import { type DayRoom, type Grant, grantWithinShares, roomOfShare } from '@kippu/domain/stock/unproven-shares'
import { sumOf } from '@kippu/domain/sum'

import { assertNoTransaction, type Database, type Tx } from '../../platform/db/database.ts'
import { createGroupQueue } from '../../platform/db/group-queue.ts'
import { isDatabaseAway } from '../../platform/db/sql-states.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { traced } from '../../platform/tracing.ts'
import {
  type DayUnits,
  findDays,
  type HeldOrders,
  lockSpans,
  type SpanStock,
  type UnpaidUnits,
  unpaidUnits,
} from '../../stock/batch-queries.ts'
import type { FullShares } from '../../stock/full-shares.ts'
import { freeRooms } from '../../stock/held-stock.ts'
import {
  boundsOf,
  dayKey,
  daysOf,
  type GrantedHold,
  type HoldQueue,
  type NewOrder,
  wantsOf,
} from '../../stock/hold-queue.ts'
import { insertHeldOrders, insertWhereEnough } from './insert-orders.ts'

export interface BatchedHoldsOptions {
  readonly db: Database
  /** How long a new order holds its stock, in seconds: its address is not proved. */
  readonly holdSeconds: number
  /** Orders that may wait; the next one is refused with `busy`. Default 5,000. */
  readonly mostWaiting?: number
  /** Called with the orders of a batch that the database did not answer: it may have written them. */
  readonly onUnanswered?: (orderIds: readonly string[]) => void
  /** The statement for a whole batch. Tests watch it, or leave it out. */
  readonly takeAll?: (held: HeldOrders) => Promise<Date | undefined>
  /** How spans are read where there is not enough for all. Tests leave the lock out to prove that it is needed. */
  readonly readSpans?: (tx: Tx, ids: readonly number[]) => Promise<SpanStock[]>
  /** Where an order that finds a share full is counted. */
  readonly fullShares?: Pick<FullShares, 'note'>
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
  const { db, holdSeconds, mostWaiting, onUnanswered, readSpans = lockSpans, fullShares } = options
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
      keysOf,
      sharesKeys: true,
    },
  )
  let isClosed = false

  /** One result an order: what it holds, or undefined when stock does not suffice. */
  async function takeBatch(orders: readonly NewOrder[]): Promise<Array<GrantedHold | undefined>> {
    const began = await takeAll({ orders, holdSeconds })
    if (began !== undefined) return orders.map(order => grantedHold(order, 'held', endOf(order, began)))
    const { grants, beginsAt } = await db.transaction(tx => shareOut(tx, orders, { holdSeconds, readSpans }))
    for (const grant of grants) if (typeof grant === 'object') fullShares?.note(grant.full)
    return orders.map((order, index) => grantedHold(order, itemAt(grants, index), endOf(order, beginsAt)))
  }

  const endOf = (order: NewOrder, begin: Date | undefined): Date | undefined =>
    begin && new Date(begin.getTime() + (order.holdSeconds ?? holdSeconds) * 1000)

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

/** The time spans that an order wants, and the days whose shares bound it. */
function keysOf(order: NewOrder): Array<string | number> {
  const wanted = [order, ...order.sets]
  const spans = wanted.map(({ timeSpanId }) => timeSpanId)
  return order.holder === null ? spans : [...spans, ...wanted.map(dayKey)]
}

function grantedHold(order: NewOrder, grant: Grant, expiresAt: Date | undefined): GrantedHold | undefined {
  if (grant === 'refused' || expiresAt === undefined) return undefined
  if (grant === 'held') return { expiresAt, places: 'held' }
  return { expiresAt, places: order.isReady === true ? 'at_payment' : 'at_proof' }
}

interface Granted {
  readonly grants: readonly Grant[]
  /** When the holds begin; undefined when nobody was granted anything. */
  readonly beginsAt: Date | undefined
}

/** Gives what is left to those who came first, as far as shares allow; ended holds are given back before. */
async function shareOut(
  tx: Tx,
  orders: readonly NewOrder[],
  { holdSeconds, readSpans }: TakeOptions,
): Promise<Granted> {
  const wants = orders.map(order => ({
    channel: order.channel,
    units: wantsOf(order),
    bounds: boundsOf(order),
  }))
  const wanted = wantedUnits(wants.map(({ units }) => units))
  const days = await findDays(tx, orders)
  const locked = new Set([...wanted.keys(), ...days.map(({ firstSpan }) => firstSpan)])
  const spans = await readSpans(
    tx,
    [...locked].toSorted((a, b) => a - b),
  )
  const free = await freeRooms(tx, spans, wants)
  const rooms = roomsOf(days, await unpaidUnits(tx, days))
  const dayOf = new Map(orders.flatMap(order => Array.from(daysOf(order), ([id, day]) => [id, dayKey(day)])))
  const grants = grantWithinShares(free, wants, dayOf, rooms)
  const granted = orders.filter((_, index) => grants[index] === 'held')
  const later = orders.filter((_, index) => typeof grants[index] === 'object')
  if (granted.length + later.length === 0) return { grants, beginsAt: undefined }
  return { grants, beginsAt: await insertHeldOrders(tx, { orders: granted, later, holdSeconds }) }
}

/** The rest of the shares of each day. */
function roomsOf(
  days: readonly DayUnits[],
  held: ReadonlyMap<string, readonly UnpaidUnits[]>,
): ReadonlyMap<string, DayRoom> {
  return new Map(
    days.map(({ key, shares, capacity }): [string, DayRoom] => {
      const units = entryOf(held, key)
      const unproven = new Map(units.map(one => [one.network, one.unproven]))
      const unpaid = new Map(units.map(one => [one.network, one.unpaid]))
      const all = new Map([['', sumOf([...unproven.values()])]])
      return [
        key,
        new Map([
          ['day', roomOfShare(shares.day, capacity, all)],
          ['network', roomOfShare(shares.network, capacity, unproven)],
          ['unpaidNetwork', roomOfShare(shares.unpaidNetwork, capacity, unpaid)],
          ['doorCode', roomOfShare(shares.doorCode, capacity, unpaid)],
        ]),
      ]
    }),
  )
}

import { type RawBuilder, sql } from 'kysely'

import { list } from '../../platform/db/list.ts'
import type { GroupedWrite, Tx, Write } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import { lockMoves, type MoveOfVisit, writeMoves } from '../../sales/fulfil/replace-reservation.ts'
import { lockSpansHeldBy } from '../../stock/pass-holds.ts'
import { type Completion, lockCompletions, writeCompletions } from '../../sales/fulfil/complete-order.ts'
import { markThreeDSecure, returnOrders } from '../../orders/life/payment-steps.ts'
import { type Attempt, attemptOf } from '../attempts/attempt.ts'
import { changeAttempts, type DecidedChange, lockAttemptsAsRead } from '../attempts/change-attempts.ts'
import { type OwedDifference, oweDifferences } from './refund-requests.ts'
import { bookMoney, type MoneyMoved } from './book-money.ts'

/** The decision about a payment, and its consequences for the order and for the ledger. */
export interface PaymentStep extends DecidedChange {
  /** The provider asked for 3-D Secure. */
  readonly asksThreeDSecure?: boolean
  /** It failed, and the order may be paid otherwise. */
  readonly returnsOrder?: boolean
  readonly moved?: MoneyMoved
  /** The order is completed by it, */
  readonly completion?: Completion
  /** or the change of time, */
  readonly move?: MoveOfVisit
  /** which may owe its buyer something. */
  readonly owed?: OwedDifference
}

/**
 * Writes steps of payments, and answers with the attempts as they are now; one that completes its order is written whole or not
 * at all. `undefined` for an attempt that somebody has moved since it was read, and for an order to be completed that has
 * changed since. An attempt is locked before its order, as in every transaction that needs both.
 */
export const writePaymentStep: GroupedWrite<PaymentStep, Attempt | undefined> = grouped(writePaymentSteps, {
  keysOf: ({ previous }) => [previous.orderId],
})

/** As {@link writePaymentStep}, inside of a transaction that writes more. */
export async function writePaymentStepIn(tx: Tx, step: PaymentStep): Promise<Attempt | undefined> {
  const [written] = await writePaymentSteps(tx, [step])
  if (written instanceof Error) throw written
  return written
}

/** As {@link writePaymentStepIn}; the transaction has locked the attempt as it was read. */
export async function writeLockedStep(tx: Tx, step: PaymentStep): Promise<Attempt> {
  const written = await writePaymentStepIn(tx, step)
  if (written === undefined) throw new Error('a payment changed under its lock')
  return written
}

async function writePaymentSteps(
  on: Write | Tx,
  steps: readonly PaymentStep[],
): Promise<Array<Attempt | Error | undefined>> {
  const completing = steps.filter(({ completion, move }) => completion !== undefined || move !== undefined)
  const completions = completing.flatMap(({ completion }) => completion ?? [])
  const moving = steps.filter(({ move }) => move !== undefined)
  const moves = moving.flatMap(({ move }) => move ?? [])
  const owed = moving.flatMap(step => step.owed ?? [])
  const booked = steps.flatMap(({ previous, moved }) =>
    moved === undefined ? [] : [{ ...moved, attempt: previous }],
  )
  const challenged = steps.filter(step => step.asksThreeDSecure === true)
  const returned = steps.filter(step => step.returnsOrder === true)
  const changingOrders = [...completing, ...challenged, ...returned]
  const completed = [...completions, ...moves]
  const parts = [
    lockAttemptsAsRead(steps),
    ...whenAny(
      moves,
      lockSpansHeldBy(sql`select moves_from from orders where id in (${attemptedOrders(moving)})`),
    ),
    ...whenAny(changingOrders, lockOrdersOf(changingOrders, moves)),
    ...whenAny(completed, lockCompletions(completed, IS_LOCKED)),
    ...whenAny(moves, lockMoves(moves, sql`select id from orders_of_steps`)),
    sql`ready_attempts as (select id, order_id from locked_attempts ${unlessChanged(completing, moving)})`,
    changeAttempts(sql`select id from ready_attempts`),
    ...whenAny(
      completions,
      writeCompletions(completions, ordersOf(steps.filter(({ completion }) => completion !== undefined))),
    ),
    ...whenAny(moves, writeMoves(moves, ordersOf(moving))),
    ...whenAny(owed, oweDifferences(owed, ordersOf(moving))),
    ...partFor(challenged, markThreeDSecure),
    ...partFor(returned, returnOrders),
    ...whenAny(booked, sql`booked as (${bookMoney(booked, sql`select id from ready_attempts`)})`),
  ]
  const { rows } = await sql<{ id: string }>`with ${sql.join(parts)} table changed_attempts`.execute(on)
  const attempts = new Map(rows.map(row => [row.id, tried(() => attemptOf(row))]))
  return steps.map(({ previous }) => attempts.get(previous.id))
}

/**
 * Part of a statement: `orders_of_steps` (id), the orders that steps change, locked by their ids before any part changes one of
 * them: other statements lock them in that order too. Those that visits move from are among them, behind the time spans.
 */
function lockOrdersOf(steps: readonly PaymentStep[], moves: readonly MoveOfVisit[]): RawBuilder<unknown> {
  const left = moves.map(({ movesFrom }) => movesFrom)
  const orOneThatIsLeft =
    left.length === 0
      ? sql``
      : sql`or (id = any(${list('uuid', left)}::uuid[]) and (select count(*) from left_spans) >= 0)`
  return sql`orders_of_steps as materialized (
    select id from orders
     where id in (${attemptedOrders(steps)}) ${orOneThatIsLeft}
     order by id for no key update
  )`
}

/** The orders of those of the steps whose attempts are locked as they were read. */
function attemptedOrders(steps: readonly PaymentStep[]): RawBuilder<unknown> {
  return sql`select order_id from locked_attempts where id = any(${list('uuid', idsOf(steps))}::uuid[])`
}

const IS_LOCKED = sql`o.id in (select id from orders_of_steps)`

/** An attempt that completes its order changes only if the order can be completed as it was read, and what it moves be moved. */
function unlessChanged(
  completing: readonly PaymentStep[],
  moving: readonly PaymentStep[],
): RawBuilder<unknown> {
  if (completing.length === 0) return sql``
  const isMovable =
    moving.length === 0
      ? sql``
      : sql` and (id <> all(${list('uuid', idsOf(moving))}::uuid[]) or order_id in (select order_id from movable_orders))`
  return sql`where id <> all(${list('uuid', idsOf(completing))}::uuid[])
    or (order_id in (select order_id from whole_holds)${isMovable})`
}

/** The orders of those of the steps that are taken. */
function ordersOf(steps: readonly PaymentStep[]): RawBuilder<unknown> {
  return sql`select order_id from ready_attempts
    where id = any(${list('uuid', idsOf(steps))}::uuid[]) and order_id in (select id from orders_of_steps)`
}

function idsOf(steps: readonly PaymentStep[]): string[] {
  return steps.map(({ previous }) => previous.id)
}

/** A part that a group without such steps does without. */
function whenAny(items: readonly unknown[], part: RawBuilder<unknown>): ReadonlyArray<RawBuilder<unknown>> {
  return items.length > 0 ? [part] : []
}

function partFor(
  steps: readonly PaymentStep[],
  part: (orders: RawBuilder<unknown>) => RawBuilder<unknown>,
): ReadonlyArray<RawBuilder<unknown>> {
  return whenAny(steps, part(ordersOf(steps)))
}

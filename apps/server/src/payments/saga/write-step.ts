import { type RawBuilder, sql } from 'kysely'

import { list } from '../../platform/db/list.ts'
import type { GroupedWrite, Tx, Write } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import { type Completion, lockCompletions, writeCompletions } from '../../sales/fulfil/complete-order.ts'
import { markThreeDSecure, returnOrders } from '../../orders/life/payment-steps.ts'
import { type Attempt, attemptOf } from '../attempts/attempt.ts'
import { changeAttempts, type DecidedChange, lockAttemptsAsRead } from '../attempts/change-attempts.ts'
import { bookMoney, type MoneyMoved } from './book-money.ts'

/** The decision about a payment, and its consequences for the order and for the ledger. */
export interface PaymentStep extends DecidedChange {
  /** The provider asked for 3-D Secure. */
  readonly asksThreeDSecure?: boolean
  /** It failed, and the order may be paid otherwise. */
  readonly returnsOrder?: boolean
  readonly moved?: MoneyMoved
  /** The order is completed by it. */
  readonly completion?: Completion
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
  const completing = steps.filter(step => step.completion !== undefined)
  const completions = completing.flatMap(({ completion }) => completion ?? [])
  const moves = steps.flatMap(({ previous, moved }) =>
    moved === undefined ? [] : [{ ...moved, attempt: previous }],
  )
  const challenged = steps.filter(step => step.asksThreeDSecure === true)
  const returned = steps.filter(step => step.returnsOrder === true)
  const changingOrders = [...completing, ...challenged, ...returned]
  const parts = [
    lockAttemptsAsRead(steps),
    ...whenAny(changingOrders, lockOrdersOf(changingOrders)),
    ...whenAny(completions, lockCompletions(completions, IS_LOCKED)),
    sql`ready_attempts as (select id, order_id from locked_attempts ${unlessChanged(completing)})`,
    changeAttempts(sql`select id from ready_attempts`),
    ...whenAny(completions, writeCompletions(completions, ordersOf(completing))),
    ...partFor(challenged, markThreeDSecure),
    ...partFor(returned, returnOrders),
    ...whenAny(moves, sql`booked as (${bookMoney(moves, sql`select id from ready_attempts`)})`),
  ]
  const { rows } = await sql<{ id: string }>`with ${sql.join(parts)} table changed_attempts`.execute(on)
  const attempts = new Map(rows.map(row => [row.id, tried(() => attemptOf(row))]))
  return steps.map(({ previous }) => attempts.get(previous.id))
}

/**
 * Part of a statement: `orders_of_steps` (id), the orders that steps change, locked by their ids before any part changes one of
 * them: other statements lock them in that order too.
 */
function lockOrdersOf(steps: readonly PaymentStep[]): RawBuilder<unknown> {
  return sql`orders_of_steps as materialized (
    select id from orders
     where id in (select order_id from locked_attempts where id = any(${list('uuid', idsOf(steps))}::uuid[]))
     order by id for no key update
  )`
}

const IS_LOCKED = sql`o.id in (select id from orders_of_steps)`

/** An attempt that completes its order changes only if the order can be completed as it was read. */
function unlessChanged(completing: readonly PaymentStep[]): RawBuilder<unknown> {
  if (completing.length === 0) return sql``
  return sql`where id <> all(${list('uuid', idsOf(completing))}::uuid[]) or order_id in (select order_id from whole_holds)`
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

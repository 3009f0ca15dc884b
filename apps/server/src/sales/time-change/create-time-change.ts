import { isDeepStrictEqual } from 'node:util'

import type { Answer } from '@kippu/contract/call'
import type { createTimeChange as createTimeChangeCall } from '@kippu/contract/time-changes'
import { jstIso } from '@kippu/domain/jst-date'
import { fitsIn } from '@kippu/domain/stock/grant'

import type { Tx } from '../../platform/db/database.ts'
import { DatabaseBusy } from '../../platform/db/sql-states.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { Wording } from '../../catalogue/products/present.ts'
import type { ProductReads } from '../../catalogue/products/product-reads.ts'
import { refuseToken, type UnknownToken } from '../../tickets/former-tokens.ts'
import { lockTickets } from '../../tickets/revoke.ts'
import { endOrderOfLockedSpans } from '../../orders/life/end-order.ts'
import { lockOrder } from '../../orders/life/find-order.ts'
import { lockSpans } from '../../stock/batch-queries.ts'
import { freeRooms } from '../../stock/held-stock.ts'
import { wantsOf } from '../../stock/hold-queue.ts'
import type { CatalogueCache } from '../take-order/catalogue-cache.ts'
import type { SpanFacts } from '../take-order/catalogue-queries.ts'
import { isSold } from '../take-order/is-sold.ts'
import {
  findMovable,
  type Movable,
  movableByToken,
  movedByHouse,
  type SoldByContract,
} from './find-movable.ts'
import { readOffers } from './offers.ts'
import { type AskedChange, type CannotMove, planChange, type PlannedChange } from './plan-change.ts'
import { insertChange, insertLockedChange, isOtherUnderWay } from './write-change.ts'

export interface ChangeDeps extends Pick<Deps, 'db' | 'clock' | 'tokens' | 'env'> {
  readonly products: ProductReads
  readonly catalogue: CatalogueCache
}

type CreateTimeChange = typeof createTimeChangeCall

export interface AskChange extends AskedChange {
  readonly siteKey: string
  readonly token: string
  readonly wording: Wording
}

/**
 * The request of the staff: they move a visit where its buyer may not, after the deadline, after the limit, and a
 * product that buyers do not move.
 */
export interface AskStaffChange extends AskChange {
  /** The writes beside the change, in its transaction. */
  readonly along?: (tx: Tx, change: FreeChange) => Promise<void>
  /** The terms of the reseller that sold it: what it costs more is on its account. */
  readonly contract: SoldByContract | undefined
}

export interface FreeChange {
  readonly kind: 'free'
  readonly token: string
  /** Yen that go back. */
  readonly refund: number
  /** Yen that a reseller owes more; 0 for anybody else. */
  readonly owed: number
}

/** Yen that the new visit costs more. Nothing was written, and a change that the buyer has not paid yet stays. */
export interface CostlyChange {
  readonly kind: 'costs more'
  readonly difference: number
}

/** How often it is planned again because the reservation changed in between. */
const MOST_TRIES = 10

/**
 * Holds places at another time for a reservation, which stays as it is. Another change of it that is not being paid is
 * replaced: its places count as free for this one, and stay held where this one gets none.
 */
export async function createTimeChange(
  deps: ChangeDeps,
  asked: AskChange,
): Promise<Answer<CreateTimeChange> | UnknownToken | CannotMove> {
  const held = await holdChange<never>(deps, asked, {
    movedBy: movable => movable,
    refusalOf: () => undefined,
  })
  return isRefusal(held) ? held : answerOf(held.plan, held.expiresAt)
}

/** The same for the staff, who move nothing that its buyer would have to pay for, and for a reseller. */
export async function createFreeChange(
  deps: ChangeDeps,
  asked: AskStaffChange,
): Promise<FreeChange | CostlyChange | UnknownToken | CannotMove> {
  const held = await holdChange<CostlyChange>(deps, asked, {
    movedBy: movable => movedByHouse(movable, asked.contract),
    refusalOf: ({ money }) =>
      money.payable > 0 && asked.contract === undefined
        ? { kind: 'costs more', difference: money.difference }
        : undefined,
    ...(asked.along && { along: (tx, plan) => asked.along?.(tx, freeOf(plan)) ?? Promise.resolve() }),
  })
  return isRefusal(held) || held.kind === 'costs more' ? held : freeOf(held.plan)
}

function freeOf({ token, money }: PlannedChange): FreeChange {
  return { kind: 'free', token, refund: money.refund, owed: money.payable }
}

/** The questions whose answers depend on the caller. */
interface Asking<Unwanted extends CostlyChange> {
  movedBy(movable: Movable): Movable
  /** Why a change that could be made is not wanted; nothing is written then. */
  refusalOf(plan: PlannedChange): Unwanted | undefined
  /** The writes beside the change, in its transaction. */
  readonly along?: (tx: Tx, plan: PlannedChange) => Promise<void>
}

interface HeldChange {
  readonly kind: 'held'
  readonly plan: PlannedChange
  readonly expiresAt: Date
}

async function holdChange<Unwanted extends CostlyChange>(
  deps: ChangeDeps,
  asked: AskChange,
  asking: Asking<Unwanted>,
): Promise<HeldChange | Unwanted | UnknownToken | CannotMove> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const movable = await deps.db.find(movableByToken, asked)
    if (movable === undefined) return refuseToken(deps.db, asked)
    const plan = await planFor(deps, asking.movedBy(movable), asked)
    if (isRefusal(plan)) return plan
    const unwanted = asking.refusalOf(plan)
    if (unwanted !== undefined) return unwanted
    const written = await write(deps, { asked, movable, plan, along: asking.along })
    if (written === 'changed') continue
    return isRefusal(written) ? written : { kind: 'held', plan, expiresAt: written }
  }
  throw new DatabaseBusy('others changed the same reservation all the time')
}

interface Planned {
  readonly asked: AskChange
  readonly movable: Movable
  readonly plan: PlannedChange
  readonly along: Asking<never>['along']
}

/** Answers when the hold ends. */
async function write(
  deps: ChangeDeps,
  planned: Planned,
): Promise<Date | 'changed' | Refusal<'time_change_out_of_stock'>> {
  if (planned.along === undefined && isPlain(planned)) {
    const written = await insertPlain(deps, planned)
    if (written !== 'short') return written
  }
  return deps.db.transaction(async tx => {
    const expiresAt = await writeIfUnchanged(tx, planned)
    if (expiresAt instanceof Date) await planned.along?.(tx, planned.plan)
    return expiresAt
  })
}

/** It replaces no other change, and takes a place of each time span that it moves to. */
function isPlain({ movable: { underWay }, plan }: Planned): boolean {
  const wanted = wantsOf(plan.order)
  return underWay === undefined && [...goalsOf(plan)].every(id => wanted.has(id))
}

/** Another process may have been faster. */
async function insertPlain(
  { db }: ChangeDeps,
  { movable, plan }: Planned,
): Promise<Date | 'changed' | 'short'> {
  try {
    return await db.write(insertChange, { movable, plan })
  } catch (error) {
    if (isOtherUnderWay(error)) return 'changed'
    throw error
  }
}

function answerOf({ token, paid, price, money }: PlannedChange, expiresAt: Date): Answer<CreateTimeChange> {
  return {
    timechange_token: token,
    status: 'pending',
    expires_at: jstIso(expiresAt.getTime()),
    old_price: paid,
    new_price: price.price,
    difference: money.difference,
    payment_required: money.payable > 0,
    refund: money.refund,
  }
}

async function planFor(
  { catalogue, clock, env, products, tokens }: ChangeDeps,
  movable: Movable,
  asked: AskChange,
): Promise<PlannedChange | CannotMove> {
  const { order, channel } = movable.bought
  const { siteKey, productId } = order
  const found = await catalogue.findSpan(productId, asked.time_span_id)
  if (found === undefined) return refuse('record not found')
  const { visitDate } = found
  const range = { from: visitDate, to: visitDate }
  const offers = await readOffers(products, asked.wording, { siteKey, channel, ...range })
  const span = await soldSpan(
    { catalogue, clock },
    { siteKey, uuid: offers.get(productId)?.uuid, span: found },
  )
  const longestHold = env.orderHoldSeconds
  return planChange({ tokens, nowMs: clock.now(), longestHold, movable, asked, span, offers })
}

/** The time span, if it is sold at this moment. */
async function soldSpan(
  { catalogue, clock }: Pick<ChangeDeps, 'catalogue' | 'clock'>,
  {
    siteKey,
    uuid,
    span,
  }: { readonly siteKey: string; readonly uuid: string | undefined; readonly span: SpanFacts },
): Promise<SpanFacts | undefined> {
  const product = uuid === undefined ? undefined : await catalogue.findProduct(siteKey, uuid)
  return product !== undefined && isSold(product, span, clock.now()) ? span : undefined
}

/**
 * Writes a change if its reservation is still as it was planned for, where places are short or another change goes. Locks time spans,
 * then orders, then tickets, as whatever gives tickets back does.
 */
async function writeIfUnchanged(
  tx: Tx,
  { asked, movable, plan }: Planned,
): Promise<Date | 'changed' | Refusal<'time_change_out_of_stock'>> {
  const { underWay, held, bought, reservationId } = movable
  const wanted = wantsOf(plan.order)
  const goals = goalsOf(plan)
  const spans = await lockSpans(tx, [...new Set([...wanted.keys(), ...goals, ...held.keys()])])
  for (const id of [bought.order.id, ...(underWay === undefined ? [] : [underWay.id])].toSorted())
    await lockOrder(tx, id)
  await lockTickets(tx, reservationId)
  if (!isDeepStrictEqual(await findMovable(tx, asked), movable)) return 'changed'
  const missing = new Map([...wanted].map(([id, units]) => [id, units - (held.get(id) ?? 0)]))
  const want = { channel: plan.order.channel, units: missing }
  if (spans.some(({ id, isOpen }) => !isOpen && goals.has(id))) return refuse('time_change_out_of_stock')
  if (!fitsIn(await freeRooms(tx, spans, [want]), want)) return refuse('time_change_out_of_stock')
  if (underWay !== undefined)
    await endOrderOfLockedSpans(tx, { orderId: underWay.id, to: underWay.hasEnded ? 'expired' : 'cancelled' })
  return insertLockedChange(tx, { movable, plan })
}

/** Where something moves to: nothing moves to a time span whose sale is stopped, also where a change under way holds it or it needs no place. */
function goalsOf({ order }: PlannedChange): ReadonlySet<number> {
  const moving = order.sets.filter(({ stock }) => stock !== 'carried')
  return new Set([order.timeSpanId, ...moving.map(({ timeSpanId }) => timeSpanId)])
}

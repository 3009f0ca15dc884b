import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { extendOrder as extendOrderCall } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import { afterSeconds } from '../../platform/db/after-seconds.ts'
import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { findChangeEnd } from './change-end.ts'
import { IS_NEARLY_SOLD_OUT } from '../../stock/nearly-sold-out.ts'
import { lockHolds } from '../../stock/held-stock.ts'
import { endHoldsWith } from '../../stock/whole-holds.ts'
import { findByTokens, kindOfToken, type OrderRecord } from './find-order.ts'
import { type HoldEnv, holdLengthOf } from './hold-times.ts'
import { openOrder } from './open-order.ts'
import { payableOf, selectPayable, wantedSpans } from './payable-order.ts'
import { firstSaleEnd, type OrderedSpan } from './sale-end.ts'

type ExtendOrderCall = typeof extendOrderCall
type CannotExtend = Refusal<RefusalOf<ExtendOrderCall>>

/** A visitor may ask for more time at least this often (WCAG 2.2.1); more would keep others out. */
const MOST_EXTENSIONS = 10
/** On a day that is nearly sold out: more would give one visitor what others are refused, the essential exception of that rule (decision 105). */
const MOST_OF_FEW = 2

/** Whether the day of an order is nearly sold out. */
interface SoldDay {
  readonly isNearlySoldOut: boolean
}

function mostExtensions({ isNearlySoldOut }: SoldDay): number {
  return isNearlySoldOut ? MOST_OF_FEW : MOST_EXTENSIONS
}

/** A smaller gain comes from a repeated request, such as a double click, and does not count; in seconds. */
const LEAST_GAIN = 60

/** How often the hold of an order may still be extended by its buyer; never once it has the longest hold of an unproven one. */
export function extensionsLeft(
  order: Pick<OrderRecord, 'extensions' | 'status' | 'channel' | 'kind' | 'createdAt' | 'expiresAt'>,
  day: SoldDay,
  env: HoldEnv,
): number {
  const held = (order.expiresAt.getTime() - order.createdAt.getTime()) / 1000
  const canGain = held + LEAST_GAIN <= holdLengthOf(order, env).fromCreation
  return canGain ? Math.max(0, mostExtensions(day) - order.extensions) : 0
}

/**
 * Holds an order, or a change of time, for its full time from now on (WCAG 2.2.1), but not beyond the end of its sale
 * or, for a change, of the time in which the visit may be moved, ten times at most, twice on a day that is nearly sold out, and an hour in all while its
 * address is not proved. A gain of less than a minute changes nothing and costs nothing. Refused with `invalid order
 * status` while it is being paid, for its payment decides when it ends, and when it was extended often enough.
 */
export async function extendOrder(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  siteKey: string,
  token: string,
): Promise<Answer<ExtendOrderCall> | CannotExtend> {
  const kind = kindOfToken(token)
  const ended = kind === 'time_change' ? 'time change expired' : 'session_timeout'
  return db.transaction(async tx => {
    const [row] = await findByTokens(tx, { kind, asked: [{ siteKey, token }] }, orders =>
      selectPayable(orders).select(IS_NEARLY_SOLD_OUT.as('is_nearly_sold_out')).forUpdate(),
    )
    if (row === undefined) return refuse('record not found')
    const { lines, spans, ...found } = payableOf(row)
    const order = openOrder(found.order)
    if (isRefusal(order)) return order.code === 'session_timeout' ? refuse(ended) : order
    // Checked at the last moment: another order that found the span full may have taken these places.
    if (!order.placesAtProof && (await lockHolds(tx, order.id)).length < wantedSpans(lines))
      return refuse(ended)
    const day = { isNearlySoldOut: row.is_nearly_sold_out }
    const secondsOfSale = ((await findEnd(tx, order, spans)) - clock.now()) / 1000
    const extended = await extend(tx, order, { env, secondsOfSale, day })
    if (isRefusal(extended)) return extended
    return {
      expires_at: jstIso(extended.expiresAt.getTime()),
      extensions_left: extensionsLeft(extended, day, env),
    }
  })
}

/** The moment after which an order is not held by its visitor's wish, in ms since 1970. */
async function findEnd(tx: Tx, { movesFrom }: OrderRecord, spans: readonly OrderedSpan[]): Promise<number> {
  const saleEnd = firstSaleEnd(spans)
  return movesFrom === null ? saleEnd : Math.min(saleEnd, await findChangeEnd(tx, movesFrom))
}

/** Never nearer than it was: a payment that failed may have left more time. */
async function extend(
  tx: Tx,
  order: OrderRecord,
  {
    env,
    secondsOfSale,
    day,
  }: { readonly env: HoldEnv; readonly secondsOfSale: number; readonly day: SoldDay },
): Promise<OrderRecord | Refusal<'invalid order status'>> {
  const { fromNow, fromCreation } = holdLengthOf(order, env)
  const sold = afterSeconds(Math.min(fromNow, secondsOfSale))
  const end = Number.isFinite(fromCreation)
    ? sql<Date>`least(${sold}, created_at + make_interval(secs => ${fromCreation}))`
    : sold
  const { gain } = await tx
    .selectFrom('orders')
    .select(sql<number>`extract(epoch from ${end} - expires_at)::float`.as('gain'))
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (gain < LEAST_GAIN) return order
  if (order.extensions >= mostExtensions(day)) return refuse('invalid order status')
  const { rows } = await sql<Pick<OrderRecord, 'expiresAt' | 'extensions'>>`
    with extended_orders as (
      update orders set expires_at = ${end}, extensions = extensions + 1, version = ${VERSION_RAISED}
       where id = ${order.id} returning id, expires_at, extensions
    ), ${endHoldsWith(sql`extended_orders`)}
    select expires_at as "expiresAt", extensions from extended_orders`.execute(tx)
  const [extended] = rows
  if (extended === undefined) throw new Error('an order under its lock was not extended')
  return { ...order, ...extended }
}

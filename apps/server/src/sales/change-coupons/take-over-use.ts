import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { DatabaseBusy } from '../../platform/db/sql-states.ts'
import type { Decision } from '../../platform/db/take-step.ts'
import type { Deps } from '../../platform/deps.ts'
import { normaliseAddress } from '../../orders/buyers/buyer.ts'
import type { AskedOrder, OrderRecord } from '../../orders/life/find-order.ts'
import { type PriceChange, writePrices } from '../../orders/life/reprice-orders.ts'
import { hashToken } from '../../platform/tokens.ts'
import { type CouponedOrder, couponedById } from './coupon-facts.ts'
import { decideRemoval } from './remove-coupon.ts'

/** An order, and the order that was left for it by the same buyer. */
interface Pair {
  readonly newer: string
  readonly older: string
}

/**
 * A coupon whose last use an unfinished order of the same proved address has moves with its buyer to the newer order: both
 * prices are written in one commit, under the locks of both orders, so that nobody takes the use in between. Undefined
 * where no such order has it, or where that has just changed. An order that is being paid keeps what it has.
 */
export async function takeOverUse<Answer>(
  { db }: Pick<Deps, 'db'>,
  asked: AskedOrder & { readonly code: string },
  decide: (newer: CouponedOrder) => Decision<PriceChange, true, Answer>,
): Promise<Answer | undefined> {
  const pair = await db.read(read => findPair(read, asked))
  if (pair === undefined) return undefined
  return db.transaction(async tx => {
    // In the order in which every statement locks them.
    await tx
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', [pair.newer, pair.older])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const older = await couponedById(tx, pair.older, asked.code)
    const newer = await couponedById(tx, pair.newer, asked.code)
    if (older === undefined || newer?.asked === undefined || !isLeftFor(older, newer)) return undefined
    const removal = decideRemoval(older)
    if ('answer' in removal) return undefined
    const adding = decide({ ...newer, asked: { ...newer.asked, taken: newer.asked.taken - 1 } })
    if ('answer' in adding) return adding.answer
    for (const { change } of [removal, adding])
      if (!(await writePrices(tx, [change])).every(Boolean))
        throw new DatabaseBusy('its venue changed the coupon at the same moment')
    return adding.answerOf(true)
  })
}

/** Whether a proved buyer left one order, which has a counted use of the coupon, for the other. */
export function isLeftFor(older: CouponedOrder, newer: CouponedOrder): boolean {
  const address = provedAddressOf(older.order)
  const isOlder = older.order.createdAt < newer.order.createdAt
  const hasUse = older.coupons.some(({ id, isCounted }) => id === newer.asked?.id && isCounted)
  return address !== undefined && address === provedAddressOf(newer.order) && isOlder && hasUse
}

/** Undefined for one that nobody proved, and while a payment is under way. */
function provedAddressOf({
  kind,
  status,
  hasEnded,
  buyer,
  mailGeneration,
  memberId,
}: OrderRecord): string | undefined {
  const isProved = status === 'ready_checkout' && (mailGeneration > 0 || memberId !== null)
  const { email } = buyer
  if (kind !== 'visit' || !isProved || hasEnded || email === undefined) return undefined
  return normaliseAddress(email)
}

/** The oldest order that {@link isLeftFor} may say yes to, read without a lock. */
async function findPair(
  read: Read,
  { siteKey, token, code }: AskedOrder & { readonly code: string },
): Promise<Pair | undefined> {
  return read
    .selectFrom('orders as n')
    .innerJoin('orders as o', join =>
      join.onRef('o.site_key', '=', 'n.site_key').onRef('o.email', '=', 'n.email'),
    )
    .innerJoin('order_coupons as u', 'u.order_id', 'o.id')
    .innerJoin('coupons as c', 'c.id', 'u.coupon_id')
    .select(['n.id as newer', 'o.id as older'])
    .where('n.site_key', '=', siteKey)
    .where('n.token_hash', '=', hashToken(token))
    .where('c.code', '=', code)
    .where('u.is_counted', '=', true)
    .where('o.status', '=', 'ready_checkout')
    .where('o.expires_at', '>', sql<Date>`now()`)
    .whereRef('o.created_at', '<', 'n.created_at')
    .orderBy('o.created_at')
    .limit(1)
    .executeTakeFirst()
}

import type { Database } from '@kippu/server/platform/db/database'
import { refuse } from '@kippu/server/platform/http/refusal'
import type { HoldQueue } from '@kippu/server/stock/hold-queue'
import { sql } from 'kysely'

export interface OneTransactionAnOrderOptions {
  readonly db: Database
  readonly holdSeconds: number
}

/**
 * The way of most shops: each order takes its stock in a transaction of its own, one statement a table, and the
 * conditional update prevents overselling. It is correct, and the baseline for the batches. It only supports orders
 * without set products, which are all that the benchmark makes.
 */
export function createOneTransactionAnOrder({ db, holdSeconds }: OneTransactionAnOrderOptions): HoldQueue {
  return {
    take: order =>
      db.transaction(async tx => {
        const { numUpdatedRows } = await tx
          .updateTable('time_spans')
          .set(eb => ({ taken: eb('taken', '+', order.quantity) }))
          .where('id', '=', order.timeSpanId)
          .where(eb => eb(eb('taken', '+', order.quantity), '<=', eb.ref('capacity')))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return refuse('out of stock')
        const { expires_at: expiresAt } = await tx
          .insertInto('orders')
          .values({
            id: order.id,
            site_key: order.siteKey,
            channel: order.channel,
            token_hash: order.tokenHash,
            status: 'temporary',
            lang: order.lang,
            product_id: order.productId,
            time_span_id: order.timeSpanId,
            quantity: order.quantity,
            subtotal: order.subtotal,
            promotion_id: order.promotionId,
            membership_discount: order.membershipDiscount,
            price: order.price,
            expires_at: sql<Date>`now() + make_interval(secs => ${holdSeconds})`,
            created_at: sql<Date>`now()`,
          })
          .returning('expires_at')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('order_items')
          .values(
            order.lines.map((line, position) => ({
              order_id: order.id,
              position,
              kind: line.kind,
              product_id: order.productId,
              time_span_id: order.timeSpanId,
              tax_rate: line.taxRate,
              option_value_id: line.optionValueId,
              quantity: line.quantity,
              base_price: line.basePrice,
              add_cost: line.addCost,
              unit_price: line.unitPrice,
              membership_discount: line.membershipDiscount,
            })),
          )
          .execute()
        await tx
          .insertInto('holds')
          .values({
            order_id: order.id,
            time_span_id: order.timeSpanId,
            units: order.quantity,
            expires_at: expiresAt,
          })
          .execute()
        return { expiresAt, places: 'held' as const }
      }),
    longestWaitMs: () => 0,
  }
}

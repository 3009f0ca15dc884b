import { releaseCoupons } from '../../src/orders/coupons/coupon-uses.ts'
import type { ServerApp } from './server-app.ts'

export interface StoredAttempt {
  readonly id: string
  readonly state: string
  readonly operation: string | null
  readonly needsPerson: boolean
}

type ById = { readonly id: string }

/** What is stored of an order. */
export interface OrderStates {
  statusOf(order: ById): Promise<string>
  /** The oldest first. */
  attemptsOf(order: ById): Promise<readonly StoredAttempt[]>
  /** The stored returns and webhook events of an order. */
  eventsOf(order: ById): Promise<readonly unknown[]>
  unitsHeld(order: ById): Promise<number>
}

export function orderStates({ db }: Pick<ServerApp, 'db'>): OrderStates {
  return {
    statusOf: async ({ id }) => {
      const query = db.read(tx =>
        tx.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
      )
      return (await query).status
    },
    attemptsOf: ({ id }) =>
      db.read(tx =>
        tx
          .selectFrom('payment_attempts')
          .select(['id', 'state', 'operation', 'needs_person as needsPerson'])
          .where('order_id', '=', id)
          .orderBy('created_at')
          .execute(),
      ),
    eventsOf: async ({ id }) => {
      const rows = await db.read(tx =>
        tx
          .selectFrom('provider_events')
          .innerJoin('payment_attempts', 'payment_attempts.id', 'provider_events.attempt_id')
          .select('payload')
          .where('payment_attempts.order_id', '=', id)
          .execute(),
      )
      return rows.map(row => row.payload)
    },
    unitsHeld: async ({ id }) => {
      const holds = await db.read(tx =>
        tx.selectFrom('holds').select('units').where('order_id', '=', id).execute(),
      )
      return holds.reduce((sum, { units }) => sum + units, 0)
    },
  }
}

/** Ends an order that is being paid and sells its places to others, which no code of ours does. */
export async function stealStock({ db }: Pick<ServerApp, 'db'>, { id }: ById): Promise<void> {
  await db.transaction(async tx => {
    await tx.updateTable('orders').set({ status: 'expired' }).where('id', '=', id).execute()
    await releaseCoupons(tx, id)
    const gone = await tx
      .deleteFrom('holds')
      .where('order_id', '=', id)
      .returning(['time_span_id', 'units'])
      .execute()
    for (const { time_span_id, units } of gone)
      await tx
        .updateTable('time_spans')
        .set(eb => ({ taken: eb('taken', '-', units), capacity: eb('taken', '-', units) }))
        .where('id', '=', time_span_id)
        .execute()
  })
}

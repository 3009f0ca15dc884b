import type { Database } from '../src/platform/db/database.ts'
import { findBrokenInvariants } from './invariants.ts'
import { compareLedgers } from './payment-methods/compare-ledgers.ts'
import type { Providers } from './payment-methods/simulators.ts'

export interface Books {
  readonly db: Database
  readonly providers: Pick<Providers, 'ledger'>
  /** Ids of the orders for which a test case expects that a person is called. */
  readonly forPersons: ReadonlySet<string>
}

/**
 * All that is wrong, a line each: in our ledger, between it and the providers', and which payments and refunds wait for a
 * person. Waiting for a person ends a case only where the case expects it: otherwise every fault could end like that.
 */
export async function findWrongs({ db, providers, forPersons }: Books): Promise<string[]> {
  const called = await findCalled(db)
  const ids = new Set(called.map(({ orderId }) => orderId))
  return [
    ...(await findBrokenInvariants(db)),
    ...(await compareLedgers(db, providers)),
    ...called
      .filter(({ orderId }) => !forPersons.has(orderId))
      .map(({ orderId, standing }) => `order ${orderId} calls a person: ${standing}`),
    ...[...forPersons].filter(id => !ids.has(id)).map(id => `order ${id} calls no person`),
  ]
}

interface Called {
  readonly orderId: string
  readonly standing: string
}

/** Payments and refunds on the list of a person, in whatever state they are. */
async function findCalled(db: Database): Promise<readonly Called[]> {
  return db.read(async tx => {
    const attempts = await tx
      .selectFrom('payment_attempts')
      .select(['order_id', 'method', 'state', 'operation'])
      .where('needs_person', '=', true)
      .execute()
    const refunds = await tx
      .selectFrom('refunds')
      .select(['order_id', 'state'])
      .where('needs_person', '=', true)
      .execute()
    return [
      ...attempts.map(({ order_id, method, state, operation }) => ({
        orderId: order_id,
        standing: `${method} ${state} ${operation ?? ''}`.trim(),
      })),
      ...refunds.map(({ order_id, state }) => ({ orderId: order_id, standing: `refund ${state}` })),
    ]
  })
}

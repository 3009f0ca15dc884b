import { sql } from 'kysely'

import type { Database } from '../../src/db/database.ts'
import type { Money, Providers } from './simulators.ts'

/**
 * Compares the ledgers to the yen, for each reservation over all its payments, and for each order without a reservation:
 * the captured minus the refunded amount is the price of the valid tickets, each payment has the amount of our own ledger,
 * and no authorisation remains. Each line names an inconsistency; payments that are still open or wait for a person are
 * skipped: `find-wrongs.ts` checks whether a person may be waited for.
 */
export async function compareLedgers(db: Database, providers: Pick<Providers, 'ledger'>): Promise<string[]> {
  const [attempts, tickets, ledger] = await Promise.all([
    readAttempts(db),
    readTickets(db),
    providers.ledger(),
  ])
  const strangers = Object.keys(ledger).filter(id => !attempts.some(attempt => attempt.id === id))
  const homes = Map.groupBy(attempts, attempt => attempt.home)
  const wrongs = [...homes].flatMap(([home, own]) => {
    if (own.some(isUnderWay)) return []
    const owed = tickets.find(one => one.home === home)?.yen ?? 0
    const money = own.map(({ id }) => ledger[id])
    return [...compareMoney({ orderId: own[0]?.orderId ?? home, owed, money }), ...compareBooked(own, ledger)]
  })
  return [...strangers.map(id => `money moved for ${id}, which is no attempt`), ...wrongs]
}

interface AttemptBooked {
  readonly id: string
  readonly orderId: string
  /** The reservation that it paid for; the order when there is no reservation. */
  readonly home: string
  readonly state: string
  readonly operation: string | null
  readonly isRefunding: boolean
  /** Yen that the provider keeps according to our ledger. */
  readonly booked: number
}

function isUnderWay({ operation, state, isRefunding }: AttemptBooked): boolean {
  return operation !== null || state === 'refund_failed' || isRefunding
}

interface Books {
  readonly orderId: string
  /** Price of the valid tickets, in yen. */
  readonly owed: number
  /** Of each attempt; undefined where nothing moved. */
  readonly money: readonly (Money | undefined)[]
}

function compareMoney({ orderId, owed, money }: Books): string[] {
  const net = money.reduce((sum, one) => sum + (one?.net ?? 0), 0)
  const isStanding = money.some(
    one => one !== undefined && one.authorized > 0 && one.authorized !== one.captured + one.voided,
  )
  return [
    ...(net === owed ? [] : [`order ${orderId}: the providers keep ${net} yen, its tickets cost ${owed}`]),
    ...(isStanding ? [`order ${orderId} left an authorisation standing`] : []),
  ]
}

/** Payments for which a provider keeps another amount than our ledger says. */
function compareBooked(
  attempts: readonly AttemptBooked[],
  ledger: Readonly<Record<string, Money>>,
): string[] {
  return attempts.flatMap(({ id, orderId, booked }) => {
    const net = ledger[id]?.net ?? 0
    return net === booked ? [] : [`order ${orderId}: a provider keeps ${net} yen, our ledger says ${booked}`]
  })
}

const BOOKED = sql<number>`coalesce((
  select sum(l.amount) from ledger_entries l
  where l.attempt_id = payment_attempts.id and l.account = 'provider'), 0)::integer`

const HOME = sql<string>`coalesce(
  (select p.reservation_id from reservation_payments p where p.attempt_id = payment_attempts.id),
  (select r.id from reservations r where r.order_id = payment_attempts.order_id),
  payment_attempts.order_id)`

function readAttempts(db: Database): Promise<AttemptBooked[]> {
  const isRefunding = sql<boolean>`exists(
    select from refunds r where r.attempt_id = payment_attempts.id and r.state <> 'done') or exists(
    select from refund_requests q join reservation_payments p on p.reservation_id = q.reservation_id
     where p.attempt_id = payment_attempts.id and not q.is_spread)`
  return db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['id', 'order_id as orderId', 'state', 'operation', isRefunding.as('isRefunding')])
      .select([HOME.as('home'), BOOKED.as('booked')])
      .orderBy('created_at')
      .execute(),
  )
}

/** What a change to a cheaper time did not give back, as its site says, is kept beside the price of the tickets. */
const KEPT_DIFFERENCE = sql`(
  select greatest(0, o.credit - o.price)
         - coalesce((select q.amount from refund_requests q where q.order_id = o.id), 0)
    from reservations r join orders o on o.id = r.order_id
   where r.id = tickets.reservation_id)`

function readTickets(db: Database): Promise<Array<{ readonly home: string; readonly yen: number }>> {
  return db.read(tx =>
    tx
      .selectFrom('tickets')
      .select('reservation_id as home')
      .select(
        sql<number>`(coalesce(sum(price) filter (where revoked_at is null), 0) + ${KEPT_DIFFERENCE})::integer`.as(
          'yen',
        ),
      )
      .groupBy('reservation_id')
      .execute(),
  )
}

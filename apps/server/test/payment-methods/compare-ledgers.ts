import { sql } from 'kysely'

import type { Database } from '../../src/platform/db/database.ts'
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
  return [...strangers.map(id => `money moved for ${id}, which is not an attempt`), ...wrongs]
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

/** Whole tables are joined: a lookup for each row takes seconds where thousands of orders came and went within a minute. */
async function readAttempts(db: Database): Promise<readonly AttemptBooked[]> {
  const { rows } = await db.read(read =>
    sql<AttemptBooked>`
      select a.id, a.order_id as "orderId", a.state, a.operation,
             coalesce(p.reservation_id, r.id, a.order_id) as home, coalesce(l.booked, 0)::integer as booked,
             f.attempt_id is not null or w.reservation_id is not null as "isRefunding"
        from payment_attempts a
        left join reservation_payments p on p.attempt_id = a.id
        left join reservations r on r.order_id = a.order_id
        left join (select attempt_id, sum(amount) as booked from ledger_entries
                    where account = 'provider' group by attempt_id) l on l.attempt_id = a.id
        left join (select distinct attempt_id from refunds where state <> 'done') f on f.attempt_id = a.id
        left join (select distinct reservation_id from refund_requests where not is_spread) w
               on w.reservation_id = p.reservation_id
       order by a.created_at`.execute(read),
  )
  return rows
}

/** What a change to a cheaper time did not give back, as its site says, is kept beside the price of the tickets. */
async function readTickets(
  db: Database,
): Promise<ReadonlyArray<{ readonly home: string; readonly yen: number }>> {
  const { rows } = await db.read(read =>
    sql<{ readonly home: string; readonly yen: number }>`
      select r.id as home,
             (coalesce(t.price, 0) + greatest(0, o.credit - o.price) - coalesce(q.amount, 0))::integer as yen
        from reservations r
        join orders o on o.id = r.order_id
        left join refund_requests q on q.order_id = o.id
        left join (select reservation_id, sum(price) as price from tickets
                    where revoked_at is null group by reservation_id) t on t.reservation_id = r.id`.execute(
      read,
    ),
  )
  return rows
}

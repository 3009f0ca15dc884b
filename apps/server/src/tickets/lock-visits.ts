import { type RawBuilder, sql } from 'kysely'

import { listed } from '../platform/db/list.ts'

/** A reservation as it was read, with those of its tickets that admit somebody. */
export interface VisitAsRead {
  readonly reservationId: string
  /** The newest completed order of it. */
  readonly orderId: string
  readonly tickets: ReadonlyArray<{
    readonly number: number
    readonly codeVersion: number
    readonly price: number
  }>
}

/**
 * Part of a statement: `whole_visits` (reservation_id), those that nobody has moved, used, handed on or given back since they were
 * read, in part or whole. Nobody does so until the commit. The orders behind `locked`, a query of ids, are locked before them.
 */
export function lockVisitsAsRead(
  visits: readonly VisitAsRead[],
  locked: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const tickets = visits.flatMap(({ reservationId, tickets: own }) =>
    own.map(ticket => ({ ...ticket, reservationId })),
  )
  return sql`locked_visits as materialized (
    select r.id, v.tickets from reservations r
      join ${listed('v', {
        id: ['uuid', visits.map(({ reservationId }) => reservationId)],
        order_id: ['uuid', visits.map(({ orderId }) => orderId)],
        tickets: ['int', visits.map(({ tickets: own }) => own.length)],
      })} on v.id = r.id
     where r.order_id = v.order_id and r.status = 'active' and r.order_id in (${locked})
     order by r.id for no key update of r
  ), locked_tickets as materialized (
    select t.reservation_id from tickets t
      join ${listed('a', {
        reservation_id: ['uuid', tickets.map(({ reservationId }) => reservationId)],
        number: ['int', tickets.map(({ number }) => number)],
        code_version: ['int', tickets.map(({ codeVersion }) => codeVersion)],
        price: ['int', tickets.map(({ price }) => price)],
      })} on a.reservation_id = t.reservation_id and a.number = t.id
     where t.reservation_id in (select id from locked_visits) and t.code_version = a.code_version and t.price = a.price
       and t.revoked_at is null and t.used_at is null and t.handed_on_at is null
     order by t.reservation_id, t.id for no key update of t
  ), whole_visits as materialized (
    select v.id as reservation_id from locked_visits v
     where v.tickets = (select count(*) from locked_tickets t where t.reservation_id = v.id)
  )`
}

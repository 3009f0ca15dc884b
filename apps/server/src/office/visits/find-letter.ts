import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'

/** The letter about one reservation of a cancellation. */
export interface LetterFacts {
  readonly reservationId: string
  readonly orderId: string
  readonly letter: string | null
  readonly movesUntil: Date | null
  /** Somebody else has some of the tickets. */
  readonly isShared: boolean
  /** The numbers of the tickets that go back, and their yen. */
  readonly ticketNumbers: readonly number[] | null
  readonly amount: number | null
}

export function findLetter(read: Read, itemId: string): Promise<LetterFacts | undefined> {
  return read
    .selectFrom('visit_cancellation_items as i')
    .innerJoin('visit_cancellations as c', 'c.id', 'i.cancellation_id')
    .leftJoin('refund_requests as q', 'q.id', 'i.refund_request_id')
    .select([
      'i.reservation_id as reservationId',
      'i.order_id as orderId',
      'i.letter',
      'c.moves_until as movesUntil',
      'q.ticket_ids as ticketNumbers',
      'q.amount',
      sql<boolean>`exists (
        select from tickets t where t.reservation_id = i.reservation_id and t.handed_on_at is not null)`.as(
        'isShared',
      ),
    ])
    .where('i.id', '=', itemId)
    .executeTakeFirst()
}

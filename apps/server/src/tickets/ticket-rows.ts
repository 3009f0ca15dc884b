import { sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
import { epochSeconds } from '../platform/db/epoch-seconds.ts'
import { wordsOf } from '../platform/db/words-of.ts'
import { visitOf, type VisitRow } from '../orders/bought/bought-columns.ts'
import { SHOWN } from '../orders/bought/shown-languages.ts'
import { type EntryRulesRow, entryRulesOf, type PastRow } from './site-gates/entry-rules.ts'

/** A ticket with the name and the times of what it admits to. */
export interface TicketRow extends PastRow {
  readonly id: number
  readonly uid: string
  readonly code_version: number
  /** The hash of the code, in hexadecimal. */
  readonly code_hash: string
  /** The price, in yen. */
  readonly price: number
  readonly type: string
  /** Null on a ticket for a set product. */
  readonly option_value_id: number | null
  /** The first entry that was not undone, in seconds since 1970. */
  readonly used_at: number | null
  /** Its money went back. */
  readonly is_revoked: boolean
  /** With whom it is; null with its buyer. */
  readonly share_id: string | null
  /** The product that it admits to, and when. */
  readonly admits_to: number
  readonly span: number
  readonly option_name: string | null
  readonly product_name: string | null
  readonly visit: VisitRow
  readonly rules: EntryRulesRow
  /** Its kind is shown together with a proof; null on a ticket for a set product. */
  readonly needs_proof: boolean | null
  /** The kind that its own is sold with. */
  readonly only_with: number | null
}

const words = wordsOf(SHOWN)

/** The tickets of a reservation by their number, each a {@link TicketRow}, in a statement with the tables of `reservationsByToken`. */
export const TICKETS = fixed(sql`(
  select coalesce(json_agg(json_build_object(
      'id', id, 'uid', uid, 'code_version', code_version,
      'code_hash', encode(code_hash, 'hex'), 'price', price, 'type', type,
      'option_value_id', option_value_id, 'used_at', ${epochSeconds('used_at')},
      'last_in_at', ${epochSeconds('last_in_at')}, 'last_out_at', ${epochSeconds('last_out_at')}, 'is_revoked', revoked_at is not null,
      'share_id', share_id, 'admits_to', admits_to, 'span', span,
      'option_name', ${words('option_value_texts', 'ticket.option_value_id')},
      'product_name', ${words('product_texts', 'ticket.admits_to')}, 'visit', ${visitOf('ticket.span')},
      'rules', ${entryRulesOf('ticket.admits_to')},
      'needs_proof', (select needs_proof from option_values where option_values.id = ticket.option_value_id),
      'only_with', (select only_with from option_values where option_values.id = ticket.option_value_id)
    ) order by id), '[]')
    from (
      select id, uid, code_version, code_hash, price, type, option_value_id, used_at,
             coalesce(last_in_at, used_at) as last_in_at, last_out_at,
             revoked_at, share_id,
             product_id as admits_to, time_span_id as span
        from tickets where reservation_id = reservation.id
    ) as ticket)`)

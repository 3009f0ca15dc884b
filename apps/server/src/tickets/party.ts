import { entryOf } from '@kippu/domain/known'
import type { PartyTicket } from '@kippu/domain/sharing'
import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
/** A ticket as far as it matters for handing it on. */
export interface PartyRow {
  readonly id: number
  readonly type: string
  /** The product that it admits to, and when. */
  readonly admits_to: number
  readonly span: number
  readonly option_value_id: number | null
  /** The kind that its own is sold with. */
  readonly only_with: number | null
  readonly is_available: boolean
}

/** The columns of a {@link PartyRow}, in a statement with `tickets`. */
export const PARTY_COLUMNS = {
  admits_to: sql<number>`tickets.product_id`,
  span: sql<number>`tickets.time_span_id`,
  only_with: sql<
    number | null
  >`(select v.only_with from option_values v where v.id = tickets.option_value_id)`,
  is_available: sql<boolean>`(tickets.used_at is null and tickets.revoked_at is null and tickets.handed_on_at is null)`,
} as const

/** The tickets of `reservation` as a list of {@link PartyRow}, in a statement with the tables of `reservationsByToken`. */
export const PARTY: RawBuilder<readonly PartyRow[]> = fixed(sql`(
  select coalesce(json_agg(json_build_object(
      'id', tickets.id, 'type', tickets.type, 'option_value_id', tickets.option_value_id, 'only_with', ${PARTY_COLUMNS.only_with},
      'admits_to', ${PARTY_COLUMNS.admits_to}, 'span', ${PARTY_COLUMNS.span}, 'is_available', ${PARTY_COLUMNS.is_available}
    ) order by tickets.id), '[]')
    from tickets where tickets.reservation_id = reservation.id)`)

export function partyOf(rows: readonly PartyRow[]): PartyTicket[] {
  const parents = parentsOf(rows)
  return rows.map(
    ({ id, option_value_id: optionValueId, only_with: onlyWith, is_available: isAvailable }) => ({
      number: id,
      parentId: entryOf(parents, id),
      optionValueId,
      onlyWith,
      isAvailable,
    }),
  )
}

/** The number of the first ticket of the same purchase line, by the number of each ticket. */
export function parentsOf(
  rows: readonly Pick<PartyRow, 'id' | 'type' | 'admits_to' | 'span'>[],
): ReadonlyMap<number, number> {
  const lines = Map.groupBy(rows, ({ type, admits_to, span }) => `${type} ${admits_to} ${span}`)
  return new Map(
    [...lines.values()].flatMap(line => {
      const parent = Math.min(...line.map(({ id }) => id))
      return line.map(({ id }) => [id, parent] as const)
    }),
  )
}

import { sql } from 'kysely'

import { askedRows } from '../../platform/db/asked.ts'
import type { GroupedRead } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch-seconds.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { hashToken } from '../../platform/tokens.ts'

/** A ticket as its code leads to it; its names are those of its product. */
export interface ScannedRow {
  readonly reservation_id: string
  /** The status of the reservation. */
  readonly status: string
  /** Number of the ticket inside its reservation. */
  readonly id: number
  readonly uid: string
  readonly code_version: number
  /** The hash of the code, in hexadecimal. */
  readonly code_hash: string
  readonly type: string
  /** Null on a ticket for a set product. */
  readonly option_value_id: number | null
  /** With whom it is; null with its buyer. */
  readonly share_id: string | null
  /** The product that it admits to, and when. */
  readonly admits_to: number
  readonly span: number
  /** In seconds since 1970. */
  readonly starts_at: number
  readonly ends_at: number
}

/** By what a ticket is found: its code, its uid, the start of its code's hash (hexadecimal), or the number of its reservation. */
export type ScannedName =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'uid'; readonly uid: string }
  | { readonly kind: 'hash'; readonly start: string }
  | { readonly kind: 'number'; readonly number: string }

interface Question {
  readonly siteKey: string
  readonly name: ScannedName
}

const HASH_DIGITS = 64

/** The tickets of the reservation of a site in which a ticket is, by their number; none where a start of a hash fits several. */
export const scannedTickets: GroupedRead<Question, readonly ScannedRow[]> = grouped(
  async (read, questions) => {
    const names = questions.map(({ name }) => name)
    const { rows } = await sql<ScannedRow & { readonly place: number }>`
      select asked.place::integer as place, r.id as reservation_id, r.status, t.id, t.uid, t.code_version,
             encode(t.code_hash, 'hex') as code_hash, t.type, t.option_value_id, t.share_id,
             t.product_id as admits_to, span.id as span,
             ${epochSeconds('span.starts_at')} as starts_at, ${epochSeconds('span.ends_at')} as ends_at
        from ${askedRows({
          code: ['bytea', names.map(name => (name.kind === 'code' ? hashToken(name.code) : null))],
          uid: ['uuid', names.map(name => (name.kind === 'uid' ? name.uid : null))],
          low: ['bytea', names.map(name => boundOf(name, '0'))],
          high: ['bytea', names.map(name => boundOf(name, 'f'))],
          number: ['text', names.map(name => (name.kind === 'number' ? name.number : null))],
          site: ['text', questions.map(({ siteKey }) => siteKey)],
        })}
       cross join lateral (
         select id, status from reservations
          where site_key = asked.site and id = coalesce(
            (select named.reservation_id from tickets named where named.uid = asked.uid),
            (select named.reservation_id from tickets named where named.code_hash = asked.code),
            (select min(named.reservation_id::text)::uuid from tickets named
              where named.code_hash between asked.low and asked.high having count(*) = 1),
            (select numbered.id from reservations numbered
              where numbered.site_key = asked.site and numbered.number = asked.number))
         offset 0) as r
       cross join lateral (select * from tickets where tickets.reservation_id = r.id offset 0) as t
       cross join lateral (
         select id, starts_at, ends_at from time_spans
          where time_spans.id = t.time_span_id offset 0) as span
       order by asked.place, t.id`.execute(read)
    const found = Map.groupBy(rows, ({ place }) => place)
    return questions.map((_, index) => found.get(index + 1) ?? [])
  },
)

/** The first or the last hash that begins so. */
function boundOf(name: ScannedName, digit: '0' | 'f'): Buffer | null {
  return name.kind === 'hash' ? Buffer.from(name.start.padEnd(HASH_DIGITS, digit), 'hex') : null
}

import { sql } from 'kysely'
import * as v from 'valibot'

import { buyerOf } from '../../orders/buyers/buyer.ts'
import type { Deps } from '../../platform/deps.ts'
import { guestAtDoor } from '../../resellers/bookings/sold-by.ts'
import { day, site } from '../../platform/staff/inputs.ts'
import { recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type DeskLanguage, deskLanguage, nameIn } from './desk-language.ts'

/** One reservation at one time: what somebody at the door needs who has paper alone. */
export interface ExpectedParty {
  readonly startsAt: Date
  /** Japanese. */
  readonly product: string
  readonly reservationNumber: string
  readonly name: string
  /** Japanese names of the kinds, and how many of each still admit. */
  readonly kinds: ReadonlyArray<{ readonly name: string; readonly count: number }>
  /** How many of the party are inside or have been. */
  readonly entered: number
}

interface PartyRow extends Omit<ExpectedParty, 'name'> {
  readonly customer_info: unknown
  readonly guest: string | null
}

/** Everybody who is expected on a day, by time and then by reservation number. Tickets in other hands stand with their buyer. */
export const readDayList = staffVerb({
  name: 'door',
  permission: 'orders:read',
  reach: 'site',
  input: v.object({ ...site, ...deskLanguage, date: day }),
  run: readParties,
})

interface AskedDoor {
  readonly siteKey: string
  readonly date: string
  readonly lang?: DeskLanguage | undefined
}

async function readParties(
  { db }: Pick<Deps, 'db'>,
  { siteKey, date, lang = 'ja' }: AskedDoor,
  act: Act,
): Promise<ExpectedParty[]> {
  const { rows } = await db.read(read =>
    sql<PartyRow>`
      with own as (
        select t.reservation_id, t.time_span_id as span_id, t.used_at,
               coalesce(${nameIn(lang, 'option_value_texts', sql`x.option_value_id = t.option_value_id`)},
                        ${nameIn(lang, 'product_texts', sql`x.product_id = t.product_id`)}, '') as kind
          from time_spans s
          join tickets t on t.time_span_id = s.id
         where s.site_key = ${siteKey} and s.visit_date = ${date}::date and t.revoked_at is null
      ), kinds as (
        select reservation_id, span_id, kind, count(*)::int as count, count(used_at)::int as entered from own group by 1, 2, 3
      )
      select s.starts_at as "startsAt", coalesce(${nameIn(lang, 'product_texts', sql`x.product_id = s.product_id`)}, '') as product,
             r.number as "reservationNumber", o.customer_info, ${guestAtDoor(sql`o.id`)} as guest, sum(k.entered)::int as entered,
             jsonb_agg(jsonb_build_object('name', k.kind, 'count', k.count) order by k.kind) as kinds
        from kinds k join time_spans s on s.id = k.span_id
        join reservations r on r.id = k.reservation_id join orders o on o.id = r.order_id
       group by s.id, r.id, o.id order by s.starts_at, s.id, r.number`.execute(read),
  )
  await recordAlone(db, act, { subject: date, details: { reservations: rows.length } })
  return rows.map(({ customer_info: answers, guest, ...row }) => ({
    ...row,
    name: guest ?? buyerOf(answers).name,
  }))
}

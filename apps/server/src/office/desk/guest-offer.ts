import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database } from '../../platform/db/database.ts'
import { day, site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'

/** In the languages of the console. */
interface Names {
  readonly ja: string
  readonly en: string
}

interface OfferedToGuests {
  readonly uuid: string
  readonly names: Names
  readonly kinds: readonly Names[]
  readonly times: ReadonlyArray<{ readonly startsAt: number; readonly places: number }>
}

interface AskedDay {
  readonly siteKey: string
  readonly date: string
}

/** The products of a day that tickets may be issued for, with the places that each time has left. */
export const readGuestOffer = staffVerb({
  name: 'issue offer',
  permission: 'tickets:issue',
  reach: 'site',
  input: v.object({ ...site, date: day }),
  run: async ({ db }: { readonly db: Database }, { siteKey, date }: AskedDay) => {
    const { rows } = await db.read(read =>
      sql<OfferedToGuests>`
        select p.uuid::text,
               (select json_build_object('ja', max(name) filter (where lang = 'ja'), 'en', coalesce(max(name) filter (where lang = 'en'), max(name) filter (where lang = 'ja')))
                  from product_texts where product_id = p.id) as names,
               (select coalesce(json_agg(json_build_object('ja', ja, 'en', coalesce(en, ja)) order by id), '[]') from (
                  select v.id, max(t.name) filter (where lang = 'ja') as ja, max(t.name) filter (where lang = 'en') as en
                    from product_options o join option_values v on v.option_id = o.id join option_value_texts t on t.option_value_id = v.id
                   where o.product_id = p.id and o.type = 'ticket_type' and v.retired_at is null group by v.id) as kind) as kinds,
               json_agg(json_build_object('startsAt', extract(epoch from s.starts_at) * 1000, 'places', s.capacity - s.taken) order by s.starts_at) as times
          from time_spans s join products p on p.id = s.product_id
         where p.site_key = ${siteKey} and p.product_type = 'main' and s.visit_date = ${date} and s.sale_state = 'open'
         group by p.id order by p.id`.execute(read),
    )
    return rows
  },
})

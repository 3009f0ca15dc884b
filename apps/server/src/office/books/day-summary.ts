import { itemAt } from '@kippu/domain/known'
import type { DaySummary } from '@kippu/domain/books/day-summary'
import { addDays, type IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import { day as dayInput, site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { BookReads } from './book-reads.ts'
import { boundsOf } from './days.ts'
import { sumSales, totalOf } from './sales-report.ts'
import { countVisitors } from './visitors.ts'

interface DayOfSite {
  readonly siteKey: string
  readonly day: IsoDate
}

/** {@link summariseDay} as it stands now, for staff. */
export const reportDay = staffVerb({
  name: 'report daily',
  permission: 'money:read',
  reach: 'site',
  input: v.object({ ...site, day: dayInput }),
  run: (deps: BookReads, asked: DayOfSite, { clock }: Act) =>
    summariseDay(deps, { ...asked, now: new Date(clock.now()) }),
})

export async function summariseDay(
  deps: BookReads,
  { siteKey, day, now }: DayOfSite & { readonly now: Date },
): Promise<DaySummary> {
  const period = { siteKey, from: day, to: day, booking: 'sale' } as const
  const total = totalOf(await sumSales(deps, period, 'day'))
  const [visitors] = await countVisitors(deps, { siteKey, from: day, to: day, now }, 'day')
  const places = []
  for (const later of [addDays(day, 1), addDays(day, 2)]) {
    const lines = await countVisitors(deps, { siteKey, from: later, to: later, now }, 'product')
    places.push({
      day: later,
      products: lines.map(({ group, sold, capacity }) => ({ product: group, sold, capacity })),
    })
  }
  return {
    siteKey,
    day,
    visits: total.visits,
    tickets: total.tickets,
    sold: total.net + total.refunds - total.changes,
    changes: total.changes,
    refunds: total.refunds,
    refundedTickets: total.refundedTickets,
    visitors: {
      sold: visitors?.sold ?? 0,
      admitted: visitors?.admitted ?? 0,
      noShows: visitors?.noShows ?? 0,
    },
    ...(await countTroubles(deps, siteKey, day)),
    places,
  }
}

async function countTroubles(
  { db }: BookReads,
  siteKey: string,
  day: IsoDate,
): Promise<Pick<DaySummary, 'undelivered' | 'needPerson'>> {
  const { begin, end } = boundsOf(day)
  const { rows } = await db.read(read =>
    sql<{ undelivered: number; people: number }>`
      select (select count(*) from orders where site_key = ${siteKey} and email_refused_at >= ${begin}
                 and email_refused_at < ${end})::int as undelivered,
             ((select count(*) from payment_attempts where site_key = ${siteKey} and needs_person)
              + (select count(*) from refunds where site_key = ${siteKey} and needs_person))::int as people`.execute(
      read,
    ),
  )
  const { undelivered, people: needPerson } = itemAt(rows, 0)
  return { undelivered, needPerson }
}

import { addMonths, firstOfMonth, type IsoDate, midnightOf } from '@kippu/domain/jst-date'
import { ON_ACCOUNT } from '@kippu/domain/payment-method'
import { sumOf } from '@kippu/domain/sum'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'

interface StatementLine {
  readonly day: IsoDate
  /** The payment's: a transfer is matched by it. */
  readonly reference: string
  readonly reservationNumber: string
  /** The reseller's, where it gave one. */
  readonly resellerReference: string | null
  readonly uuid: string
  readonly visitDate: IsoDate
  /** Yen that the reseller owes; less than zero for what was cancelled. */
  readonly yen: number
}

interface Statement {
  readonly lines: readonly StatementLine[]
  readonly yen: number
}

/** The debt of a reseller of a month in Japan, entry by entry as in the books; undefined where the site has none of this code. */
export const readStatement = staffVerb({
  name: 'resellers statement',
  permission: 'money:read',
  reach: 'site',
  input: v.object({
    ...site,
    code: v.string(),
    year: v.pipe(v.number(), v.integer()),
    month: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  }),
  run: select,
})

interface AskedStatement {
  readonly siteKey: string
  readonly code: string
  readonly year: number
  readonly month: number
}

async function select(
  { db }: Pick<Deps, 'db'>,
  { siteKey, code, year, month }: AskedStatement,
): Promise<Statement | undefined> {
  const [begin, end] = [0, 1].map(
    months => new Date(midnightOf(firstOfMonth(addMonths({ year, month }, months)))),
  )
  return db.read(async read => {
    const reseller = await read
      .selectFrom('resellers')
      .select('id')
      .where('site_key', '=', siteKey)
      .where('code', '=', code)
      .executeTakeFirst()
    if (reseller === undefined) return undefined
    const { rows: lines } = await sql<StatementLine>`
      select (l.created_at at time zone 'Asia/Tokyo')::date as day, a.provider_order_ref as reference,
             r.number as "reservationNumber", b.reseller_reference as "resellerReference", b.uuid,
             s.visit_date as "visitDate", l.amount as yen
        from ledger_entries l
        join payment_attempts a on a.id = l.attempt_id
        join orders o on o.id = a.order_id
        join time_spans s on s.id = o.time_span_id
        join reservation_payments p on p.attempt_id = a.id
        join reservations r on r.id = p.reservation_id
        join reseller_bookings b on b.order_id = r.order_id
       where l.site_key = ${siteKey} and l.account = 'provider' and l.created_at >= ${begin} and l.created_at < ${end}
         and a.provider = ${ON_ACCOUNT} and b.reseller_id = ${reseller.id}
       order by l.created_at, a.provider_order_ref`.execute(read)
    return { lines, yen: sumOf(lines.map(({ yen }) => yen)) }
  })
}

import type { VersionLine, VisitHistory } from '@kippu/domain/books/history'
import type { IsoDate } from '@kippu/domain/jst-date'
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import { boundsOf } from './days.ts'
import { DEBTOR } from './debtor.ts'

/** In SQL, the reservations of a site to whose money something happened after they were bought, or may yet: few of all. */
function changedSince(siteKey: string): RawBuilder<unknown> {
  return sql`(
    select reservation_id from refund_requests where site_key = ${siteKey}
    union select reservation_id from tickets where revoked_at is not null
    union select replaces from orders where replaces is not null)`
}

/** In SQL, whether the payment `a` was only authorised, and given up. */
const IS_GIVEN_UP = sql<boolean>`(a.state = 'voided' or a.operation is not distinct from 'void')`

/** So many purchases of a day that are one like the other, as far as sums go. */
export interface SameSales {
  readonly day: IsoDate
  readonly count: number
  readonly history: VisitHistory
}

interface SameRow {
  readonly day: IsoDate
  readonly count: number
  readonly productId: number
  readonly channel: string
  readonly method: string
  readonly provider: string
  readonly paid: number
  /** Lines with commas between, each its kind and numbers with blanks between. */
  readonly lines: string
}

interface Days {
  readonly siteKey: string
  readonly from: IsoDate
  /** Included. */
  readonly to: IsoDate
}

/** The reservations that were bought in a period, or to whose money something happened in it, without those of {@link readPlainSales}. */
export async function findChanged(read: Read, { siteKey, from, to }: Days): Promise<string[]> {
  const { begin, end } = boundsOf(from, to)
  const { rows } = await sql<{ id: string }>`
    select p.reservation_id as id
      from reservation_payments p
      join reservations r on r.id = p.reservation_id
      join payment_attempts a on a.id = p.attempt_id
     where p.created_at >= ${begin} and p.created_at < ${end} and r.site_key = ${siteKey}
       and (${IS_GIVEN_UP} or p.reservation_id in ${changedSince(siteKey)})
    union
    select reservation_id from refund_requests
     where site_key = ${siteKey} and created_at >= ${begin} and created_at < ${end}
    union
    select t.reservation_id from tickets t join reservations r on r.id = t.reservation_id
     where t.revoked_at >= ${begin} and t.revoked_at < ${end} and r.site_key = ${siteKey}`.execute(read)
  return rows.map(({ id }) => id)
}

/**
 * The purchases of a period to which nothing happened since, alike ones together: a venue sells the same few things again and again, so that
 * there are some dozens a day, however many are bought.
 */
export async function readPlainSales(read: Read, { siteKey, from, to }: Days): Promise<SameSales[]> {
  const { begin, end } = boundsOf(from, to)
  const { rows } = await sql<SameRow>`
    select p.day::text, count(*)::integer as count, o.product_id as "productId", o.channel, p.method, p.provider, p.paid, p.lines
      from (
        select (p.created_at at time zone 'Asia/Tokyo')::date as day, a.order_id, a.method, ${DEBTOR} as provider, p.amount as paid,
               string_agg(concat_ws(' ', i.kind, i.quantity, i.unit_price, i.membership_discount, i.coupon_discount,
                                    i.method_discount, i.tax_rate), ',' order by i.kind = 'set', i.position) as lines
          from reservation_payments p
          join payment_attempts a on a.id = p.attempt_id
          left join order_items i on i.order_id = a.order_id
         where p.created_at >= ${begin} and p.created_at < ${end} and a.site_key = ${siteKey}
           and not ${IS_GIVEN_UP} and p.reservation_id not in ${changedSince(siteKey)}
         group by a.id, p.created_at, p.amount
      ) as p
      join orders o on o.id = p.order_id
     group by p.day, o.product_id, o.channel, p.method, p.provider, p.paid, p.lines`.execute(read)
  return rows.map(({ day, count, lines, ...version }) => ({
    day,
    count,
    history: {
      reservationId: '',
      number: '',
      versions: [
        {
          ...version,
          at: boundsOf(day).begin.getTime() * 1_000,
          orderId: '',
          attemptId: '',
          releasedAt: null,
          visitDate: day,
          lines: lines === '' ? [] : lines.split(',').map(line => lineOf(line, version.productId)),
        },
      ],
      refunds: [],
      revoked: [],
    },
  }))
}

const kinds = v.picklist(['ticket', 'extra', 'set'])
const numbers = v.tuple([v.number(), v.number(), v.number(), v.number(), v.number(), v.number()])

/** Time span and kind of its tickets matter where some of them are given back, and here none is. */
function lineOf(text: string, productId: number): VersionLine {
  const [kind, ...rest] = text.split(' ')
  const [quantity, unitPrice, membership, coupon, method, taxRate] = v.parse(numbers, rest.map(Number))
  return {
    kind: v.parse(kinds, kind === 'ticket_type' ? 'ticket' : kind),
    quantity,
    unitPrice,
    membership,
    coupon,
    method,
    taxRate,
    productId,
    timeSpanId: 0,
    optionValueId: null,
  }
}

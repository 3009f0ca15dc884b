import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { ScanMode } from '@kippu/domain/check-in/judge-entry'
import { presenceCodeAt } from '@kippu/server/gate/devices/presence-code'
import { createTokens, hashToken } from '@kippu/server/platform/tokens'
import type { Tokens } from '@kippu/server/platform/tokens'
import pg from 'pg'

import { startEmbeddedDatabase } from '../tools/start/embedded-database.ts'

/** The payment attempts of an order, oldest first. */
export interface OrderRecords {
  attemptsOf(orderToken: string): Promise<string[]>
}

/** Changes that no visitor can make but a story needs: time that has passed, a day that costs nothing. */
export interface StoreDatabase extends OrderRecords {
  /** Ends the hold of an order now. */
  endHold(orderToken: string): Promise<void>
  /** Makes the hold of an order end in the given number of seconds. */
  endHoldIn(orderToken: string, seconds: number): Promise<void>
  /** Ends an order that is being paid and sells its places to others, as only a fault could. */
  stealPlaces(orderToken: string): Promise<void>
  /** Sells everything that a product has left on a day. */
  sellOut(productUuid: string, date: string): Promise<void>
  /** Units of a product on a day that orders hold or have bought. */
  takenOn(productUuid: string, date: string): Promise<number>
  /** Closes a day of a product: it then has no time span. */
  closeDay(productUuid: string, date: string): Promise<void>
  /** Makes a day of a product free of charge. */
  makeFree(productUuid: string, date: string): Promise<void>
  /** Adds a coupon of the demo whose discount is counted in nothing: no sheet may have one. */
  addBadCoupon(code: string): Promise<void>
  /** Ends a coupon of the demo yesterday. */
  endCoupon(code: string): Promise<void>
  /** The mail server has refused the address of a reservation, as one would that no longer knows it. */
  refuseAddress(reservationToken: string): Promise<void>
  /** Invites somebody who has worked there for long: no line of the last day says who let them in. @returns the token of the invitation. */
  inviteFormer(name: string): Promise<string>
  /** All wrong numbers that may be tried with this address in ten minutes have been tried, from networks all over the world (S-8.01). */
  spendInquiries(email: string): Promise<void>
  /** Moves a time span to today, from an hour ago to an hour from now: whoever has a ticket of it may enter. */
  openNow(timeSpanId: number): Promise<void>
  /** Puts a time of a product on sale that begins in a few minutes, as they are sold at the door. */
  sellSoon(productUuid: string): Promise<void>
  /** How the visitors of a product check in. */
  checksInBy(productUuid: string, mode: ScanMode): Promise<void>
  /** Opens a gate of the demo. @returns the code of its poster. */
  openGate(name: string): Promise<string>
  /** What the demo shows to those who are there now. */
  presenceCode(): string
  close(): Promise<void>
}

const OF_DAY = 'product_id = (select id from products where uuid = $1) and visit_date = $2'
const OF_ORDER = 'order_id = (select id from orders where token_hash = $1)'

/** What the running store derives with its key. */
function tokensOf(dataDir: string): Tokens {
  return createTokens(readFileSync(path.join(dataDir, 'secret-key'), 'utf8').trim())
}

/** Connects to the database of the running store, in its data folder. */
export async function openStoreDatabase(dataDir: string): Promise<StoreDatabase> {
  const database = await startEmbeddedDatabase({ dataDir })
  const pool = new pg.Pool({
    connectionString: database.url,
    max: 1,
    // One without a name is taken for a program of a former release.
    application_name: 'stories',
  })
  const change = async (sql: string, values: readonly unknown[]): Promise<void> => {
    const { rowCount } = await pool.query(sql, [...values])
    if (!rowCount) throw new Error(`nothing changed: ${sql}`)
  }
  const endHoldIn = async (orderToken: string, seconds: number): Promise<void> => {
    const values = [hashToken(orderToken), seconds]
    const end = `expires_at = now() + make_interval(secs => $2)`
    await change(`update orders set ${end} where token_hash = $1`, values)
    await change(`update holds set ${end} where ${OF_ORDER}`, values)
  }
  return {
    attemptsOf: async orderToken => {
      const { rows } = await pool.query<{ id: string }>(
        `select id from payment_attempts where ${OF_ORDER} order by created_at`,
        [hashToken(orderToken)],
      )
      return rows.map(({ id }) => id)
    },
    endHold: orderToken => endHoldIn(orderToken, -1),
    endHoldIn,
    stealPlaces: async orderToken => {
      const values = [hashToken(orderToken)]
      await change(`update orders set status = 'expired' where token_hash = $1`, values)
      await change(
        `with gone as (delete from holds where ${OF_ORDER} returning time_span_id, units)
         update time_spans set taken = taken - units, capacity = taken - units
         from gone where time_spans.id = gone.time_span_id`,
        values,
      )
    },
    sellOut: (productUuid, date) =>
      change(`update time_spans set capacity = taken where ${OF_DAY}`, [productUuid, date]),
    takenOn: async (productUuid, date) => {
      const sum = `select sum(taken)::int as taken from time_spans where ${OF_DAY}`
      const { rows } = await pool.query<{ taken: number }>(sum, [productUuid, date])
      return rows[0]?.taken ?? 0
    },
    closeDay: (productUuid, date) =>
      change(`update product_days set is_closed = true where ${OF_DAY}`, [productUuid, date]),
    makeFree: (productUuid, date) =>
      change(`update product_days set base_price = 0 where ${OF_DAY}`, [productUuid, date]),
    addBadCoupon: code =>
      change(
        `insert into coupons (id, site_key, code, kind, discount_type, discount_amount, channels)
         values ($1, 'demo', $2, 'flat_rate', 'points', 500, '{web}')
         on conflict (site_key, code) do update set discount_type = excluded.discount_type`,
        [randomUUID(), code],
      ),
    endCoupon: code =>
      change(`update coupons set ends_on = current_date - 2 where site_key = 'demo' and code = $1`, [code]),
    refuseAddress: reservationToken =>
      change(
        `update orders set email_refused_at = now()
          where id = (select order_id from reservations where token_hash = $1)`,
        [hashToken(reservationToken)],
      ),
    inviteFormer: async name => {
      const id = randomUUID()
      const token = tokensOf(dataDir).derive('invitation', id)
      await change(`insert into staff (name, role) values ($1, 'manager')`, [name])
      await change(
        `insert into staff_invitations (staff, id, token_hash, created_at, ends_at) values ($1, $2, $3, now(), now() + interval '1 hour')`,
        [name, id, hashToken(token)],
      )
      return token
    },
    spendInquiries: email =>
      change(
        `insert into inquiry_tries (site_key, subject_hash, tries, counted_from) values ('demo', $1, 100, now())`,
        [tokensOf(dataDir).hide(`inquiry:email ${email}`).hash],
      ),
    openNow: timeSpanId =>
      change(
        `update time_spans set visit_date = (now() at time zone 'Asia/Tokyo')::date,
           starts_at = date_trunc('second', now()) - make_interval(hours => 1, secs => id % 600),
           ends_at = date_trunc('second', now()) + interval '1 hour'
          where id = $1`,
        [timeSpanId],
      ),
    sellSoon: productUuid =>
      change(
        `insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
         select site_key, id, (now() at time zone 'Asia/Tokyo')::date, soon,
           date_trunc('second', now()) + interval '1 hour', 20
          from products, generate_series(
            date_trunc('second', now()) + interval '5 minutes', now() + interval '40 minutes', '1 second') as soon
          where uuid = $1 and not exists (select from time_spans where product_id = products.id and starts_at = soon)
          order by random() limit 1`,
        [productUuid],
      ),
    checksInBy: (productUuid, mode) =>
      change('update products set scan_mode = $2 where uuid = $1', [productUuid, mode]),
    openGate: async name => {
      const id = randomUUID()
      const code = tokensOf(dataDir).derive('gate', id)
      await change(
        `insert into gates (id, site_key, name, code_hash, created_at) values ($1, 'demo', $2, $3, now())`,
        [id, `${name} ${id}`, hashToken(code)],
      )
      return code
    },
    presenceCode: () => presenceCodeAt({ tokens: tokensOf(dataDir) }, 'demo', Date.now()).digits,
    close: async () => {
      await pool.end()
      await database.stop()
    },
  }
}

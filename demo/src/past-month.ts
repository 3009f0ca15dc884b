import { randomBytes, randomInt, randomUUID } from 'node:crypto'

import { jstDateOf } from '@kippu/domain/jst-date'
import { RESERVATION_NUMBER_LENGTH, reservationNumberFrom } from '@kippu/domain/reservation-number'
import type { Clock } from '@kippu/server/platform/clock'
import type { Database, Tx } from '@kippu/server/platform/db/database'
import { hashToken, type Tokens } from '@kippu/server/platform/tokens'
import { newReservationToken } from '@kippu/server/tickets/reservation-token'
import { newTicketCode } from '@kippu/server/tickets/ticket-code'
import { sql } from 'kysely'

import { sampleName } from './sample-names.ts'

/** A charge of the past at the simulated provider. @returns its reference there. */
export type Charge = (attempt: { readonly attemptId: string; readonly amount: number }) => Promise<string>

interface PastDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly charge: Charge
}

/** Whole weeks, so that each day of the past is like the same day of the week to come. */
const DAYS = 28
const DAY_MS = 86_400_000
/** Charges at a time. */
const ABREAST = 8

/**
 * Gives a site of the demonstration the orders of the last four weeks, as if people had bought there: written by SQL, and each paid at the
 * simulated provider, so that books are whole and a refund finds its payment. Does nothing where somebody visited already.
 * @returns how many were written.
 */
export async function fillPastMonth(deps: PastDeps, siteKey: string): Promise<number> {
  const { db, clock, charge } = deps
  const today = jstDateOf(clock.now())
  const hasPast = await db.read(read =>
    sql<{ found: boolean }>`
      select exists (select from orders o join time_spans s on s.id = o.time_span_id
                      where o.site_key = ${siteKey} and s.visit_date < ${today}::date) as found`.execute(
      read,
    ),
  )
  if (hasPast.rows[0]?.found === true) return 0
  await db.transaction(tx => addPastDays(tx, { siteKey, today }))
  const chosen = await chooseVisits(db, { siteKey, today })
  const paid: PaidVisit[] = []
  for (let from = 0; from < chosen.length; from += ABREAST)
    paid.push(
      ...(await Promise.all(
        chosen.slice(from, from + ABREAST).map(async visit => {
          const attemptId = randomUUID()
          return { visit, attemptId, reference: await charge({ attemptId, amount: yenOf(visit) }) }
        }),
      )),
    )
  await db.transaction(tx =>
    writeVisits(
      tx,
      paid.map(one => rowOf(deps, siteKey, one)),
    ),
  )
  return paid.length
}

interface Past {
  readonly siteKey: string
  readonly today: string
}

/** Days and times as those of the four weeks to come. */
async function addPastDays(tx: Tx, { siteKey, today }: Past): Promise<void> {
  const coming = sql`
    p.site_key = ${siteKey} and p.product_type = 'main' and p.sale_type = 'time'
    and visit_date >= ${today}::date and visit_date < ${today}::date + ${DAYS}::integer`
  await sql`
    insert into product_days (product_id, visit_date, base_price, is_closed)
    select d.product_id, d.visit_date - ${DAYS}::integer, d.base_price, d.is_closed
      from product_days d join products p on p.id = d.product_id where ${coming}
    on conflict do nothing`.execute(tx)
  await sql`
    insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
    select p.site_key, s.product_id, s.visit_date - ${DAYS}::integer, s.starts_at - make_interval(days => ${DAYS}::integer),
           s.ends_at - make_interval(days => ${DAYS}::integer), greatest(s.capacity, ${MOST_PEOPLE * MOST_VISITS}::integer)
      from time_spans s join products p on p.id = s.product_id where ${coming}
    on conflict do nothing`.execute(tx)
}

/** Visits of a time, and people of a visit. */
const MOST_VISITS = 3
const MOST_PEOPLE = 4

interface ChosenVisit {
  readonly span: number
  readonly product: number
  readonly starts_at: Date
  readonly kind: number
  readonly base_price: number
  readonly add_cost: number
  readonly people: number
  readonly name: string
  readonly phone: string
}

function yenOf({ base_price: base, add_cost: add, people }: ChosenVisit): number {
  return (base + add) * people
}

/** One kind of ticket a visit: the first of its product that costs something. */
async function chooseVisits(db: Database, { siteKey, today }: Past): Promise<readonly ChosenVisit[]> {
  const { rows } = await db.read(read =>
    sql<ChosenVisit>`
      with visits as (
        select s.*, n, row_number() over (order by s.id, n) as number
          from time_spans s join products p on p.id = s.product_id,
               generate_series(1, 1 + s.id % ${MOST_VISITS}::integer) as n
         where s.site_key = ${siteKey} and p.product_type = 'main' and p.sale_type = 'time'
           and s.visit_date < ${today}::date and s.visit_date >= ${today}::date - ${DAYS}::integer)
      select s.id as span, s.product_id as product, s.starts_at, kind.id as kind, d.base_price, kind.add_cost,
             1 + (s.number % ${MOST_PEOPLE}::integer)::integer as people, ${sampleName(sql`s.number`)} as name,
             '090' || lpad((s.number * 7919 % 100000000)::text, 8, '0') as phone
        from visits s join product_days d on d.product_id = s.product_id and d.visit_date = s.visit_date
        join lateral (
          select v.id, v.add_cost from product_options o join option_values v on v.option_id = o.id
           where o.product_id = s.product_id and o.type = 'ticket_type' and v.retired_at is null and v.only_with is null
             and d.base_price + v.add_cost > 0
           order by o.position, v.position limit 1) kind on true
       order by s.number`.execute(read),
  )
  return rows
}

interface PaidVisit {
  readonly visit: ChosenVisit
  readonly attemptId: string
  readonly reference: string
}

/** Rows as JSON has them; bytes are hexadecimal. */
type Row = Readonly<Record<string, unknown>>

function rowOf(
  { tokens, clock }: PastDeps,
  siteKey: string,
  { visit, attemptId, reference }: PaidVisit,
): Row {
  const [id, reservationId] = [randomUUID(), randomUUID()]
  const hashOf = (token: string): string => hashToken(token).toString('hex')
  const boughtAt = Math.min(visit.starts_at.getTime(), clock.now()) - randomInt(1, 20 * DAY_MS)
  const email = `guest${visit.phone.slice(-6)}@example.com`
  return {
    id,
    site: siteKey,
    token: hashOf(tokens.derive('order', id)),
    product: visit.product,
    span: visit.span,
    people: visit.people,
    price: yenOf(visit),
    answers: [
      { key: 'fullname', value: visit.name },
      { key: 'email', value: email },
      { key: 'phone', value: visit.phone },
    ],
    email,
    mail_token: hashOf(tokens.derive('mail', `${id}.1`)),
    bought_at: new Date(boughtAt).toISOString(),
    kind: visit.kind,
    base_price: visit.base_price,
    add_cost: visit.add_cost,
    attempt: attemptId,
    payment: hashOf(tokens.derive('payment', attemptId)),
    reference,
    reservation: reservationId,
    number: reservationNumberFrom(randomBytes(RESERVATION_NUMBER_LENGTH)),
    reservation_token: hashOf(newReservationToken(tokens, { id: reservationId, tokenGeneration: 0 })),
    codes: Array.from({ length: visit.people }, (_, index) =>
      hashOf(newTicketCode(tokens, { reservationId, number: index + 1, uid: '', codeVersion: 0 })),
    ),
  }
}

async function writeVisits(tx: Tx, rows: readonly Row[]): Promise<void> {
  await sql`
    create temporary table past on commit drop as
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, site text, token text, product integer, span integer, people integer, price integer, answers jsonb, email text,
      mail_token text, bought_at timestamptz, kind integer, base_price integer, add_cost integer, attempt uuid, payment text,
      reference text, reservation uuid, number text, reservation_token text, codes jsonb)`.execute(tx)
  for (const statement of STATEMENTS) await statement.execute(tx)
}

const STATEMENTS = [
  sql`
    insert into orders (id, site_key, channel, token_hash, status, lang, product_id, time_span_id, quantity, subtotal, price,
      customer_info, email, mail_generation, mail_token_hash, mailed_generation, expires_at, created_at, completed_at, version)
    select id, site, 'web', decode(token, 'hex'), 'completed', 'ja', product, span, people, price, price, answers, email, 1,
           decode(mail_token, 'hex'), 1, bought_at + interval '20 minutes', bought_at, bought_at + interval '3 minutes', 6
      from past`,
  sql`
    insert into order_items (order_id, position, kind, option_value_id, quantity, base_price, add_cost, unit_price,
      membership_discount, coupon_discount, product_id, time_span_id)
    select id, 0, 'ticket_type', kind, people, base_price, add_cost, base_price + add_cost, 0, 0, product, span from past`,
  sql`
    insert into payment_attempts (id, site_key, order_id, payment_number_hash, provider, method, provider_order_ref, amount,
      currency, tax_amount, state, provider_refs, deadline, created_at, updated_at, version)
    select attempt, site, id, decode(payment, 'hex'), 'stripe', 'stripe_secure', substr(replace(attempt::text, '-', ''), 1, 27),
           price, 'JPY', price / 11, 'captured', jsonb_build_object('intent', reference), bought_at + interval '17 minutes',
           bought_at + interval '2 minutes', bought_at + interval '3 minutes', 5
      from past`,
  sql`
    insert into ledger_entries (id, site_key, order_id, attempt_id, account, amount, kind, operation_key, created_at)
    select gen_random_uuid(), site, id, attempt, account, sign * price, 'capture', attempt || ':capture',
           bought_at + interval '3 minutes'
      from past, (values ('provider', 1), ('sales', -1)) as entry (account, sign)`,
  sql`
    insert into reservations (id, site_key, order_id, number, token_hash, status, created_at)
    select reservation, site, id, number, decode(reservation_token, 'hex'), 'active', bought_at + interval '3 minutes' from past`,
  sql`
    insert into reservation_payments (reservation_id, attempt_id, amount, created_at)
    select reservation, attempt, price, bought_at + interval '3 minutes' from past`,
  sql`
    insert into tickets (reservation_id, id, type, product_id, time_span_id, option_value_id, price, code_hash)
    select reservation, code.number, 'gate', product, span, kind, base_price + add_cost, decode(code.hash, 'hex')
      from past, jsonb_array_elements_text(codes) with ordinality as code (hash, number)`,
  sql`
    insert into holds (order_id, time_span_id, units, expires_at) select id, span, people, null from past`,
  sql`
    update time_spans set taken = taken + sold.units
      from (select span, sum(people)::integer as units from past group by span) as sold where time_spans.id = sold.span`,
]

import { isDeepStrictEqual } from 'node:util'

import { type RawBuilder, sql } from 'kysely'

import type { OtherDaysShop } from '../shop/shop.ts'
import { pastOf } from './gate-model.ts'
import { admissionsOf, type Model, type ModelTicket, takenUnits } from './slow-model.ts'
import type { SmallCatalogue } from '../small-catalogue.ts'

interface SpanRow {
  readonly id: number
  readonly taken: number
  readonly capacity: number
  readonly held: number
  readonly live: number
}

interface VisitRow {
  readonly id: string
  readonly number: string
  readonly admissions: number
  readonly teas: number
  readonly price: number
  readonly spans: readonly number[]
  readonly tea_spans: readonly number[]
  /** Numbers of those in other hands, ascending. */
  readonly shared: readonly number[]
  /** Yen on its newest receipt; null without one. */
  readonly receipt: number | null
  /** Versions of the codes of all its tickets, with the first and the newest entry and the newest exit of each, in ms. */
  readonly gate: ReadonlyArray<readonly [number, number, number | null, number | null, number | null]>
  readonly entries: readonly string[]
}

interface BookRow {
  readonly order_id: string
  readonly attempt_id: string
  readonly booked: number
}

/** Stock, tickets, and money at the provider and in the books, against the model. Each line names a difference. */
export async function compareWithModel(shop: OtherDaysShop, model: Model): Promise<string[]> {
  const { catalogue, coupons } = model.world
  const products = sql`(${catalogue.productId}, ${catalogue.tea.productId})`
  const [spans, visits, books, ledger, uses, refusals] = await Promise.all([
    rowsOf(
      shop,
      sql<SpanRow>`
      select s.id, s.taken, s.capacity, coalesce(sum(h.units), 0)::integer as held,
             coalesce(sum(h.units) filter (where h.expires_at is null or h.expires_at > now()), 0)::integer as live
        from time_spans s left join holds h on h.time_span_id = s.id
       where s.product_id in ${products} group by s.id`,
    ),
    rowsOf(
      shop,
      sql<VisitRow>`
      select r.id, r.number, count(t.id) filter (where t.type = 'gate')::integer as admissions,
             count(t.id) filter (where t.type = 'set')::integer as teas, coalesce(sum(t.price), 0)::integer as price,
             coalesce(array_agg(distinct t.time_span_id) filter (where t.type = 'gate'), '{}') as spans,
             coalesce(array_agg(distinct t.time_span_id) filter (where t.type = 'set'), '{}') as tea_spans,
             array(select s.id from tickets s where s.reservation_id = r.id and s.share_id is not null order by s.id) as shared,
             (select (c.document ->> 'total')::integer from receipts c
               where c.reservation_id = r.id order by c.year desc, c.number desc limit 1) as receipt,
             (select json_agg(json_build_array(g.id, g.code_version, ${msOf('g.used_at')}, ${msOf('g.last_in_at')}, ${msOf('g.last_out_at')})
                              order by g.id) from tickets g where g.reservation_id = r.id) as gate,
             array(select concat_ws(' ', e.ticket_id, e.direction, ${msOf('e.at')}, coalesce(e.fault, 'right'), e.undone_at is not null)
                     from check_ins e where e.reservation_id = r.id order by 1) as entries
        from reservations r join orders o on o.id = r.order_id
        left join tickets t on t.reservation_id = r.id and t.revoked_at is null
       where o.product_id = ${catalogue.productId} group by r.id`,
    ),
    rowsOf(
      shop,
      sql<BookRow>`
      select a.order_id, a.id as attempt_id,
             coalesce((select sum(l.amount) from ledger_entries l
                        where l.attempt_id = a.id and l.account = 'provider'), 0)::integer as booked
        from payment_attempts a join orders o on o.id = a.order_id where o.product_id = ${catalogue.productId}`,
    ),
    shop.stripe.ledger(),
    rowsOf(
      shop,
      sql<{
        code: string
        taken: number
      }>`select code, taken from coupons where code = any(${coupons.map(({ code }) => code)})`,
    ),
    rowsOf(
      shop,
      sql<{ id: string; status: string; reason: string }>`
        select scan_id as id, status, reason from gate_refusals where scan_id = any(${[...model.refusals.keys()]}::uuid[])`,
    ),
  ])
  const taken = takenUnits(model)
  const netOf = (ids: readonly string[]) => books.filter(({ order_id }) => ids.includes(order_id))
  return [
    ...spans.flatMap(({ id, taken: counted, capacity, held, live }) =>
      differences(`span ${id}`, {
        live: [live, taken.get(id) ?? 0],
        'taken as held': [counted, held],
        'not above capacity': [counted <= capacity, true],
      }),
    ),
    ...differences('shop', { reservations: [visits.length, model.visits.size] }),
    ...differences('gate', {
      refusals: [new Map(refusals.map(({ id, status, reason }) => [id, { status, reason }])), model.refusals],
    }),
    ...[...model.visits].flatMap(visit => {
      const row = visits.find(({ id }) => id === visit.reservationId)
      const own = netOf(visit.orderIds)
      const net = own.reduce((sum, { attempt_id }) => sum + (ledger[attempt_id]?.net ?? 0), 0)
      const {
        number,
        admissions,
        teas,
        price,
        spans: at,
        tea_spans: teaAt,
        shared,
        receipt,
        gate,
        entries,
      } = row ?? {}
      const gates = admissionsOf(visit)
      const teaUnits = visit.tickets.length - gates
      return differences(`visit ${visit.number}`, {
        number: [number, visit.number],
        admissions: [admissions, gates],
        teas: [teas, teaUnits],
        price: [price, visit.tickets.reduce((sum, one) => sum + one.price, 0)],
        at: [at, gates > 0 ? [visit.span] : []],
        'with others': [
          shared,
          visit.shares.flatMap(({ numbers }) => numbers).toSorted((one, other) => one - other),
        ],
        receipt: [receipt, visit.hasReceipt ? visit.paid : null],
        gate: [
          gate,
          [...visit.versions]
            .toSorted(([one], [other]) => one - other)
            .map(([of, version]) => {
              const { firstIn, lastIn, lastOut } = pastOf(visit, of)
              return [of, version, firstIn, lastIn, lastOut]
            }),
        ],
        entries: [
          entries,
          visit.entries
            .map(one =>
              [one.number, one.direction, one.at, one.fault ?? 'right', one.isUndone ? 't' : 'f'].join(' '),
            )
            .toSorted(),
        ],
        'tea at': [teaAt, teaUnits > 0 ? [visit.teaSpan] : []],
        // What is owed is given back by the provider before, or after, the store hears of it.
        'provider keeps': [Math.min(Math.max(net, visit.paid), visit.paid + visit.owed), net],
        'books say': [own.reduce((sum, { booked }) => sum + booked, 0), visit.paid + visit.owed],
      })
    }),
    ...[...model.waiting].flatMap(({ id }) =>
      differences(`order ${id}`, {
        'provider keeps': [
          netOf([id]).reduce((sum, { attempt_id }) => sum + (ledger[attempt_id]?.net ?? 0), 0),
          0,
        ],
      }),
    ),
    ...coupons.flatMap(({ code }) =>
      differences(`coupon ${code}`, {
        uses: [
          uses.find(row => row.code === code)?.taken,
          [...model.visits].filter(({ coupon }) => coupon?.code === code).length +
            [...model.waiting].filter(({ coupon }) => coupon?.code === code).length,
        ],
      }),
    ),
  ]
}

function differences(what: string, facts: Readonly<Record<string, readonly [unknown, unknown]>>): string[] {
  return Object.entries(facts).flatMap(([name, [ours, theirs]]) =>
    isDeepStrictEqual(ours, theirs)
      ? []
      : [`${what}, ${name}: the store says ${JSON.stringify(ours)}, the model ${JSON.stringify(theirs)}`],
  )
}

/** The tickets of a reservation that admit somebody, as the store has them. */
export async function ticketsOf(
  shop: OtherDaysShop,
  { catalogue, reservationId }: { readonly catalogue: SmallCatalogue; readonly reservationId: string },
): Promise<readonly ModelTicket[]> {
  const rows = await rowsOf(
    shop,
    sql<{
      id: number
      price: number
      option_value_id: number | null
    }>`select id, price, option_value_id from tickets
         where reservation_id = ${reservationId} and revoked_at is null order by id`,
  )
  return rows.map(({ id, price, option_value_id }) => ({
    number: id,
    price,
    kind: option_value_id === null ? 'tea' : option_value_id === catalogue.adult ? 'adult' : 'child',
  }))
}

export async function rowsOf<Row>({ db }: OtherDaysShop, query: RawBuilder<Row>): Promise<readonly Row[]> {
  const { rows } = await db.read(read => query.execute(read))
  return rows
}

/** A time as ms since 1970. */
function msOf(column: string): RawBuilder<unknown> {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}

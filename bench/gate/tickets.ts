import { randomUUID } from 'node:crypto'

import { jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/platform/db/database'
import { list, listed } from '@kippu/server/platform/db/list'
import type { SiteGate } from '@kippu/server/tickets/site-gates/site-gates'
import { newTicketCode } from '@kippu/server/tickets/ticket-code'
import { hashToken, type Tokens } from '@kippu/server/platform/tokens'
import { sql } from 'kysely'

import { insertSmallCatalogue } from '../../apps/server/test/small-catalogue.ts'

/** People who come to one event today, in parties of two. */
export interface Event {
  readonly spanId: number
  /** The signed code of each ticket. */
  readonly codes: readonly string[]
}

const TICKETS_OF_A_PARTY = 2
const ROWS = 5_000

/** One event of today with so many tickets, bought as the store writes them. */
export async function insertEvent(
  db: Database,
  { tokens, gate, tickets }: { readonly tokens: Tokens; readonly gate: SiteGate; readonly tickets: number },
): Promise<Event> {
  const today = jstDateOf(Date.now())
  const catalogue = await insertSmallCatalogue(db, {
    saleType: 'date',
    visitDate: today,
    capacities: [tickets],
  })
  const [spanId] = catalogue.spans
  if (spanId === undefined) throw new Error('the event has no time')
  const bought = Array.from({ length: tickets / TICKETS_OF_A_PARTY }, (_, index) => ({
    order: randomUUID(),
    reservation: randomUUID(),
    number: `B${String(index).padStart(9, '0')}`,
  }))
  const visit = await visitOf(db, spanId)
  const rows = bought.flatMap(({ reservation: reservationId }) =>
    Array.from({ length: TICKETS_OF_A_PARTY }, (_, index) => {
      const origin = { reservationId, number: index + 1, uid: randomUUID(), codeVersion: 1 }
      return { ...origin, codeHash: hashToken(newTicketCode(tokens, origin)) }
    }),
  )
  await db.transaction(async tx => {
    await sql`
      insert into orders (id, site_key, channel, token_hash, status, lang, product_id, time_span_id, quantity, subtotal, price,
                          expires_at, created_at, completed_at)
      select id, 'demo', 'web', sha256(('order ' || id)::bytea), 'completed', 'ja', ${catalogue.productId}, ${spanId},
             ${TICKETS_OF_A_PARTY}, 6400, 6400, now(), now(), now()
        from unnest(${list(
          'uuid',
          bought.map(({ order }) => order),
        )}) as id`.execute(tx)
    await sql`
      insert into reservations (id, site_key, number, token_hash, order_id, status, created_at)
      select id, 'demo', number, sha256(('reservation ' || id)::bytea), order_id, 'active', now()
        from ${listed('r', {
          id: ['uuid', bought.map(({ reservation }) => reservation)],
          number: ['text', bought.map(({ number }) => number)],
          order_id: ['uuid', bought.map(({ order }) => order)],
        })}`.execute(tx)
    for (let from = 0; from < rows.length; from += ROWS) {
      const some = rows.slice(from, from + ROWS)
      await sql`
        insert into tickets (reservation_id, id, type, option_value_id, price, code_hash, uid, code_version, product_id, time_span_id)
        select reservation_id, id, 'gate', ${catalogue.adult}, 3200, code_hash, uid, 1, ${catalogue.productId}, ${spanId}
          from ${listed('t', {
            reservation_id: ['uuid', some.map(({ reservationId }) => reservationId)],
            id: ['int', some.map(({ number }) => number)],
            code_hash: ['bytea', some.map(({ codeHash }) => codeHash)],
            uid: ['uuid', some.map(({ uid }) => uid)],
          })}`.execute(tx)
    }
  })
  return {
    spanId,
    codes: rows.map(({ uid }) =>
      gate.signedCode({
        type: 'gate',
        uid,
        version: 1,
        productId: catalogue.productId,
        optionValueId: catalogue.adult,
        ...visit,
        issuedAt: null,
      }),
    ),
  }
}

async function visitOf(
  db: Database,
  spanId: number,
): Promise<{ readonly from: number; readonly to: number }> {
  const { starts_at: from, ends_at: to } = await db.read(read =>
    read
      .selectFrom('time_spans')
      .select(['starts_at', 'ends_at'])
      .where('id', '=', spanId)
      .executeTakeFirstOrThrow(),
  )
  return { from: from.getTime(), to: to.getTime() }
}

/** Nobody has come yet; what was changed is flushed to disk. */
export async function emptyEvent(db: Database): Promise<void> {
  await db.read(async tx => {
    await sql`truncate check_ins, gate_refusals`.execute(tx)
    await sql`update tickets set used_at = null, last_in_at = null where used_at is not null`.execute(tx)
    await sql`vacuum analyze tickets`.execute(tx)
    await sql`checkpoint`.execute(tx)
  })
}

/** People inside, by the tickets and by the entries. */
export async function countInside(
  db: Database,
): Promise<{ readonly tickets: number; readonly entries: number }> {
  const { rows } = await db.read(read =>
    sql<{ tickets: number; entries: number }>`
      select (select count(*)::int from tickets where used_at is not null) as tickets,
             (select count(*)::int from check_ins where direction = 'in') as entries`.execute(read),
  )
  const [counted] = rows
  if (counted === undefined) throw new Error('a count answered nothing')
  return counted
}

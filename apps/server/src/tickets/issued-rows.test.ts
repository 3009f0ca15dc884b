import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Bought, ReadyOrder } from '../../test/shop/stripe.ts'
import { createShop, type StripeShop } from '../../test/shop/shop.ts'
import { rowsOfOrder } from '../../test/rows-of-order.ts'
import type { Tx } from '../platform/db/database.ts'
import { hashToken } from '../platform/tokens.ts'
import { findReservationOfOrder } from '../../test/find-reservation-of-order.ts'
import { findPaymentsOf, findReservationByNumber } from './find-reservation.ts'
import { type BoughtVisit, drawReservation, insertReservations } from './issue.ts'
import { cancelReservation, lockTickets, lowerPrices, revokeTickets } from './revoke.ts'

/** Two bought visits with two tickets and a tea each: what is read or done of the first says nothing of the second. */
let shop: StripeShop
let first: Bought
let second: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  first = await buy()
  second = await buy()
})

async function readyOrder(): Promise<ReadyOrder> {
  await shop.resetStock()
  return shop.readyOrder(2, { tea: 1 })
}

async function buy(): Promise<Bought> {
  await shop.resetStock()
  return shop.buy(2, { tea: 1 })
}

const run = (query: ReturnType<typeof sql>) =>
  shop.db.transaction(async tx => {
    await query.execute(tx)
  })

/** Issues tickets, and answers with the id of their reservation. */
async function issue(visit: BoughtVisit): Promise<string> {
  const reservation = drawReservation(shop.deps.tokens, visit)
  await run(sql`with ${insertReservations([reservation], sql`select ${visit.orderId}::uuid`)} select 1`)
  return reservation.id
}

describe('what is issued', () => {
  test('is the tickets of the order, each with what it admits to; a tea with its product', async () => {
    const { rows } = await shop.db.read(read =>
      sql`select id, type, product_id, time_span_id, option_value_id, price, code_version
          from tickets where reservation_id = ${first.reservationId} order by id`.execute(read),
    )
    const { productId, adult, spans, tea } = shop.catalogue
    const gate = { type: 'gate', product_id: productId, time_span_id: spans[0] }
    const ofTea = { product_id: tea.productId, time_span_id: tea.spans[0] }
    expect(rows).toEqual([
      { id: 1, ...gate, option_value_id: adult, price: 3200, code_version: 0 },
      { id: 2, ...gate, option_value_id: adult, price: 3200, code_version: 0 },
      { id: 3, type: 'set', ...ofTea, option_value_id: null, price: 800, code_version: 0 },
    ])
  })

  test('has codes that the tickets show, and a token that opens it', async () => {
    const tickets = (await shop.call('GET', `/api/v1/reservations/${first.token}/tickets`)).body
    const codes = Object.values(tickets).map(ticket => hashToken((ticket as { code: string }).code))
    const { rows } = await shop.db.read(read =>
      sql<{ code_hash: Buffer }>`
        select code_hash from tickets where reservation_id = ${first.reservationId} order by id`.execute(
        read,
      ),
    )
    expect(rows.map(row => row.code_hash)).toEqual(codes)
    expect(tickets).toHaveLength(3)
  })

  test('has a number that no other visit of the site has: one that is taken is drawn again (S-8.02)', async () => {
    await run(sql`create sequence draws`)
    await run(sql`
      create function take_a_number() returns trigger language plpgsql as $$
      begin
        if nextval('draws') <= 2 then new.number := ${sql.lit(first.number)}; end if;
        return new;
      end $$`)
    await run(
      sql`create trigger taken before insert on reservations for each row execute function take_a_number()`,
    )
    const third = await buy()
    await run(sql`drop trigger taken on reservations`)
    expect(third.number).toMatch(/^[A-HJ-NP-Z2-9]{10}$/)
    expect(third.number).not.toBe(first.number)
    const { rows } = await shop.db.read(read =>
      sql`select last_value::integer as draws from draws`.execute(read),
    )
    expect(rows).toEqual([{ draws: 3 }])
  })
})

test.each(['reservations', 'reservation_payments', 'tickets'])(
  'what cannot be written to %s fails for who issues',
  async table => {
    const { id: orderId } = await readyOrder()
    const { attemptId } = first
    await run(sql`delete from reservation_payments where attempt_id = ${attemptId}`)
    const { productId, adult, spans } = shop.catalogue
    const ticket = { type: 'gate', productId, timeSpanId: spans[0]!, optionValueId: adult, price: 1 } as const
    const payment = { attemptId, amount: 1 }
    await run(sql`alter table ${sql.table(table)} add constraint faulty check (false) not valid`)
    const issued = issue({ orderId, siteKey: 'demo', payment, tickets: [ticket] })
    await expect(issued).rejects.toThrow('violates check constraint "faulty"')
    await run(sql`alter table ${sql.table(table)} drop constraint faulty`)
  },
)

test('what nobody paid for has no payment', async () => {
  const { reservationId } = first
  await run(sql`delete from reservation_payments where reservation_id = ${reservationId}`)
  expect(await shop.db.read(tx => findPaymentsOf(tx, reservationId))).toEqual([])
})

describe('what is found', () => {
  test('is the reservation of the order, or of the number at its site', async () => {
    for (const { orderId, reservationId, number } of [first, second]) {
      const issued = { reservationId, reservationNumber: number }
      expect(await shop.db.read(tx => findReservationOfOrder(tx, orderId))).toEqual(issued)
      const at = (siteKey: string) => ({ siteKey, number })
      expect(await shop.db.read(tx => findReservationByNumber(tx, at('demo')))).toEqual({
        ...issued,
        orderId,
      })
      expect(await shop.db.read(tx => findReservationByNumber(tx, at('mori')))).toBeUndefined()
    }
  })

  test('are the payments of a reservation, the newest first, and of no other', async () => {
    const third = await buy()
    await run(sql`
      update reservation_payments set reservation_id = ${first.reservationId}, created_at = now() + interval '1 second'
      where attempt_id = ${third.attemptId}`)
    expect(await shop.db.read(tx => findPaymentsOf(tx, first.reservationId))).toEqual([
      third.attemptId,
      first.attemptId,
    ])
    expect(await shop.db.read(tx => findPaymentsOf(tx, second.reservationId))).toEqual([second.attemptId])
  })

  test('by a token of another kind is nothing, even if it were stored as one (S-15.01)', async () => {
    const open = async (token: string) => (await shop.call('GET', `/api/v1/reservations/${token}`)).status
    const wrong = shop.deps.tokens.derive('order', first.reservationId)
    const store = (token: string) =>
      run(sql`update reservations set token_hash = ${hashToken(token)} where id = ${first.reservationId}`)
    await store(wrong)
    expect(await open(wrong)).toBe(404)
    await store(first.token)
    expect(await open(first.token)).toBe(200)
  })

  test('by a token is its own visit and its own tickets', async () => {
    for (const { token, number } of [first, second]) {
      expect((await shop.call('GET', `/api/v1/reservations/${token}`)).body).toMatchObject({
        reservation_number: number,
        tickets_count: 3,
      })
      expect((await shop.call('GET', `/api/v1/reservations/${token}/tickets`)).body).toHaveLength(3)
    }
  })
})

describe('what is done to tickets of one visit leaves the other as it is:', () => {
  const ticketsOf = ({ reservationId }: Bought) => shop.db.transaction(tx => lockTickets(tx, reservationId))

  test('revoking', async () => {
    const before = await rowsOfOrder(shop.db, second.orderId)
    const { reservationId } = first
    await shop.db.transaction(tx => revokeTickets(tx, { reservationId, numbers: [3, 1] }))
    expect((await ticketsOf(first)).map(({ isRevoked }) => isRevoked)).toEqual([true, false, true])
    expect(await rowsOfOrder(shop.db, second.orderId)).toEqual(before)
  })

  test('cancelling', async () => {
    const before = await rowsOfOrder(shop.db, second.orderId)
    await shop.db.transaction(tx => cancelReservation(tx, first.reservationId))
    const { status } = (await shop.call('GET', `/api/v1/reservations/${first.token}`)).body
    expect(status).toBe('cancelled')
    expect(await rowsOfOrder(shop.db, second.orderId)).toEqual(before)
  })

  test('lowering prices', async () => {
    const before = await rowsOfOrder(shop.db, second.orderId)
    const { reservationId } = first
    await shop.db.transaction(tx => lowerPrices(tx, { reservationId, numbers: [3, 2], parts: [800, 1] }))
    expect((await ticketsOf(first)).map(({ price }) => price)).toEqual([3200, 3199, 0])
    expect(await rowsOfOrder(shop.db, second.orderId)).toEqual(before)
  })

  test.each([
    ['revoking', (tx: Tx, reservationId: string) => revokeTickets(tx, { reservationId, numbers: [1] })],
    ['cancelling', (tx: Tx, reservationId: string) => cancelReservation(tx, reservationId)],
    ['lowering', (tx: Tx, id: string) => lowerPrices(tx, { reservationId: id, numbers: [1], parts: [3201] })],
  ])('%s fails for who asked for it', async (_name, act) => {
    const faulty = sql`add constraint faulty check (revoked_at is null) not valid`
    await run(sql`alter table tickets ${faulty}`)
    await run(sql`alter table reservations add constraint faulty check (status <> 'cancelled') not valid`)
    await shop.db.transaction(async tx => {
      await sql`savepoint before`.execute(tx)
      await expect(act(tx, first.reservationId)).rejects.toThrow('violates check constraint')
      await sql`rollback to before`.execute(tx)
    })
    await run(sql`alter table tickets drop constraint faulty`)
    await run(sql`alter table reservations drop constraint faulty`)
  })

  test('locking', async () => {
    const isFree = ({ reservationId }: Bought): Promise<boolean> =>
      shop.db.transaction(async tx => {
        const query = tx.selectFrom('tickets').select('id').where('reservation_id', '=', reservationId)
        return (await query.forUpdate().skipLocked().execute()).length === 3
      })
    await shop.db.transaction(async tx => {
      expect((await lockTickets(tx, first.reservationId)).map(({ number }) => number)).toEqual([1, 2, 3])
      expect([await isFree(first), await isFree(second)]).toEqual([false, true])
    })
  })
})

test('a ticket that was used or given back says so to who takes it back', async () => {
  await run(sql`update tickets set used_at = now() where reservation_id = ${first.reservationId} and id = 1`)
  await run(
    sql`update tickets set revoked_at = now() where reservation_id = ${first.reservationId} and id = 2`,
  )
  const [span, tea] = [shop.catalogue.spans[0], shop.catalogue.tea.spans[0]]
  expect(await shop.db.transaction(tx => lockTickets(tx, first.reservationId))).toEqual([
    { number: 1, price: 3200, timeSpanId: span, isUsed: true, isRevoked: false, isAccepted: false },
    { number: 2, price: 3200, timeSpanId: span, isUsed: false, isRevoked: true, isAccepted: false },
    { number: 3, price: 800, timeSpanId: tea, isUsed: false, isRevoked: false, isAccepted: false },
  ])
})

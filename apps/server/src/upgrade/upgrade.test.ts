import { readdir } from 'node:fs/promises'
import path from 'node:path'

import { readTickets } from '@kippu/contract/reservations'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createPaymentsApp, type PaymentsApp } from '../../test/payments-app.ts'
import { openDatabase } from '../db/database.ts'
import { SCHEMA_RELEASE } from '../db/program-name.ts'
import { requestRefund } from '../payments/refunds/request-refund.ts'
import { contractDatabase } from './contract.ts'
import { countOldRows, createFilling, fillOldRows, startFilling } from './fill.ts'
import { countOlderPrograms } from './older-programs.ts'

let shop: PaymentsApp

beforeAll(async () => {
  shop = await createPaymentsApp()
})
beforeEach(() => shop.resetStock())
afterAll(() => shop.close())

/** Takes from an order what a program of the release before does not write. */
async function leaveAsBefore(orderId: string): Promise<void> {
  await shop.db.transaction(async tx => {
    const reservation = sql`(select id from reservations where order_id = ${orderId})`
    await sql`
      update tickets set uid = null, product_id = null,
        time_span_id = case when type = 'set' then time_span_id end where reservation_id = ${reservation}`.execute(
      tx,
    )
    await sql`delete from reservation_payments where reservation_id = ${reservation}`.execute(tx)
    await sql`
      update order_items set product_id = null, time_span_id = null
      where order_id = ${orderId} and kind <> 'set'`.execute(tx)
    const answers = JSON.stringify([{ key: 'email', value: 'Hana@Example.com' }])
    await sql`update orders set email = null, customer_info = ${answers}, version = version + 1 where id = ${orderId}`.execute(
      tx,
    )
  })
}

/** Their signed codes are made anew: a ticket of before has no name of its own that they could say. */
const ticketsOf = async (token: string): Promise<unknown> => {
  const { body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
  return v.parse(readTickets.response, body).map(ticket => ({ ...ticket, signed_code: '' }))
}

describe('what a program of the release before wrote', () => {
  test('is read as it is: same tickets, same codes, and its money goes back', async () => {
    const bought = await shop.buy(2)
    const before = await ticketsOf(bought.token)
    await leaveAsBefore(bought.orderId)
    expect(await ticketsOf(bought.token)).toEqual(before)
    const asked = { siteKey: 'demo', reservationNumber: bought.number, tickets: 'all', reason: 'r' } as const
    expect(await requestRefund(shop.deps, asked)).toMatchObject({ kind: 'refund', amount: 6400 })
    await shop.compareBooks()
  })

  test('is filled in batches, once, and shows the same tickets afterwards', async () => {
    const bought = [await shop.buy(2), await shop.buy(2)]
    await shop.resetStock()
    const before = await Promise.all(bought.map(({ token }) => ticketsOf(token)))
    for (const { orderId } of bought) await leaveAsBefore(orderId)
    expect(await fillOldRows(shop, 1)).toBeGreaterThan(0)
    expect((await countOldRows(shop)).every(({ left }) => left === 0)).toBe(true)
    expect(await fillOldRows(shop, 1)).toBe(0)
    expect(await Promise.all(bought.map(({ token }) => ticketsOf(token)))).toEqual(before)
    const { email } = await shop.db.read(read =>
      read
        .selectFrom('orders')
        .select('email')
        .where('id', '=', bought[0]?.orderId ?? '')
        .executeTakeFirstOrThrow(),
    )
    expect(email).toBe('hana@example.com')
    await shop.compareBooks()
  })
})

describe('the search for rows of the old shape', () => {
  test('goes on while a program of another release runs, once more after it ended, and then stops', async () => {
    const { orderId } = await shop.buy(1)
    const fill = createFilling(shop)
    const leaveAndFill = async (): Promise<boolean> => {
      await leaveAsBefore(orderId)
      return (await fill()) > 0
    }
    expect(await leaveAndFill()).toBe(true)
    expect(await leaveAndFill()).toBe(false)
    const { Client } = await import('pg')
    const older = new Client({ connectionString: shop.databaseUrl })
    await older.connect()
    expect(await leaveAndFill()).toBe(true)
    await older.end()
    await expect.poll(() => countOlderPrograms(shop)).toBe(0)
    expect(await leaveAndFill()).toBe(true)
    expect(await leaveAndFill()).toBe(false)
    await fillOldRows(shop)
  })
})

describe('the last step of an upgrade', () => {
  test('is refused while a connection of another release is seen, and done once none is', async () => {
    const { Client } = await import('pg')
    const older = new Client({ connectionString: shop.databaseUrl })
    await older.connect()
    expect(await contractDatabase(shop)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('1 '),
    })
    expect(await viewsOf()).toEqual(['order_lines', 'order_sets'])
    await older.end()
    const mayRun = sql<{ beside: number }>`select beside from schema_migrations where beside is not null`
    await shop.db.transaction(tx => sql`update schema_migrations set beside = 1 where number = 2`.execute(tx))
    await expect.poll(() => contractDatabase(shop)).toEqual({ kind: 'contracted' })
    expect(await viewsOf()).toEqual([])
    // Nor may a release of before start again.
    expect((await shop.db.read(read => mayRun.execute(read))).rows).toEqual([])
    expect(await contractDatabase(shop)).toEqual({ kind: 'contracted' })
  })

  test('takes no program of this release for another one, whatever its address says', async () => {
    const named = openDatabase(`${shop.databaseUrl}?application_name=mine`, { poolSize: 1 })
    await named.read(read => sql`select 1`.execute(read))
    expect(await countOlderPrograms(shop)).toBe(0)
    await named.close()
  })

  test('ends the search for rows of the old shape', async () => {
    const { orderId } = await shop.buy(2)
    const other = { email: 'other@example.com' }
    await shop.db.transaction(tx => tx.updateTable('orders').set(other).where('id', '=', orderId).execute())
    await startFilling(shop.deps).stop()
    const read = shop.db.read(tx =>
      tx.selectFrom('orders').select('email').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    expect(await read).toEqual(other)
  })

  test('leaves a store that sells, shows and gives back', async () => {
    const bought = await shop.buy(2)
    const asked = { siteKey: 'demo', reservationNumber: bought.number, tickets: [1], reason: 'r' } as const
    expect(await requestRefund(shop.deps, asked)).toMatchObject({ kind: 'refund', amount: 3200 })
    expect(await ticketsOf(bought.token)).toMatchObject([{ status: 'invalid' }, { status: 'available' }])
    await shop.compareBooks()
  })
})

async function viewsOf(): Promise<string[]> {
  const { rows } = await shop.db.read(read =>
    sql<{ name: string }>`
      select table_name as name from information_schema.views where table_schema = 'public' order by 1`.execute(
      read,
    ),
  )
  return rows.map(({ name }) => name)
}

test('the program names the newest migration that it knows', async () => {
  const folder = path.join(import.meta.dirname, '..', 'db', 'migrations')
  const newest = (await readdir(folder)).toSorted().at(-1)
  expect(Number(newest?.slice(0, 4))).toBe(SCHEMA_RELEASE)
})

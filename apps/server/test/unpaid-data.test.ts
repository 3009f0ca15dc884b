import { randomUUID } from 'node:crypto'

import { addDays } from '@kippu/domain/jst-date'
import { ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'
import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { runCli } from '../src/cli/run-cli.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { listed } from '../src/platform/db/list.ts'
import { type ClearingDeps, clearUnpaid, startClearing } from '../src/orders/life/clear-unpaid.ts'
import { emptyBuyers } from '../src/orders/life/empty-buyers.ts'
import { releaseOrder } from '../src/orders/life/release-expired.ts'
import { forgetVisitors } from '../src/payments/attempts/forget-visitors.ts'
import { dropBookings } from '../src/resellers/bookings/empty-bookings.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import type { ReadyOrder } from './shop/stripe.ts'
import { findBrokenInvariants } from './invariants.ts'
import { rowsOfOrder } from './rows-of-order.ts'
import { TEST_TODAY } from './test-today.ts'

/** What a visitor leaves in a shop. */
interface Traces {
  readonly name: string
  readonly mail: string
  readonly phone: string
  readonly device: string
}

const EVERYBODY: Traces = {
  name: 'Taro Template',
  mail: 'taro@example.com',
  phone: '0300000000',
  device: 'Browser of Taro',
}
const HANAKO: Traces = {
  name: 'Hanako Trace',
  mail: 'Hanako.Trace@example.com',
  phone: '0977771234',
  device: 'Browser of Hanako',
}

const FIRST_KEPT = `${addDays(TEST_TODAY, -29)}T00:00:00+09:00`
const LAST_EMPTIED = `${addDays(TEST_TODAY, -30)}T23:59:59.999+09:00`

let shop: StripeShop
let deps: ClearingDeps
/** An order whose only payment failed, and that is over. It is too young to be emptied; the tests empty copies of it. */
let young: Ended

interface Ended extends ReadyOrder {
  readonly attemptId: string
}

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  deps = { ...shop.deps, forgetVisitors, dropBookings }
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('field_templates').execute()
    const shown = { site_key: 'demo', is_display: true, is_require: true }
    const names = ['email', 'fullname', 'phone']
    await tx
      .insertInto('field_templates')
      .values(names.map((field_name, position) => ({ ...shown, field_name, position })))
      .execute()
  })
  young = await unpaidOrder(EVERYBODY)
})
beforeEach(async () => {
  shop.clock.set(`${TEST_TODAY}T10:00:00+09:00`)
  for (const table of [
    'ledger_entries',
    'refunds',
    'reservations',
    'payment_attempts',
    'order_items',
    'found_buyers',
  ])
    await run(sql`delete from ${sql.table(table)} where order_id <> ${young.id}`)
  await run(sql`delete from orders where id <> ${young.id}`)
  await run(sql`delete from unpaid_orders`)
})
afterAll(() => shop.close())

const run = (statement: RawBuilder<unknown>) => shop.db.transaction(tx => statement.execute(tx))

/** An order whose visitor answered the form, whose card was declined, and whose time is over. */
async function unpaidOrder({ name, mail, phone, device }: Traces): Promise<Ended> {
  const { token, id } = await shop.orderToken()
  const contents = Object.entries({ email: mail, fullname: name, phone }).map(([key, value]) => ({
    key,
    value,
  }))
  expect((await shop.call('POST', `/api/v1/ordermails/${token}`, { contents })).status).toBe(200)
  const order = await shop.ready(token)
  const declined = await shop.app.inject({
    method: 'POST',
    url: `/api/v1/orders/checkout/${token}`,
    headers: { 'user-agent': device },
    payload: {
      payment_method_type: 'stripe',
      payment_method: await shop.stripe.card('0002'),
      device_fingerprint: device,
    },
  })
  expect(declined.json()).toMatchObject({ can_retry: true })
  await shop.endHold(id)
  expect(await releaseOrder(shop.deps, id)).toBe(true)
  await run(sql`update orders set created_at = ${FIRST_KEPT}, expires_at = ${FIRST_KEPT} where id = ${id}`)
  const attemptId = String((await shop.attemptsOf(order))[0]?.id)
  // An attempt that ends loses what the browser gave; what comes after that stays, and so does what an older release left.
  const refs = {
    browser_user_agent: device,
    payment_method: JSON.stringify({ holderName: name }),
    return_param: device,
    return_other: name,
    return_hint: 'success',
    login_code: name,
  }
  const step = { kind: 'redirect', url: `https://bank.example/${mail}` }
  await run(sql`
    update payment_attempts set provider_refs = provider_refs || ${JSON.stringify(refs)}::jsonb,
           browser_step = ${JSON.stringify(step)}::jsonb
     where id = ${attemptId}`)
  return { ...order, attemptId }
}

const age = ({ id }: Pick<Ended, 'id'>, until = LAST_EMPTIED) =>
  run(sql`update orders set created_at = ${until}, expires_at = ${until} where id = ${id}`)

/** Other orders with the same rows, which are old enough. @param tried with a payment each that failed. */
async function oldOrders(count: number, tried = true): Promise<readonly Ended[]> {
  const orders = Array.from({ length: count }, () => ({
    id: randomUUID(),
    attemptId: randomUUID(),
    token: '',
  }))
  const copies = listed('copy', {
    id: ['text', orders.map(({ id }) => id)],
    attempt_id: ['text', orders.map(({ attemptId }) => attemptId)],
  })
  await run(sql`
    insert into orders select copied.* from orders o, ${copies}, jsonb_populate_record(o, jsonb_build_object(
      'id', copy.id, 'token_hash', '\\x' || encode(sha256(copy.id::bytea), 'hex'), 'mail_token_hash', null,
      'created_at', ${LAST_EMPTIED}::text, 'expires_at', ${LAST_EMPTIED}::text)) copied
     where o.id = ${young.id}`)
  await run(sql`
    insert into order_items select copied.* from order_items i, ${copies}, jsonb_populate_record(i, jsonb_build_object(
      'order_id', copy.id)) copied
     where i.order_id = ${young.id}`)
  if (!tried) return orders
  await run(sql`
    insert into payment_attempts select copied.* from payment_attempts p, ${copies}, jsonb_populate_record(p, jsonb_build_object(
      'id', copy.attempt_id, 'order_id', copy.id, 'provider_order_ref', left(copy.attempt_id, 27),
      'payment_number_hash', '\\x' || encode(sha256(copy.attempt_id::bytea), 'hex'), 'md_hash', null)) copied
     where p.id = ${young.attemptId}`)
  return orders
}

async function oldOrder(tried = true): Promise<Ended> {
  const [order] = await oldOrders(1, tried)
  if (order === undefined) throw new Error('no order')
  return order
}

interface Found {
  readonly emptied: number
  /** Emptied without their payments, or the other way round. */
  readonly torn: number
  /** The highest version of an order, beyond that of the one they are copies of. */
  readonly raised: number
}

async function countEmptied(): Promise<Found> {
  const { rows } = await shop.db.read(read =>
    sql<Found>`
      select count(*) filter (where emptied_at is not null)::integer as emptied,
             count(*) filter (where (emptied_at is not null) <> (browser_step is null))::integer as torn,
             max(o.version) - (select version from orders where id = ${young.id}) as raised
        from orders o join payment_attempts p on p.order_id = o.id`.execute(read),
  )
  if (rows[0] === undefined) throw new Error('no row')
  return rows[0]
}

/** The tables, those of the queue of mails among them, in which something of a visitor is found. */
async function tablesWith(traces: Traces): Promise<readonly string[]> {
  const texts = Object.values(traces).map(text => text.toLowerCase())
  const { rows: tables } = await shop.db.read(read =>
    sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
       where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE' order by 1, 2`.execute(read),
  )
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await shop.db.read(read =>
      sql`select from ${sql.table(`${schema}.${name}`)} x
           where exists (select from unnest(${texts}::text[]) t where strpos(lower(x::text), t) > 0)`.execute(
        read,
      ),
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

interface StoredRow {
  readonly name: string
  readonly row: Readonly<Record<string, unknown>>
}

const storedRows = async (orderId: string): Promise<StoredRow[]> =>
  JSON.parse(JSON.stringify(await rowsOfOrder(shop.db, orderId)))

describe('an order that ended without a payment long ago (S-1.07)', () => {
  test('loses all that is known of its visitor, keeps what is for the books, and is never looked at again', async () => {
    const order = await unpaidOrder(HANAKO)
    await age(order)
    expect(await tablesWith(HANAKO)).toEqual(['orders', 'payment_attempts'])
    const before = await storedRows(order.id)
    const start = shop.logged.length
    expect(await clearUnpaid(deps)).toBe(1)
    expect(await tablesWith(HANAKO)).toEqual([])
    const emptied = await storedRows(order.id)
    const emptied_at = expect.any(String)
    expect(emptied).toEqual(
      before.map(({ name, row }) => {
        const version = Number(row['version']) + 1
        if (name === 'orders')
          return {
            name,
            row: { ...row, customer_info: [], email: null, emptied_at, version },
          }
        if (name !== 'payment_attempts') return { name, row }
        const provider_refs = {
          intent: expect.stringMatching(/^pi_/),
          merchant: expect.any(String),
          lang: 'ja',
          return_hint: 'success',
        }
        return {
          name,
          row: { ...row, provider_refs: expect.objectContaining(provider_refs), browser_step: null, version },
        }
      }),
    )
    expect(emptied.map(({ name }) => name)).toEqual(['order_items', 'orders', 'payment_attempts'])
    const said = shop.logged.slice(start).map(line => JSON.parse(line))
    expect(said).toMatchObject([{ msg: 'unpaid orders cleared', emptied: 1, gone: 0 }])

    expect(await clearUnpaid(deps)).toBe(0)
    expect(await storedRows(order.id)).toEqual(emptied)
    expect(shop.logged).toHaveLength(start + said.length)
  })

  test('is to its visitor what it was before', async () => {
    const order = await unpaidOrder(HANAKO)
    await age(order)
    const mailToken = shop.deps.tokens.derive('mail', `${order.id}.1`)
    const { token } = order
    const contents = [{ key: 'email', value: 'new@example.com' }]
    const ask = async (): Promise<unknown[]> => [
      await shop.call('GET', `/api/v1/orders/${token}?lang=ja`),
      await shop.call('GET', `/api/v1/ordermails/${mailToken}`),
      await shop.call('POST', `/api/v1/ordermails/${token}`, { contents }),
      await shop.call('PUT', `/api/v1/orders/hold/${token}`),
      await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'SPRING10' }),
      await shop.call('GET', `/api/v1/membership/${token}`),
      await shop.pay(order, '1112'),
      await shop.call('DELETE', `/api/v1/orders/${token}`),
    ]
    const before = await ask()
    expect(before[0]).toEqual({ status: 400, body: { error: 'session_timeout' } })
    expect(await clearUnpaid(deps)).toBe(1)
    expect(await ask()).toEqual(before)
  })

  test('is found by the command line, without its visitor', async () => {
    const { attemptId } = await oldOrder()
    await clearUnpaid(deps)
    for (const command of [['attempt', attemptId], ['attempts'], ['keys']]) {
      const out: string[] = []
      const code = await runCli(command, {
        open: () => shop.deps,
        out: text => out.push(text),
        err: text => out.push(text),
      })
      expect([command[0], code]).toEqual([command[0], 0])
      for (const text of Object.values(EVERYBODY)) expect(out.join('\n')).not.toContain(text)
    }
  })

  test.each<[string, RawBuilder<unknown>]>([
    ['that its visitor gave up', sql`status = 'cancelled'`],
    ['of which only the member is known who logged in', sql`customer_info = '[]', email = null`],
    ['of which only the address is known', sql`customer_info = '[]'`],
    ['of which only the answers are known', sql`email = null`],
  ])('%s is emptied as well', async (_, change) => {
    const { id } = await oldOrder()
    const memberId = randomUUID()
    await run(
      sql`insert into members (id, site_key, login_id, name, email) values (${memberId}, 'demo', ${memberId}, '', '')`,
    )
    await run(sql`update orders set member_id = ${memberId}, ${change} where id = ${id}`)
    expect(await clearUnpaid(deps)).toBe(1)
    const [row] = (await storedRows(id)).filter(({ name }) => name === 'orders')
    expect(row?.row).toMatchObject({ customer_info: [], email: null, member_id: null })
  })

  test('whose payment was released is emptied as well', async () => {
    const { attemptId } = await oldOrder()
    await run(sql`update payment_attempts set state = 'voided' where id = ${attemptId}`)
    expect(await clearUnpaid(deps)).toBe(1)
  })
})

describe('nothing is taken of an order', () => {
  const KEPT = { emptied: 0, torn: 0 }
  const afterPass = async (): Promise<Found> => {
    await clearUnpaid(deps)
    return countEmptied()
  }
  const EMPTIED: readonly OrderStatus[] = ['expired', 'cancelled']

  test.each(ORDER_STATUSES.filter(status => !EMPTIED.includes(status)))('that is %s', async status => {
    const { id } = await oldOrder()
    await run(sql`update orders set status = ${status} where id = ${id}`)
    expect(await afterPass()).toMatchObject(KEPT)
  })

  const OVER = ['failed', 'expired', 'voided']
  test.each(ATTEMPT_STATES.filter(state => !OVER.includes(state)))(
    'with a payment that is %s',
    async state => {
      const { attemptId } = await oldOrder()
      await run(sql`update payment_attempts set state = ${state} where id = ${attemptId}`)
      expect(await afterPass()).toMatchObject(KEPT)
    },
  )

  test.each<[string, RawBuilder<unknown>]>([
    ['that is being released', sql`operation = 'void'`],
    ['that is still to be looked at', sql`check_at = now() + interval '1 day'`],
    ['that waits for a person', sql`needs_person = true`],
  ])('with a failed payment %s', async (_, change) => {
    const { attemptId } = await oldOrder()
    await run(sql`update payment_attempts set ${change} where id = ${attemptId}`)
    expect(await afterPass()).toMatchObject(KEPT)
  })

  test('with a failed payment, if another one is open', async () => {
    const { id } = await oldOrder()
    const other = await oldOrder()
    await run(
      sql`update payment_attempts set state = 'pending', order_id = ${id} where id = ${other.attemptId}`,
    )
    await run(sql`delete from orders where id = ${other.id}`)
    expect(await afterPass()).toMatchObject(KEPT)
  })

  test('with a reservation', async () => {
    const { id } = await oldOrder()
    await run(sql`
      insert into reservations (id, site_key, order_id, number, token_hash, status, created_at)
      values (gen_random_uuid(), 'demo', ${id}, 'UNPAIDDATA', '\\x00', 'active', now())`)
    expect(await afterPass()).toMatchObject(KEPT)
  })

  test.each(['requested', 'done', 'failed'])('with a refund that is %s', async state => {
    const { id, attemptId } = await oldOrder()
    await run(sql`
      insert into refunds (id, site_key, order_id, attempt_id, amount, reason, state, created_at, updated_at)
      values (gen_random_uuid(), 'demo', ${id}, ${attemptId}, 1, '', ${state}, now(), now())`)
    expect(await afterPass()).toMatchObject(KEPT)
  })

  test.each<[string, RawBuilder<unknown>]>([
    [
      'with places',
      sql`insert into holds (order_id, time_span_id, units) select id, time_span_id, 1 from orders o`,
    ],
    [
      'with a use of a coupon',
      sql`insert into order_coupons (order_id, coupon_id, position, discount)
          select o.id, c.id, 1, 0 from orders o, (select id from coupons limit 1) c`,
    ],
    [
      'with a coupon for its guest that is not taken back yet',
      sql`insert into coupons (id, site_key, code, kind, discount_type, discount_amount, channels, usage_limit)
          select o.id, o.site_key, 'GUEST-LEFT', 'fixed_rate', 'percent', 100, '{web}', 1 from orders o`,
    ],
  ])('%s', async (_, statement) => {
    const { id } = await oldOrder(false)
    await run(sql`${statement} where o.id = ${id}`)
    expect(await clearUnpaid(deps)).toBe(0)
    for (const table of ['holds', 'order_coupons'])
      await run(sql`delete from ${sql.table(table)} where order_id = ${id}`)
    await run(sql`update coupons set is_active = false where id = ${id}`)
    expect(await clearUnpaid(deps)).toBe(1)
    await run(sql`delete from coupons where id = ${id}`)
  })

  test('with money in the books', async () => {
    const { id, attemptId } = await oldOrder()
    await run(sql`
      insert into ledger_entries (id, site_key, order_id, attempt_id, account, amount, kind, operation_key, created_at)
      values (gen_random_uuid(), 'demo', ${id}, ${attemptId}, 'sales', -1, 'capture', ${attemptId}, now())`)
    expect(await afterPass()).toMatchObject(KEPT)
  })
})

describe('an order that nobody tried to pay (S-1.07)', () => {
  const countsOf = async (): Promise<readonly unknown[]> => {
    const { code, json } = await report()
    expect(code).toBe(0)
    return json
  }
  async function report() {
    const out: string[] = []
    const code = await runCli(
      [
        'report',
        'unpaid',
        'demo',
        '--from',
        FIRST_KEPT.slice(0, 10),
        '--to',
        addDays(TEST_TODAY, 400),
        '--format',
        'json',
      ],
      { open: () => shop.deps, out: text => out.push(text), err: text => out.push(text) },
    )
    return { code, json: code === 0 ? JSON.parse(out.join('\n')).lines : out }
  }

  test('goes whole on the day on which another one is emptied, is counted, and is to its visitor as none', async () => {
    const [form, gone] = [await shop.orderToken(2), await shop.orderToken()]
    const contents = Object.entries({ email: HANAKO.mail, fullname: HANAKO.name, phone: HANAKO.phone }).map(
      ([key, value]) => ({ key, value }),
    )
    expect((await shop.call('POST', `/api/v1/ordermails/${form.token}`, { contents })).status).toBe(200)
    await shop.call('POST', `/api/v1/ordercoupons/${form.token}`, { coupon: 'SPRING10' })
    await shop.endHold(form.id)
    expect(await releaseOrder(shop.deps, form.id)).toBe(true)
    await shop.call('DELETE', `/api/v1/orders/${gone.token}`)
    const before = await countsOf()
    await age(form, FIRST_KEPT)
    await age(gone)
    expect(await clearUnpaid(deps)).toBe(1)
    expect(await storedRows(gone.id)).toEqual([])
    expect((await storedRows(form.id)).map(({ name }) => name)).toContain('orders')
    await age(form)
    expect(await clearUnpaid(deps)).toBe(1)
    expect(await storedRows(form.id)).toEqual([])
    expect(await tablesWith(HANAKO)).toEqual([])
    expect(await countsOf()).toEqual(before)
    expect(before).toMatchObject([
      { reason: 'given_up', orders: 1, units: 1 },
      { reason: 'no_payment', orders: 1, units: 2 },
      { reason: 'not_paid', orders: 1 },
    ])
    expect(await findBrokenInvariants(shop.db)).toEqual([])
    for (const [method, call] of [
      ['GET', `/api/v1/orders/${form.token}?lang=ja`],
      ['PUT', `/api/v1/orders/hold/${form.token}`],
      ['DELETE', `/api/v1/orders/${form.token}`],
    ] as const) {
      const unknown = call.replace(form.token, shop.deps.tokens.derive('order', randomUUID()))
      expect(await shop.call(method, call)).toEqual(await shop.call(method, unknown))
    }
  })

  test('is counted by how far it came', async () => {
    const orders = await oldOrders(5, false)
    const as = (order: Ended | undefined, change: RawBuilder<unknown>) =>
      run(sql`update orders set ${change} where id = ${order?.id}`)
    await as(orders[0], sql`status = 'cancelled'`)
    await as(orders[1], sql`customer_info = '[]', email = null`)
    await as(orders[2], sql`customer_info = '[]'`)
    expect(await clearUnpaid(deps)).toBe(5)
    const { rows } = await shop.db.read(read =>
      sql`select reason, orders, units from unpaid_orders order by reason`.execute(read),
    )
    expect(rows).toEqual([
      { reason: 'given_up', orders: 1, units: 1 },
      { reason: 'no_form', orders: 1, units: 1 },
      { reason: 'no_payment', orders: 3, units: 3 },
    ])
  })

  test('goes too where its visitor was erased before', async () => {
    const { id } = await oldOrder(false)
    await shop.db.transaction(tx => emptyBuyers(tx, [id], new Date()))
    expect(await clearUnpaid(deps)).toBe(1)
    expect(await storedRows(id)).toEqual([])
  })
})

describe('what changes while a pass is at it decides', () => {
  test.each<[string, RawBuilder<unknown>]>([
    ['a payment that a late webhook event wakes', sql`update payment_attempts set check_at = now()`],
    ['an order that is completed after all', sql`update orders set status = 'completed'`],
    ['an order whose time is another one', sql`update orders set expires_at = now()`],
  ])('%s', async (_, change) => {
    await oldOrder()
    const db: Database = {
      ...shop.db,
      read: async work => {
        const found = await shop.db.read(work)
        await run(change)
        return found
      },
    }
    expect(await clearUnpaid({ ...deps, db })).toBe(0)
    expect(await countEmptied()).toMatchObject({ emptied: 0, torn: 0 })
    await run(sql`update payment_attempts set check_at = null`)
    await run(
      sql`update orders set status = 'expired', created_at = ${FIRST_KEPT}, expires_at = ${FIRST_KEPT} where id = ${young.id}`,
    )
  })
})

describe('the day', () => {
  test('begins in Japan: an order is emptied from the midnight after which it is thirty days old', async () => {
    const midnight = `${TEST_TODAY}T00:00:00+09:00`
    const [last, first] = [await oldOrder(), await oldOrder()]
    await age(first, FIRST_KEPT)
    shop.clock.set(midnight)
    shop.clock.advance(-1)
    expect(await clearUnpaid(deps)).toBe(0)
    shop.clock.advance(1)
    expect(await clearUnpaid(deps)).toBe(1)
    expect(await fateOf(last)).toBe('emptied')
    expect(await fateOf(first)).toBe('kept')
    shop.clock.advance(24 * 3_600_000 - 1)
    expect(await clearUnpaid(deps)).toBe(0)
  })

  test.each([1, 31, 365])('is set by UNPAID_DATA_DAYS=%d', async days => {
    const own = { ...deps, env: { unpaidDataDays: days } }
    const [old, kept] = [await oldOrder(), await oldOrder()]
    await age(old, `${addDays(TEST_TODAY, -days)}T23:59:59.999+09:00`)
    await age(kept, `${addDays(TEST_TODAY, 1 - days)}T00:00:00+09:00`)
    await run(sql`update orders set created_at = now(), expires_at = now() where id = ${young.id}`)
    expect(await clearUnpaid(own)).toBe(1)
    expect([await fateOf(old), await fateOf(kept)]).toEqual(['emptied', 'kept'])
    await age(young, FIRST_KEPT)
  })

  async function fateOf({ id }: Ended): Promise<'emptied' | 'kept'> {
    const { email } = await shop.db.read(read =>
      read.selectFrom('orders').select('email').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    return email === null ? 'emptied' : 'kept'
  }
})

describe('many orders', () => {
  test('are cleared in batches; a process that dies leaves each of them whole, and the next one goes on (S-15.03)', async () => {
    await oldOrders(100)
    await oldOrders(50, false)
    let batches = 0
    const dying: ClearingDeps = {
      ...deps,
      dropBookings: async (tx, orderIds) => {
        await dropBookings(tx, orderIds)
        batches += 1
        if (batches < 2) return
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await run(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
      },
    }
    await expect(clearUnpaid(dying)).rejects.toThrow(/connection/i)
    const { emptied, torn } = await countEmptied()
    expect({ cleared: emptied + (await countGone()), torn }).toEqual({ cleared: 100, torn: 0 })
    expect(await clearUnpaid(deps)).toBe(50)
    expect(await countEmptied()).toEqual({ emptied: 100, torn: 0, raised: 1 })
    expect(await countGone()).toBe(50)
  })

  test('are cleared and counted once, however many processes are at it', async () => {
    await oldOrders(130)
    await oldOrders(120, false)
    const counts = await Promise.all([clearUnpaid(deps), clearUnpaid(deps), clearUnpaid(deps)])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250)
    expect(await countEmptied()).toEqual({ emptied: 130, torn: 0, raised: 1 })
    expect(await countGone()).toBe(120)
  })

  /** By the count, and by what is left of the 50 or 120 that nobody tried to pay. */
  async function countGone(): Promise<number> {
    const { rows } = await shop.db.read(read =>
      sql<{ gone: number }>`select coalesce(sum(orders), 0)::integer as gone from unpaid_orders`.execute(
        read,
      ),
    )
    return Number(rows[0]?.gone)
  }

  test.each(['orders', 'payment_attempts'] as const)(
    'are not held up by one whose %s somebody else has locked',
    async table => {
      const [locked] = [await oldOrder(), await oldOrder()]
      await shop.db.transaction(async tx => {
        const id = table === 'orders' ? locked.id : locked.attemptId
        await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
        expect(await clearUnpaid(deps)).toBe(1)
        expect(await countEmptied()).toMatchObject({ emptied: 1, torn: 0 })
      })
      expect(await clearUnpaid(deps)).toBe(1)
    },
  )

  test('are found by an index of their own, among however many others', async () => {
    await oldOrders(3_000)
    await run(sql`update orders set status = 'completed', completed_at = now() where id <> ${young.id}`)
    await run(sql`analyze orders, payment_attempts`)
    const db = openDatabase(shop.databaseUrl, { poolSize: 1 })
    try {
      expect(await clearUnpaid({ ...deps, db })).toBe(0)
      const plan = await db.read(async read => {
        const { rows } = await sql<{ name: string }>`
          select name from pg_prepared_statements where statement like '%order by o.created_at limit%'
             and statement not like '%pg_prepared%'`.execute(read)
        const found = rows.map(
          ({ name }) =>
            sql`explain execute ${sql.id(name)} (${sql.lit(LAST_EMPTIED)}, ${sql.lit(LAST_EMPTIED)})`,
        )
        const [explained] = await Promise.all(found.map(one => one.execute(read)))
        return JSON.stringify(explained?.rows)
      })
      expect(plan).toContain('orders_unpaid')
      expect(plan).not.toMatch(/Seq Scan on orders/)
    } finally {
      await db.close()
    }
  })

  test('are looked for by a loop that stops with its process', async () => {
    await expect(startClearing(deps, () => undefined).stop()).resolves.toBeUndefined()
  })
})

test('money that comes after that goes back: nobody knows whom the tickets would belong to (S-1.09, S-2.06)', async () => {
  await shop.resetStock()
  const order = await shop.readyOrder()
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
  const intent = await shop.intentOf(order)
  // We had given it up, and nobody looked again.
  await run(
    sql`update payment_attempts set state = 'expired', operation = null, check_at = null where order_id = ${order.id}`,
  )
  await run(sql`update orders set status = 'ready_checkout', email = 'a@example.com' where id = ${order.id}`)
  await shop.endHold(order.id)
  expect(await releaseOrder(shop.deps, order.id)).toBe(true)
  await age(order, `${addDays(TEST_TODAY, -31)}T00:00:00+09:00`)
  expect(await clearUnpaid(deps)).toBe(1)
  await shop.stripe.asStaff(`payment_intents/${intent}/confirm`, {})
  await shop.stripe.asStaff(`payment_intents/${intent}/capture`, {})
  await run(sql`update payment_attempts set check_at = now() where order_id = ${order.id}`)
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('refunded')
  expect((await storedRows(order.id)).map(({ name }) => name)).not.toContain('reservations')
  const [attempt] = await shop.attemptsOf(order)
  expect((await shop.stripe.ledger())[String(attempt?.id)]).toMatchObject({
    captured: 3200,
    refunded: 3200,
    net: 0,
  })
})

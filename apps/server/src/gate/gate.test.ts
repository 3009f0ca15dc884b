import {
  type DoorListRow,
  MOST_LISTED,
  type OfflineGate,
  readArrivals,
  readDoorList,
  readOfflineGate,
  type SlotArrivals,
} from '@kippu/contract/gate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../test/shop/shop.ts'
import type { Bought } from '../../test/shop/stripe.ts'
import { newDevice, type TestDevice } from '../../test/enrol-device.ts'
import { requestRefund } from '../payments/refunds/request-refund.ts'

let shop: OtherDaysShop
let device: TestDevice
/** 2026-12-01, 10:00–11:00. */
let span: number

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
  device = await newDevice(shop, 'demo')
  const [first] = shop.catalogue.spans
  span = first ?? 0
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.resetStock()
  await shop.run(sql`delete from gate_refusals`)
  await shop.run(sql`delete from check_ins`)
  // Nobody else is expected at the times of the test.
  await shop.run(
    sql`update tickets set revoked_at = now(), used_at = null, last_in_at = null, last_out_at = null`,
  )
  shop.clock.set('2026-11-25T10:00:00+09:00')
})

async function get<T>(path: string, query: Readonly<Record<string, string | number>>): Promise<T> {
  const pairs = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) pairs.set(key, String(value))
  const answer = await shop.app.inject({
    url: `${path}?${pairs.toString()}`,
    headers: { host: 'localhost', authorization: device.authorization },
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json<T>()
}
const doorList = (query: Readonly<Record<string, string | number>> = {}) =>
  get<{ rows: DoorListRow[]; has_more: boolean }>(readDoorList.path, {
    time_span_id: span,
    lang: 'ja',
    ...query,
  })
const arrivals = (date = '2026-12-01') =>
  get<{
    slots: SlotArrivals[]
    other_refusals: SlotArrivals['refusals']
    undone: number
    wrongly_admitted: number
  }>(readArrivals.path, { date, lang: 'ja' })
const slotOf = async (id = span, date?: string) =>
  (await arrivals(date)).slots.find(({ time_span_id: one }) => one === id)
const offline = (query: Readonly<Record<string, string>> = {}) =>
  get<OfflineGate>(readOfflineGate.path, { lang: 'ja', ...query })

async function buyAs(name: string, quantity = 2): Promise<Bought> {
  await shop.resetStock()
  const bought = await shop.buy(quantity)
  const answers = JSON.stringify([
    { key: 'email', value: 'hana@example.com' },
    { key: 'fullname', value: name },
  ])
  await shop.run(sql`update orders set customer_info = ${answers}::jsonb where id = ${bought.orderId}::uuid`)
  return bought
}

const enter = (bought: Bought, id: number, at: string, out: string | null = null) =>
  shop.run(sql`update tickets set used_at = coalesce(used_at, ${at}::timestamptz), last_in_at = ${at}::timestamptz,
      last_out_at = ${out}::timestamptz where reservation_id = ${bought.reservationId}::uuid and id = ${id}`)
const refund = (bought: Bought, tickets: readonly number[]) =>
  requestRefund(shop.deps, {
    siteKey: 'demo',
    reservationNumber: bought.number,
    tickets: [...tickets],
    reason: 'it rains',
    evenAccepted: true,
  })
const share = (bought: Bought, ids: readonly number[]) =>
  shop.call('POST', '/api/v1/shares', { reservation_token: bought.token, ticket_ids: ids })
const uidOf = async (bought: Bought, id: number) => {
  const row = await shop.db.read(db =>
    db
      .selectFrom('tickets')
      .select('uid')
      .where('reservation_id', '=', bought.reservationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return row.uid
}

const NO_NAME = 'no such name'

describe('the door list', () => {
  test('has every reservation of a time with its buyer and its tickets, and whether each admits now', async () => {
    const bought = await buyAs('山田 花子')
    const { rows, has_more: hasMore } = await doorList()
    expect(hasMore).toBe(false)
    expect(rows).toMatchObject([
      {
        reservation_number: bought.number,
        buyer_name: '山田 花子',
        tickets: [
          {
            id: 1,
            type: 'gate',
            status: 'invalid_time',
            reason: 'too_early',
            option_name: '大人',
            needs_proof: false,
            reservation_from: '2026-12-01T10:00:00+09:00',
            last_in_at: null,
          },
          { id: 2 },
        ],
      },
    ])
    shop.clock.set('2026-12-01T10:30:00+09:00')
    await enter(bought, 2, '2026-12-01T10:10:00+09:00')
    const [now] = (await doorList()).rows
    expect(now?.tickets).toMatchObject([
      { status: 'success', reason: null },
      { status: 'used', reason: 'already_in', last_in_at: '2026-12-01T10:10:00+09:00' },
    ])
  })

  test('lists tickets in other hands, and none whose money went back', async () => {
    const bought = await buyAs('Hana', 3)
    expect((await share(bought, [2])).status).toBe(201)
    await refund(bought, [3])
    const [row] = (await doorList()).rows
    expect(row?.tickets.map(({ id }) => id)).toEqual([1, 2])
    await refund(bought, [1, 2])
    expect((await doorList()).rows).toEqual([])
  })

  test('has the tickets of its time alone, of a reservation with several', async () => {
    const bought = await buyAs('Hana')
    await shop.run(
      sql`update tickets set time_span_id = ${shop.same.span} where reservation_id = ${bought.reservationId}::uuid and id = 2`,
    )
    expect((await doorList()).rows.map(({ tickets }) => tickets.map(({ id }) => id))).toEqual([[1]])
  })

  test('follows a visit that is moved', async () => {
    const bought = await buyAs('Hana')
    await shop.move(bought.token, shop.same.span)
    expect((await doorList()).rows).toEqual([])
    expect((await doorList({ time_span_id: shop.same.span })).rows).toMatchObject([
      { reservation_number: bought.number, buyer_name: 'Hana', tickets: [{ id: 1 }, { id: 2 }] },
    ])
  })

  test.each([
    ['a part of the name', '田花'],
    ['another width and case', 'ｙａＭＡｄａ'],
    ['blanks within', ' 山 田 '],
  ])('is searched by %s', async (_, q) => {
    const found = await buyAs('山田　花 Yamada', 1)
    await buyAs('鈴木', 1)
    expect((await doorList({ q })).rows.map(({ reservation_number: number }) => number)).toEqual([
      found.number,
    ])
    expect((await doorList({ q: NO_NAME })).rows).toEqual([])
    expect((await doorList({ q: ' ' })).rows).toHaveLength(2)
  })

  test.each(['さとう', 'ｻﾄｳ', 'とう・は'])('finds kana of every kind by %s, as the desk does', async q => {
    const found = await buyAs('サトウ　ハナ', 1)
    expect((await doorList({ q })).rows).toMatchObject([{ reservation_number: found.number }])
  })

  test.each(['%', '_', '-', "'", '\\'])('takes %s for a letter and nothing else', async q => {
    await buyAs('鈴木', 1)
    expect((await doorList({ q })).rows).toEqual([])
  })

  test('is searched by a part of the number, however it is typed', async () => {
    const found = await buyAs('山田', 1)
    await buyAs('鈴木', 1)
    const part = found.number.slice(2, 9)
    for (const q of [part, part.toLowerCase(), `${part.slice(0, 3)}-${part.slice(3)}`])
      expect((await doorList({ q })).rows.map(({ reservation_number: number }) => number)).toEqual([
        found.number,
      ])
  })

  test('comes in pages, each reservation once', async () => {
    const bought = await buyAs('Hana', 1)
    await shop.run(sql`
      with ordered as (
        insert into orders select (jsonb_populate_record(o, jsonb_build_object(
            'id', gen_random_uuid(), 'token_hash', '\\x' || md5('order ' || n)))).*
          from orders o, generate_series(1, ${MOST_LISTED + 20}) n where o.id = ${bought.orderId}::uuid returning id
      ), reserved as (
        insert into reservations (id, site_key, order_id, number, token_hash, status, created_at)
        select gen_random_uuid(), 'demo', id, 'PAGE' || row_number() over (), decode(md5(id::text), 'hex'), 'active', now()
          from ordered returning id, number)
      insert into tickets (reservation_id, id, uid, type, product_id, time_span_id, option_value_id, price, code_hash)
      select id, 1, gen_random_uuid(), 'gate', ${shop.catalogue.productId}, ${span}, ${shop.catalogue.adult}, 0, decode(md5(number), 'hex')
        from reserved`)
    const first = await doorList()
    expect([first.rows.length, first.has_more]).toEqual([MOST_LISTED, true])
    const last = await doorList({ after: first.rows.at(-1)?.reservation_number ?? '' })
    expect([last.rows.length, last.has_more]).toEqual([21, false])
    const numbers = [...first.rows, ...last.rows].map(({ reservation_number: number }) => number)
    expect(numbers).toEqual([...new Set(numbers)].toSorted())
  })

  test('is of the site of the device alone', async () => {
    const foreign = await newDevice(shop, 'mori')
    const answer = await shop.app.inject({
      url: `${readDoorList.path}?time_span_id=${span}`,
      headers: { host: 'mori.localhost', authorization: foreign.authorization },
    })
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'record not found' }])
  })
})

const refused = (reason: string, at: string, slot: number | null, wasAdmitted = false) =>
  shop.run(sql`
    insert into gate_refusals (scan_id, site_key, gate_id, device_id, at, recorded_at, was_admitted, status, reason, time_span_id)
    values (gen_random_uuid(), 'demo', ${device.gateId}::uuid, ${device.deviceId}::uuid, ${at}::timestamptz, now(), ${wasAdmitted},
            'invalid', ${reason}, ${slot})`)

describe('arrivals', () => {
  test('count who is expected, has come, is inside, and did not come once the time is over', async () => {
    const bought = await buyAs('Hana', 4)
    expect(await slotOf()).toMatchObject({
      from: '2026-12-01T10:00:00+09:00',
      expected: 4,
      arrived: 0,
      inside: 0,
      no_shows: null,
      refusals: [],
    })
    await enter(bought, 1, '2026-12-01T10:05:00+09:00')
    await enter(bought, 2, '2026-12-01T10:05:00+09:00', '2026-12-01T10:20:00+09:00')
    await enter(bought, 3, '2026-12-01T10:05:00+09:00')
    shop.clock.set('2026-12-01T11:00:00+09:00')
    expect(await slotOf()).toMatchObject({ expected: 4, arrived: 3, inside: 2, no_shows: null })
    shop.clock.set('2026-12-01T11:00:01+09:00')
    expect(await slotOf()).toMatchObject({ no_shows: 1 })
  })

  test('say where the tickets were sold, each channel for itself (R-1.18)', async () => {
    await buyAs('Hana', 4)
    const atTheDoor = await buyAs('Ken', 2)
    await shop.run(
      sql`update orders o set channel = 'spot' from reservations r where r.order_id = o.id and r.id = ${atTheDoor.reservationId}::uuid`,
    )
    await enter(atTheDoor, 1, '2026-12-01T10:05:00+09:00')
    expect(await slotOf()).toMatchObject({
      expected: 6,
      arrived: 1,
      channels: [
        { channel: 'web', expected: 4, arrived: 0 },
        { channel: 'spot', expected: 2, arrived: 1 },
      ],
    })
  })

  test('do not count a ticket whose money went back, unless it had let somebody in', async () => {
    const bought = await buyAs('Hana', 3)
    await enter(bought, 1, '2026-12-01T10:05:00+09:00')
    await shop.run(
      sql`update tickets set revoked_at = now() where reservation_id = ${bought.reservationId}::uuid and id in (1, 2)`,
    )
    expect(await slotOf()).toMatchObject({ expected: 2, arrived: 1 })
  })

  test('have the scans that let nobody in once each: with their time, or apart, on the day of the scan', async () => {
    await refused('too_late', '2026-12-01T12:00:00+09:00', span)
    await refused('too_late', '2026-12-01T12:00:00+09:00', span)
    await refused('already_in', '2026-12-01T00:00:00+09:00', span)
    await refused('too_early', '2026-12-01T23:59:59.9+09:00', shop.same.span)
    await refused('unknown', '2026-12-01T10:00:00+09:00', null)
    await refused('unknown', '2026-12-02T00:00:00+09:00', null)
    await refused('unknown', '2026-11-30T23:59:59+09:00', span)
    const day = await arrivals()
    expect(day.slots.find(({ time_span_id: id }) => id === span)?.refusals).toEqual([
      { reason: 'too_late', count: 2 },
      { reason: 'already_in', count: 1 },
    ])
    expect(day.other_refusals).toEqual([
      { reason: 'too_early', count: 1 },
      { reason: 'unknown', count: 1 },
    ])
    expect((await arrivals('2026-12-02')).other_refusals).toEqual([{ reason: 'unknown', count: 1 }])
  })

  test('have what an offline gate should not have let in, and take no such scan for a refusal', async () => {
    const bought = await buyAs('Hana', 4)
    await refused('unknown', '2026-12-01T10:00:00+09:00', null, true)
    const entry = (id: number, more: { fault?: string; direction?: string; undone?: string; at?: string }) =>
      shop.run(sql`
        insert into check_ins (scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, at, recorded_at, fault, undone_at, undone_reason)
        values (gen_random_uuid(), ${id}, ${bought.reservationId}::uuid, 'demo', ${span}, ${more.direction ?? 'in'}, 'staff',
                ${more.at ?? '2026-12-01T10:00:00+09:00'}::timestamptz, now(), ${more.fault ?? null},
                ${more.undone === undefined ? null : '2026-12-01T10:00:10+09:00'}::timestamptz, ${more.undone ?? null})`)
    await entry(1, { fault: 'used' })
    await entry(2, {})
    await entry(3, { fault: 'used', undone: 'wrong ticket' })
    await entry(4, { fault: 'invalid', direction: 'out' })
    await entry(4, { fault: 'invalid', at: '2026-12-02T10:00:00+09:00' })
    const day = await arrivals()
    expect([day.wrongly_admitted, day.undone, day.other_refusals]).toEqual([2, 1, []])
  })

  test('include a pass on every day that it is good', async () => {
    await shop.run(sql`update products set sale_type = 'period' where id = ${shop.catalogue.productId}`)
    await shop.run(sql`update time_spans set ends_at = '2026-12-07T23:59:59+09:00' where id = ${span}`)
    const found = async (date: string) => (await slotOf(span, date)) !== undefined
    const days = ['2026-11-30', '2026-12-01', '2026-12-05', '2026-12-07', '2026-12-08']
    const seen = await Promise.all(days.map(found))
    shop.clock.set('2026-12-07T23:59:59+09:00')
    const last = await slotOf(span, '2026-12-05')
    shop.clock.set('2026-12-08T00:00:00+09:00')
    const over = await slotOf(span, '2026-12-05')
    await shop.run(sql`update products set sale_type = 'time' where id = ${shop.catalogue.productId}`)
    await shop.run(sql`update time_spans set ends_at = '2026-12-01T11:00:00+09:00' where id = ${span}`)
    expect(seen).toEqual([false, true, true, true, false])
    expect([last?.no_shows, over?.no_shows]).toEqual([null, 0])
  })

  test('are of the site of the device alone', async () => {
    await buyAs('Hana', 1)
    await refused('unknown', '2026-12-01T10:00:00+09:00', null)
    const foreign = await newDevice(shop, 'mori')
    const answer = await shop.app.inject({
      url: `${readArrivals.path}?date=2026-12-01`,
      headers: { host: 'mori.localhost', authorization: foreign.authorization },
    })
    const { slots, ...day } = answer.json<{ slots: SlotArrivals[] }>()
    expect(slots.length).toBeGreaterThan(0)
    expect(slots.find(({ time_span_id: id }) => id === span)).toBeUndefined()
    expect(slots.every(({ expected }) => expected === 0)).toBe(true)
    expect(day).toEqual({ other_refusals: [], undone: 0, wrongly_admitted: 0 })
  })
})

describe('what a gate needs offline', () => {
  test('names the site, its keys and the rules of what it admits to today and tomorrow', async () => {
    await shop.set('Checkin_Early_Minutes', '15')
    await shop.run(sql`update option_values set needs_proof = true where id = ${shop.catalogue.adult}`)
    await shop.run(
      sql`update products set entry_policy = 'daily', reentry_minutes = 30 where id = ${shop.catalogue.productId}`,
    )
    shop.clock.set('2026-12-01T09:00:00+09:00')
    const gate = await offline()
    await shop.run(sql`update option_values set needs_proof = false`)
    await shop.run(
      sql`update products set entry_policy = 'once', reentry_minutes = null where id = ${shop.catalogue.productId}`,
    )
    await shop.run(sql`delete from settings where key = 'Checkin_Early_Minutes'`)
    expect(gate).toMatchObject({
      site_key: 'demo',
      as_of: '2026-12-01T09:00:00+09:00',
      rotating: false,
      early_minutes: 15,
      keys: [{ number: 1, public_key: expect.stringMatching(/^[\w-]{43}$/) }],
    })
    expect(gate.products.find(({ id }) => id === shop.catalogue.productId)).toMatchObject({
      booking_type: 'time',
      entry_policy: 'daily',
      reentry_minutes: 30,
      kinds: expect.arrayContaining([{ id: shop.catalogue.adult, name: '大人', needs_proof: true }]),
    })
  })

  test.each([
    ['the day before', '2026-11-30T00:00:00+09:00', true],
    ['two days before', '2026-11-29T23:59:59+09:00', false],
    ['its last day', '2026-12-04T23:59:59+09:00', true],
    ['the day after it', '2026-12-05T00:00:00+09:00', false],
  ])('has a product on %s of its times', async (_, now, isThere) => {
    shop.clock.set(now)
    await shop.run(
      sql`delete from time_spans where product_id = ${shop.catalogue.productId} and visit_date > '2026-12-04'`,
    )
    const { products } = await offline()
    expect(products.some(({ id }) => id === shop.catalogue.productId)).toBe(isThere)
  })

  test('has no ticket about which there is nothing to know', async () => {
    const bought = await buyAs('Hana', 2)
    const uid = await uidOf(bought, 1)
    expect((await offline()).tickets.map(one => one.uid)).not.toContain(uid)
  })

  test.each([
    ['handed on', (bought: Bought) => share(bought, [2]), { version: 1, revoked: false }],
    ['given back', (bought: Bought) => refund(bought, [2]), { version: 0, revoked: true }],
    [
      'let in',
      (bought: Bought) => enter(bought, 2, '2026-12-01T10:00:00+09:00', '2026-12-01T10:30:00+09:00'),
      {
        version: 0,
        revoked: false,
        last_in_at: '2026-12-01T10:00:00+09:00',
        last_out_at: '2026-12-01T10:30:00+09:00',
      },
    ],
    ['moved', (bought: Bought) => shop.move(bought.token, shop.same.span), { version: 1, revoked: false }],
  ])('has a ticket that was %s, in the first answer and in those after it', async (_, happens, expected) => {
    const bought = await buyAs('Hana', 3)
    const uid = await uidOf(bought, 2)
    const { cursor } = await offline()
    await happens(bought)
    for (const answer of [await offline(), await offline({ since: cursor })])
      expect(answer.tickets.find(one => one.uid === uid)).toMatchObject(expected)
  })

  test('has what was changed a minute before the cursor again, as it may have been committed after it, and nothing older', async () => {
    const bought = await buyAs('Hana', 2)
    await share(bought, [2])
    const uid = await uidOf(bought, 2)
    const { cursor } = await offline()
    const has = async () => (await offline({ since: cursor })).tickets.some(one => one.uid === uid)
    expect(await has()).toBe(true)
    await shop.run(sql`alter table tickets disable trigger tickets_note_change`)
    await shop.run(
      sql`update tickets set changed_at = changed_at - interval '61 s' where changed_at is not null`,
    )
    await shop.run(sql`alter table tickets enable trigger tickets_note_change`)
    expect(await has()).toBe(false)
    expect((await offline()).tickets.some(one => one.uid === uid)).toBe(true)
  })

  test('takes any cursor', async () => {
    for (const since of ['0', '9999999999999999']) expect((await offline({ since })).site_key).toBe('demo')
  })

  test.each([
    ['its own time', shop => shop.same.span],
    ['a former time', shop => shop.cheap.span],
  ] satisfies [string, (of: OtherDaysShop) => number][])(
    'has a changed ticket until %s is over, whichever it was moved to, and the first answer no longer after that day',
    async (_, laterOf) => {
      const bought = await buyAs('Hana', 2)
      const uid = await uidOf(bought, 1)
      // From the first of December to the later day, and back again: the code of the later day is out.
      const token = await shop.move(bought.token, laterOf(shop))
      const isOwn = laterOf(shop) === shop.same.span
      if (!isOwn) await shop.move(token, shop.same.span)
      const end = isOwn ? '2026-12-02' : '2026-12-04'
      const has = async () => (await offline()).tickets.some(one => one.uid === uid)
      shop.clock.set(`${end}T23:59:59+09:00`)
      expect(await has()).toBe(true)
      shop.clock.set(`${end.slice(0, 9)}${Number(end.slice(9)) + 1}T00:00:00+09:00`)
      expect(await has()).toBe(false)
    },
  )

  test.each([
    ['2026-12-07T23:59:59+09:00', true],
    ['2026-12-08T00:00:00+09:00', false],
  ])('at %s has a pass of a week that began long ago and was given back: %s', async (now, isThere) => {
    const bought = await buyAs('Hana', 2)
    const uid = await uidOf(bought, 2)
    await shop.run(sql`update time_spans set ends_at = '2026-12-07T23:59:59+09:00' where id = ${span}`)
    await refund(bought, [2])
    shop.clock.set(now)
    const { tickets } = await offline()
    await shop.run(sql`update time_spans set ends_at = '2026-12-01T11:00:00+09:00' where id = ${span}`)
    expect(tickets.some(one => one.uid === uid && one.revoked)).toBe(isThere)
  })

  test('says nothing of a person, and nothing of another site', async () => {
    const bought = await buyAs('山田 花子', 2)
    await share(bought, [2])
    const text = JSON.stringify(await offline())
    for (const secret of ['山田', 'hana@', bought.number, bought.token, bought.reservationId])
      expect(text).not.toContain(secret)
    const foreign = await newDevice(shop, 'mori')
    const { cursor } = await offline()
    for (const query of ['', `?since=${Number(cursor) - 86_400_000}`]) {
      const answer = await shop.app.inject({
        url: `${readOfflineGate.path}${query}`,
        headers: { host: 'mori.localhost', authorization: foreign.authorization },
      })
      const gate = answer.json<OfflineGate>()
      expect([gate.site_key, gate.tickets]).toEqual(['mori', []])
      expect(gate.products.map(({ id }) => id)).not.toContain(shop.catalogue.productId)
    }
  })
})

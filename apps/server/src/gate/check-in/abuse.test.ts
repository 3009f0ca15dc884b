import { randomUUID } from 'node:crypto'

import type { Ticket } from '@kippu/contract/reservations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type GateShop } from '../../../test/shop/shop.ts'
import type { StaffDevice } from '../../../test/shop/gate.ts'
import type { Bought } from '../../../test/shop/stripe.ts'

let shop: GateShop
let door: StaffDevice
let other: StaffDevice
let bought: Bought
let tickets: readonly Ticket[]

const AT = '2026-12-01T10:30:00+09:00'

beforeAll(async () => {
  shop = await createShop({ gate: true })
  door = await shop.device()
  other = await shop.device()
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.set('2026-11-25T10:00:00+09:00')
  await shop.resetStock()
  await shop.setRules({})
  bought = await shop.buy(3, { tea: 2 })
  tickets = await shop.ticketsOf(bought.token)
  shop.clock.set(AT)
})

const codeOf = (id: number, of = tickets): string => of.find(ticket => ticket.id === id)!.signed_code
const ticketAt = async (id: number, { token } = bought) =>
  (await shop.ticketsOf(token)).find(ticket => ticket.id === id)
const told = (code: string, more: object = {}) => ({
  scan_id: randomUUID(),
  direction: 'in',
  at: AT,
  code,
  status: 'success',
  reason: null,
  undone_reason: null,
  ...more,
})
const report = (scans: readonly object[], device = door) =>
  device.call('POST', '/api/v1/gate/reports', { scans })
const booked = async (scanId: string) =>
  (
    await shop.db.read(db =>
      sql<{ id: number; undone: string | null }>`
        select ticket_id as id, undone_reason as undone from check_ins where scan_id = ${scanId}::uuid order by reservation_id, ticket_id`.execute(
        db,
      ),
    )
  ).rows

describe('the name of a scan', () => {
  test('is the same in capitals', async () => {
    const scanId = randomUUID()
    await shop.setRules({ policy: 'any' })
    const first = await door.scan(codeOf(1), { scanId: scanId.toUpperCase() })
    expect(first.body['status']).toBe('success')
    shop.clock.advance(90_000)
    const again = await door.scan(codeOf(1), { scanId: scanId.toUpperCase() })
    expect(again.body).toMatchObject({ status: 'success', at: AT })
    expect(await ticketAt(1)).toMatchObject({ used_at: AT })
    const visitor = randomUUID().toUpperCase()
    await shop.setRules({})
    const own = await shop.checkIn(bought.token, 2, { scan_id: visitor })
    expect(await shop.checkIn(bought.token, 2, { scan_id: visitor })).toEqual(own)
  })

  test('given to tickets of two reservations at once leaves no entry out of the books', async () => {
    shop.clock.set('2026-11-25T10:00:00+09:00')
    const second = await shop.buy(1)
    shop.clock.set(AT)
    const scanId = randomUUID()
    // Another process has decided the same scan for ticket 1 of the first, and has not committed yet.
    const written = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const process = shop.db.transaction(async tx => {
      await sql`
        insert into check_ins (scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, at, recorded_at)
        values (${scanId}::uuid, 1, ${bought.reservationId}::uuid, 'demo', 1, 'in', 'tap_ticket', now(), now())`.execute(
        tx,
      )
      written.resolve()
      await asked.promise
    })
    await written.promise
    const answer = await shop.checkIn(second.token, 1, { scan_id: scanId })
    asked.resolve()
    await process
    expect(answer).toMatchObject({ body: { status: 'success' } })
    expect(await ticketAt(1, second)).toMatchObject({ used_at: AT })
    expect(await booked(scanId)).toHaveLength(2)
  })
})

describe('a device undid what it had told already', () => {
  test('the store undoes it, of this device alone', async () => {
    const scan = told(codeOf(1))
    await report([scan])
    const undone = { ...scan, undone_reason: 'a wrong button' }
    await report([undone], other)
    expect(await booked(scan.scan_id)).toEqual([{ id: 1, undone: null }])
    await report([undone])
    expect(await booked(scan.scan_id)).toEqual([{ id: 1, undone: 'a wrong button' }])
    expect(await ticketAt(1)).toMatchObject({ status: 'available', used_at: null })
    expect((await door.scan(codeOf(1))).body['status']).toBe('success')
  })
})

test('one ticket for two people, by undoing between them, is seen: how often it was done, and by whom', async () => {
  const scanId = randomUUID()
  const before = Number((await door.call('GET', '/api/v1/gate/arrivals?date=2026-12-01')).body['undone'])
  await door.scan(codeOf(1), { scanId })
  expect(
    await other.call('POST', `/api/v1/gate/scans/${scanId}/undo`, { reason: 'did not go in' }),
  ).toMatchObject({
    status: 200,
  })
  expect((await door.scan(codeOf(1))).body['status']).toBe('success')
  const { body } = await door.call('GET', '/api/v1/gate/arrivals?date=2026-12-01')
  expect(body).toMatchObject({ undone: before + 1 })
  const { rows } = await shop.db.read(db =>
    sql<{ gate: string }>`
      select d.gate_id as gate from check_ins c join gate_devices d on d.id = c.undone_device_id where c.scan_id = ${scanId}::uuid`.execute(
      db,
    ),
  )
  expect(rows).toEqual([{ gate: other.gateId }])
})

describe('times of nobody', () => {
  test.each([
    '2026-99-99T99:99:99+09:00',
    '2026-02-30T10:00:00+09:00',
    '0000-01-01T00:00:00+09:00',
    '2026-12-01T24:00:00+09:00',
  ])('a report of %s is refused', async at => {
    expect((await report([told(codeOf(1), { at })])).status).toBe(400)
  })
  test.each(['1900-01-01', '9999-12-31'])('the arrivals of %s are nobody', async date => {
    const answer = await door.call('GET', `/api/v1/gate/arrivals?date=${date}`)
    expect(answer).toMatchObject({ status: 200, body: { slots: [], undone: 0 } })
  })

  test('of a clock that begins in 1970 is kept', async () => {
    const { body } = await report([told(codeOf(1), { at: '1970-01-01T00:00:00+09:00' })])
    expect(body).toMatchObject([{ status: 'invalid_time', reason: 'too_early' }])
    expect((await door.scan(codeOf(1))).body['status']).toBe('used')
  })
})

describe('by the code of the day', () => {
  test('nobody comes along whose product does not permit it', async () => {
    await shop.run(sql`update products set scan_mode = 'read_qr' where id = ${shop.catalogue.tea.productId}`)
    await shop.run(
      sql`update tickets set product_id = ${shop.catalogue.tea.productId} where reservation_id = ${bought.reservationId}::uuid and id = 2`,
    )
    const x = await shop.checkIn(bought.token, 1, { ids: [1, 2] })
    expect(x).toMatchObject({ status: 400, body: { fields: [{ field: 'mode' }] } })
  })
})

import { randomUUID } from 'node:crypto'

import type { Ticket } from '@kippu/contract/reservations'
import { usualEntryPolicy } from '@kippu/domain/check-in/entry-words'
import { jstIso } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type GateShop } from '../../../test/shop/shop.ts'
import type { StaffDevice } from '../../../test/shop/gate.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'

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
  await shop.set('Checkin_Early_Minutes', '0')
  await shop.set('Checkin_Rotating_Codes', 'false')
  bought = await shop.buy(3, { tea: 2 })
  tickets = await shop.ticketsOf(bought.token)
  shop.clock.set(AT)
})

const codeOf = (id: number): string => tickets.find(ticket => ticket.id === id)!.signed_code
const plainOf = (id: number): string => tickets.find(ticket => ticket.id === id)!.code
/** Another letter in the middle of the signature. */
const altered = (code: string): string =>
  `${code.slice(0, 120)}${code[120] === 'A' ? 'B' : 'A'}${code.slice(121)}`
const statusOf = async (id: number) => (await shop.ticketsOf(bought.token)).find(ticket => ticket.id === id)
const read = (id: number | string, type = 'gate', token = bought.token) =>
  shop.call('GET', `/api/v1/tickets/${token}/${id}?type=${type}`)
const share = async (ids: readonly number[]) => {
  const { body } = await shop.call('POST', '/api/v1/shares', {
    reservation_token: bought.token,
    ticket_ids: ids,
  })
  return String(body['share_token'])
}
const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
  (await shop.db.read(db => query.execute(db))).rows
/** The tickets that went through, of one scan. */
const enteredBy = async (scanId: string) =>
  (
    await rowsOf(sql<{ id: number }>`
      select ticket_id as id from check_ins where scan_id = ${scanId}::uuid order by ticket_id`)
  ).map(({ id }) => id)
const refusedBy = (scanId: string) =>
  rowsOf(sql`select status, reason, was_admitted from gate_refusals where scan_id = ${scanId}::uuid`)
const accept = async (shareToken: string) => {
  const { body } = await shop.call('POST', `/api/v1/shareacceptances/${shareToken}`, {
    acceptance_key: 'a key made up by a browser',
  })
  return String(body['reservation_token'])
}

describe('E-04: a visitor checks in by themselves', () => {
  test('R-1.12, S-9.01, S-9.02: an available ticket is used from then on, once', async () => {
    const first = await shop.checkIn(bought.token, 1)
    expect(first).toEqual({
      status: 200,
      body: { status: 'success', checked_in_at: AT, tickets: [{ id: 1, status: 'success' }] },
    })
    expect(await statusOf(1)).toMatchObject({ status: 'used', used_at: AT })
    shop.clock.advance(60_000)
    const second = await shop.checkIn(bought.token, 1)
    expect(second.body).toEqual({ status: 'used', checked_in_at: AT, tickets: [{ id: 1, status: 'used' }] })
    expect(await statusOf(1)).toMatchObject({ used_at: AT })
    expect(await statusOf(2)).toMatchObject({ status: 'available' })
  })

  test.each([
    ['2026-12-01T09:59:59+09:00', '0', 'invalid_time'],
    ['2026-12-01T09:45:00+09:00', '15', 'success'],
    ['2026-12-01T10:00:00+09:00', '0', 'success'],
    ['2026-12-01T11:00:00+09:00', '0', 'success'],
    ['2026-12-01T11:00:01+09:00', '0', 'invalid_time'],
    ['2026-12-01T09:44:59+09:00', '15', 'invalid_time'],
    ['2026-11-30T10:30:00+09:00', '0', 'invalid_time'],
  ])('S-9.03, S-9.05: at %s, %s minutes early: %s', async (at, early, status) => {
    await shop.set('Checkin_Early_Minutes', early)
    shop.clock.set(at)
    expect((await shop.checkIn(bought.token, 1)).body['status']).toBe(status)
    expect((await statusOf(1))?.used_at === null).toBe(status !== 'success')
  })

  test('S-9.04: tickets that were given back, moved or handed on are invalid', async () => {
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: bought.number,
      tickets: [1],
      evenAccepted: false,
      reason: 'it rains',
    })
    await share([2])
    expect((await shop.checkIn(bought.token, 1)).body['status']).toBe('invalid')
    expect((await shop.checkIn(bought.token, 2)).body['status']).toBe('invalid')
    expect((await shop.checkIn(bought.token, 3)).body['status']).toBe('success')
  })

  test('S-9.04: whoever was given a ticket checks in with it, and the giver does not', async () => {
    const holder = await accept(await share([2]))
    expect((await shop.checkIn(holder, 1)).body).toEqual({ error: 'ticket not found' })
    expect((await shop.checkIn(holder, 2)).body['status']).toBe('success')
    expect((await shop.checkIn(bought.token, 2)).body['status']).toBe('invalid')
  })

  test('S-9.06, R-8.57: the type must be that of the ticket', async () => {
    for (const [id, type] of [
      [1, 'set'],
      [4, 'gate'],
      [9, 'gate'],
      ['x', 'gate'],
      ['01', 'gate'],
    ] as const) {
      expect(await shop.checkIn(bought.token, id, { type }), `${id} ${type}`).toEqual({
        status: 404,
        body: { error: 'ticket not found' },
      })
      expect((await read(id, type)).status).toBe(404)
    }
    expect((await shop.checkIn(bought.token, 4, { type: 'set' })).body['status']).toBe('success')
    expect(await statusOf(4)).toMatchObject({ status: 'used' })
    expect(await statusOf(1)).toMatchObject({ status: 'available' })
  })

  test('S-9.07: the code of the gate must be one of this house', async () => {
    const mode = 'read_qr'
    const foreign = await shop.device('mori')
    for (const gate_code of [undefined, 'gat_nothing', shop.posterOf(foreign.gateId), plainOf(1)])
      expect(await shop.checkIn(bought.token, 1, { mode, gate_code })).toEqual({
        status: 400,
        body: { error: 'invalid_request', fields: [{ field: 'gate_code', rule: 'unknown' }] },
      })
    expect(
      (await shop.checkIn(bought.token, 1, { mode, gate_code: shop.posterOf(door.gateId) })).body['status'],
    ).toBe('success')
  })

  test('S-9.08: by the code of the day only where the product permits it, and only with that code', async () => {
    const wrong = {
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'presence_code', rule: 'unknown' }] },
    }
    const now = shop.presence()
    for (const presence_code of [
      undefined,
      '',
      now === '000000' ? '000001' : '000000',
      `${now}0`,
      shop.presence('mori'),
    ])
      expect(await shop.checkIn(bought.token, 1, { presence_code })).toEqual(wrong)
    shop.clock.advance(60_000)
    expect((await shop.checkIn(bought.token, 1, { presence_code: now })).body['status']).toBe('success')
    shop.clock.advance(60_000)
    expect(await shop.checkIn(bought.token, 2, { presence_code: now })).toEqual(wrong)
    await shop.setRules({ scanMode: 'read_qr' })
    expect(await shop.checkIn(bought.token, 2)).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'mode' }] },
    })
    expect((await read(2)).body['scan_mode']).toBe('read_qr')
  })

  test('S-9.09: two at the same time are one success and one used', async () => {
    const both = await Promise.all([shop.checkIn(bought.token, 1), shop.checkIn(bought.token, 1)])
    expect(new Set(both.map(({ body }) => body['status']))).toEqual(new Set(['success', 'used']))
  })

  test('S-9.04: tickets of a cancelled reservation admit nobody, whatever each of them says', async () => {
    await shop.run(sql`update reservations set status = 'cancelled' where id = ${bought.reservationId}::uuid`)
    expect((await shop.checkIn(bought.token, 1)).body['status']).toBe('invalid')
    for (const code of [codeOf(1), plainOf(1)])
      expect((await door.scan(code)).body).toMatchObject({ status: 'invalid', reason: 'revoked' })
  })

  test('a ticket that an older program let in is used', async () => {
    await shop.run(sql`
      update tickets set used_at = '2026-12-01T10:10:00+09:00' where reservation_id = ${bought.reservationId}::uuid and id = 1`)
    expect((await door.scan(codeOf(1))).body).toMatchObject({ status: 'used', reason: 'already_in' })
    expect((await shop.checkIn(bought.token, 1)).body).toMatchObject({
      status: 'used',
      checked_in_at: '2026-12-01T10:10:00+09:00',
    })
  })

  test('S-9.10: a party goes together, and each of it is answered for', async () => {
    await shop.checkIn(bought.token, 2)
    const { body } = await shop.checkIn(bought.token, 1, { ids: [1, 2, 3] })
    expect(body).toMatchObject({
      status: 'success',
      tickets: [
        { id: 1, status: 'success' },
        { id: 2, status: 'used' },
        { id: 3, status: 'success' },
      ],
    })
    expect((await shop.checkIn(bought.token, 1, { ids: [1, 9] })).status).toBe(404)
  })

  test('a lost answer costs nobody their entry: the same scan gets the same answer', async () => {
    const scan_id = randomUUID()
    const first = await shop.checkIn(bought.token, 1, { scan_id, ids: [1, 2] })
    shop.clock.advance(5_000)
    expect(await shop.checkIn(bought.token, 1, { scan_id, ids: [1, 2] })).toEqual(first)
    expect((await shop.checkIn(bought.token, 1)).body['status']).toBe('used')
  })

  test('the same scan twice at the same time is one entry, and one answer', async () => {
    const scan_id = randomUUID()
    const [one, other] = await Promise.all([
      shop.checkIn(bought.token, 1, { scan_id }),
      shop.checkIn(bought.token, 1, { scan_id }),
    ])
    expect(one).toEqual(other)
    expect(one.body['status']).toBe('success')
    expect(await enteredBy(scan_id)).toEqual([1])
  })

  test('the answer to one scan is not an entry for another ticket', async () => {
    const scan_id = randomUUID()
    await shop.checkIn(bought.token, 1, { scan_id })
    expect((await shop.checkIn(bought.token, 2, { scan_id })).body).toMatchObject({
      status: 'used',
      checked_in_at: null,
      tickets: [{ id: 2, status: 'used' }],
    })
    expect(await statusOf(2)).toMatchObject({ status: 'available' })
  })
})

describe('E-03, D-40: a ticket at the gate', () => {
  test('says when it admits, how one checks in, and who may come along', async () => {
    await shop.checkIn(bought.token, 2)
    const { body } = await read(1)
    expect(body).toMatchObject({
      ticket: { id: 1, status: 'available' },
      scan_mode: 'tap_ticket',
      admits_from: '2026-12-01T10:00:00+09:00',
      admits_until: '2026-12-01T11:00:00+09:00',
      party: [{ id: 1 }, { id: 3 }],
    })
    expect((await read(2)).body).toMatchObject({ ticket: { status: 'used' }, party: [{ id: 1 }, { id: 3 }] })
    expect((await read(4, 'set')).body).toMatchObject({ party: [{ id: 4 }, { id: 5 }] })
  })

  test('before its time it is not good yet, though its page says that it is; afterwards both say so', async () => {
    shop.clock.set('2026-12-01T09:59:59+09:00')
    expect((await read(1)).body).toMatchObject({ ticket: { status: 'invalid_time' }, party: [] })
    expect(await statusOf(1)).toMatchObject({ status: 'available' })
    shop.clock.set('2026-12-01T11:00:01+09:00')
    expect((await read(1)).body).toMatchObject({ ticket: { status: 'invalid_time' } })
    expect(await statusOf(1)).toMatchObject({ status: 'invalid_time' })
  })
})

describe('the staff scan', () => {
  test('a signed code, a plain one, or eight letters that somebody reads out', async () => {
    const [first, second, third] = tickets
    const scanned = await door.scan(first!.signed_code)
    expect(scanned.body).toMatchObject({
      status: 'success',
      reason: null,
      at: AT,
      tickets: [
        { id: 1, type: 'gate', status: 'success', option_name: '大人', needs_proof: false, last_in_at: null },
      ],
    })
    expect((await door.scan(second!.code)).body['status']).toBe('success')
    expect((await door.scan(third!.short_code.toLowerCase())).body['status']).toBe('success')
    const again = await other.scan(first!.signed_code)
    expect(again.body).toMatchObject({ status: 'used', reason: 'already_in', tickets: [{ last_in_at: AT }] })
  })

  test('eight letters that fit two tickets lead to none', async () => {
    await shop.run(sql`
      update tickets t set code_hash = set_byte(o.code_hash, 31, (get_byte(o.code_hash, 31) + 1) % 256)
        from tickets o where t.reservation_id = ${bought.reservationId}::uuid and t.id = 2
         and o.reservation_id = t.reservation_id and o.id = 1`)
    expect((await door.scan(tickets[0]!.short_code)).body).toMatchObject({ reason: 'unknown', tickets: [] })
    expect((await door.scan(plainOf(1))).body['status']).toBe('success')
  })

  test('a whole party at once; one who was given a ticket alone can make no code of the party', async () => {
    const [first, second] = tickets
    const party = `party:${first!.code}.${second!.code.slice(-6)}`
    expect((await door.scan(`party:${first!.code}.AAAAAA`)).body).toMatchObject({
      reason: 'unknown',
      tickets: [],
    })
    expect((await door.scan(`party:${first!.code}.${first!.code.slice(-6)}`)).body['reason']).toBe('unknown')
    await door.scan(first!.code)
    const scanId = randomUUID()
    const { body } = await door.scan(party, { scanId })
    expect(body).toMatchObject({
      status: 'success',
      tickets: [
        { id: 1, status: 'used' },
        { id: 2, status: 'success' },
        { id: 3, status: 'success' },
      ],
    })
    expect(await enteredBy(scanId)).toEqual([2, 3])
    expect(await refusedBy(scanId)).toEqual([])
    const again = randomUUID()
    expect((await other.scan(party, { scanId: again })).body).toMatchObject({ status: 'used' })
    expect(await enteredBy(again)).toEqual([])
    expect(await refusedBy(again)).toEqual([{ status: 'used', reason: 'already_in', was_admitted: false }])
  })

  test('a party does not take along what was handed on', async () => {
    const [first, second] = tickets
    await share([3])
    const { body } = await door.scan(`party:${first!.code}.${second!.code.slice(-6)}`)
    expect((body['tickets'] as readonly object[]).length).toBe(2)
  })

  test('older codes are refused: handed on, taken back, moved, given back', async () => {
    const shared = await share([2])
    expect((await door.scan(codeOf(2))).body).toMatchObject({ status: 'invalid', reason: 'older_code' })
    expect((await door.scan(plainOf(2))).body).toMatchObject({ status: 'invalid', reason: 'unknown' })
    const holder = await accept(shared)
    const theirs = (await shop.ticketsOf(holder))[0]!
    await shop.call('DELETE', `/api/v1/shares/${shared}?reservation_token=${bought.token}`)
    expect((await door.scan(theirs.signed_code)).body['reason']).toBe('older_code')
    const back = (await shop.ticketsOf(bought.token))[1]!
    expect((await door.scan(back.signed_code)).body['status']).toBe('success')
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: bought.number,
      tickets: [3],
      evenAccepted: false,
      reason: 'it rains',
    })
    expect((await door.scan(codeOf(3))).body).toMatchObject({ status: 'invalid', reason: 'revoked' })
  })

  test('S-9.04: after a move the former code is refused, and the new one admits on its day', async () => {
    shop.clock.set('2026-11-25T10:00:00+09:00')
    const moved = await shop.move(bought.token, shop.same.span)
    const now = (await shop.ticketsOf(moved))[0]!
    shop.clock.set(AT)
    expect((await door.scan(codeOf(1))).body['reason']).toBe('older_code')
    expect((await door.scan(now.signed_code)).body).toMatchObject({
      status: 'invalid_time',
      reason: 'too_early',
    })
    shop.clock.set('2026-12-02T10:30:00+09:00')
    expect((await door.scan(now.signed_code)).body['status']).toBe('success')
  })

  test('codes of another site, altered ones and those of nobody lead to nothing', async () => {
    const foreign = await shop.device('mori')
    const call = await shop.app.inject({
      method: 'POST',
      url: '/api/v1/gate/scans',
      headers: { host: 'mori.localhost', authorization: `Bearer ${foreign.key}` },
      payload: { scan_id: randomUUID(), direction: 'in', code: codeOf(1) },
    })
    expect(call.json()).toMatchObject({ status: 'invalid', reason: 'forged', tickets: [] })
    for (const shown of [
      { code: plainOf(1) },
      { code: tickets[0]!.short_code },
      { reservation_number: bought.number, ids: [1] },
    ]) {
      const scanned = await shop.app.inject({
        method: 'POST',
        url: '/api/v1/gate/scans',
        headers: { host: 'mori.localhost', authorization: `Bearer ${foreign.key}` },
        payload: { scan_id: randomUUID(), direction: 'in', ...shown },
      })
      expect(scanned.json()).toMatchObject({ status: 'invalid', reason: 'unknown', tickets: [] })
    }
    for (const [code, reason] of [
      [altered(codeOf(1)), 'forged'],
      ['KT1:HELLO', 'unknown'],
      ['https://example.com', 'unknown'],
      [bought.token, 'unknown'],
      [shop.posterOf(door.gateId), 'unknown'],
    ])
      expect({ code, ...(await door.scan(code!)).body }).toMatchObject({
        code,
        status: 'invalid',
        reason,
        tickets: [],
      })
    expect((await statusOf(1))?.status).toBe('available')
  })

  test('codes that change are good for a minute and a half', async () => {
    await shop.set('Checkin_Rotating_Codes', 'true')
    shop.clock.advance(1_000)
    expect(await statusOf(1)).toMatchObject({ signed_code: '', rotates: true })
    const { body } = await shop.call('GET', `/api/v1/ticketcodes/${bought.token}`)
    const [first] = body as unknown as ReadonlyArray<{
      id: number
      codes: ReadonlyArray<{ from: string; code: string }>
    }>
    expect(first!.codes.map(({ from }) => from).slice(0, 2)).toEqual([AT, '2026-12-01T10:30:30+09:00'])
    shop.clock.set('2026-12-01T10:32:00+09:00')
    expect((await door.scan(first!.codes[0]!.code)).body).toMatchObject({
      status: 'invalid',
      reason: 'expired_code',
    })
    expect((await door.scan(first!.codes[1]!.code)).body['status']).toBe('success')
    expect((await door.scan(first!.codes[9]!.code)).body['reason']).toBe('expired_code')
  })

  test('codes that change are of those alone who may enter with them, and only where the site asks for them', async () => {
    const codes = async () =>
      (
        (await shop.call('GET', `/api/v1/ticketcodes/${bought.token}`)).body as unknown as ReadonlyArray<{
          id: number
        }>
      ).map(({ id }) => id)
    expect(await codes()).toEqual([])
    await shop.set('Checkin_Rotating_Codes', 'true')
    shop.clock.advance(1_001)
    await share([2])
    await shop.checkIn(bought.token, 1)
    expect(await codes()).toEqual([3, 4, 5])
  })

  test('by hand, from the door list', async () => {
    const { body } = await door.call('POST', '/api/v1/gate/scans', {
      scan_id: randomUUID(),
      direction: 'in',
      reservation_number: bought.number.toLowerCase(),
      ids: [1, 4],
    })
    expect(body).toMatchObject({ status: 'success', tickets: [{ id: 1 }, { id: 4, type: 'set' }] })
  })

  test('out, and in again within the time of the product', async () => {
    await shop.setRules({ reentryMinutes: 30 })
    const out = { direction: 'out' } as const
    expect((await door.scan(codeOf(1), out)).body).toMatchObject({ status: 'invalid', reason: 'not_inside' })
    await door.scan(codeOf(1))
    shop.clock.advance(60_000)
    expect((await door.scan(codeOf(1), out)).body['status']).toBe('success')
    shop.clock.advance(60_000)
    expect((await door.scan(codeOf(1))).body['status']).toBe('success')
    expect((await door.scan(codeOf(1))).body['status']).toBe('used')
    expect(await statusOf(1)).toMatchObject({ used_at: AT })
  })

  test('a season ticket, once on each day', async () => {
    await shop.setRules({ policy: 'daily', saleType: 'period' })
    await shop.run(sql`
      update time_spans set ends_at = '2026-12-31T17:00:00+09:00' where id = ${shop.catalogue.spans[0]!}`)
    const season = (await shop.ticketsOf(bought.token))[0]!.signed_code
    expect((await door.scan(season)).body['status']).toBe('success')
    expect((await door.scan(season)).body['status']).toBe('used')
    expect(await statusOf(1)).toMatchObject({ status: 'used' })
    shop.clock.set('2026-12-02T00:00:00+09:00')
    expect(await statusOf(1)).toMatchObject({ status: 'available' })
    expect((await door.scan(season)).body['status']).toBe('success')
    await shop.run(sql`
      update time_spans set ends_at = '2026-12-01T11:00:00+09:00' where id = ${shop.catalogue.spans[0]!}`)
  })
})

test('S-9.01: a pass of which nobody says how often it admits is entered on three days, on one of them twice, and is good until its last day', async () => {
  await shop.setRules({ policy: usualEntryPolicy('period'), saleType: 'period' })
  await shop.run(sql`
    update time_spans set ends_at = '2026-12-31T17:00:00+09:00' where id = ${shop.catalogue.spans[0]!}`)
  const pass = (await shop.ticketsOf(bought.token))[0]!.signed_code
  const entered: unknown[] = []
  for (const at of [
    AT,
    '2026-12-01T15:00:00+09:00',
    '2026-12-02T10:00:00+09:00',
    '2026-12-24T10:00:00+09:00',
  ]) {
    shop.clock.set(at)
    entered.push((await door.scan(pass)).body['status'])
    shop.clock.advance(60_000)
    const { status, code } = (await statusOf(1))!
    entered.push(status, code !== '')
  }
  await shop.run(sql`
    update time_spans set ends_at = '2026-12-01T11:00:00+09:00' where id = ${shop.catalogue.spans[0]!}`)
  const once = ['success', 'available', true]
  expect(entered).toEqual([...once, ...once, ...once, ...once])
})

describe('a scan is undone', () => {
  const undo = (scanId: string, device = door, reason = 'wrong person') =>
    device.call('POST', `/api/v1/gate/scans/${scanId}/undo`, { reason })

  test('within a minute, with a reason: the ticket is as it was', async () => {
    const scanId = randomUUID()
    await door.scan(codeOf(1), { scanId })
    expect((await undo(scanId, door, ' ')).status).toBe(400)
    shop.clock.advance(60_000)
    expect(await undo(scanId, other)).toEqual({ status: 200, body: { undone: true } })
    expect(await undo(scanId)).toEqual({ status: 200, body: { undone: true } })
    expect(await undo(scanId, door, 'another')).toEqual({
      status: 400,
      body: { error: 'scan can no longer be undone' },
    })
    expect(await statusOf(1)).toMatchObject({ status: 'available', used_at: null })
    expect((await door.scan(codeOf(1))).body['status']).toBe('success')
  })

  test('not after a minute, not what is not there, and not by another site', async () => {
    const scanId = randomUUID()
    await door.scan(codeOf(1), { scanId })
    expect(await undo(randomUUID())).toEqual({ status: 404, body: { error: 'record not found' } })
    const foreign = await shop.device('mori')
    const call = await shop.app.inject({
      method: 'POST',
      url: `/api/v1/gate/scans/${scanId}/undo`,
      headers: { host: 'mori.localhost', authorization: `Bearer ${foreign.key}` },
      payload: { reason: 'x' },
    })
    expect(call.statusCode).toBe(404)
    shop.clock.advance(60_001)
    expect((await undo(scanId)).body).toEqual({ error: 'scan can no longer be undone' })
    expect(await statusOf(1)).toMatchObject({ status: 'used' })
  })

  test('undoing the entry after an exit leaves both as they were', async () => {
    await shop.setRules({ reentryMinutes: 30 })
    shop.clock.advance(5_001)
    const [entered, left] = ['2026-12-01T10:31:00+09:00', '2026-12-01T10:32:00+09:00']
    shop.clock.set(entered)
    await door.scan(codeOf(1))
    shop.clock.set(left)
    await door.scan(codeOf(1), { direction: 'out' })
    shop.clock.advance(60_000)
    const scanId = randomUUID()
    expect((await door.scan(codeOf(1), { scanId })).body['status']).toBe('success')
    await undo(scanId)
    expect((await door.scan(codeOf(1))).body).toMatchObject({
      status: 'success',
      tickets: [{ last_in_at: entered, last_out_at: left }],
    })
  })

  test('undoing a second entry leaves the first', async () => {
    await shop.setRules({ policy: 'any' })
    await door.scan(codeOf(1))
    shop.clock.advance(120_000)
    const scanId = randomUUID()
    await door.scan(codeOf(1), { scanId })
    await undo(scanId)
    expect(await statusOf(1)).toMatchObject({ used_at: AT })
    expect((await door.scan(codeOf(1))).body).toMatchObject({ tickets: [{ last_in_at: AT }] })
  })
})

describe('a gate that was offline tells what it did', () => {
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
  const report = (scans: readonly object[]) => door.call('POST', '/api/v1/gate/reports', { scans })
  const kept = async () => {
    const { rows } = await shop.db.read(db =>
      sql<{ ticket: number; fault: string | null }>`
        select ticket_id as ticket, fault from check_ins where reservation_id = ${bought.reservationId}::uuid order by recorded_at, ticket_id`.execute(
        db,
      ),
    )
    return rows
  }

  test('each entry once, however often it is told', async () => {
    shop.clock.advance(3_600_000)
    const scans = [told(codeOf(1)), told(codeOf(2), { at: '2026-12-01T10:31:00+09:00' })]
    const answer = await report(scans)
    expect(answer.body).toMatchObject([{ status: 'success' }, { status: 'success' }])
    expect(await report(scans)).toEqual(answer)
    expect(await kept()).toEqual([
      { ticket: 1, fault: null },
      { ticket: 2, fault: null },
    ])
    expect(await statusOf(1)).toMatchObject({ status: 'used', used_at: AT })
  })

  test('whoever should not have been let in has entered all the same, and is reported', async () => {
    await other.scan(codeOf(1))
    const shared = await share([2])
    const scans = [
      told(codeOf(1)),
      told(codeOf(2)),
      told(codeOf(3), { at: '2026-12-01T09:00:00+09:00' }),
      told(altered(codeOf(1))),
    ]
    const { body } = await report(scans)
    expect((await report(scans)).body).toEqual(body)
    expect(body).toMatchObject([
      { status: 'used', reason: 'already_in' },
      { status: 'invalid', reason: 'older_code' },
      { status: 'invalid_time', reason: 'too_early' },
      { status: 'invalid', reason: 'forged' },
    ])
    expect((await kept()).map(({ fault }) => fault)).toEqual([null, 'used', 'invalid', 'invalid_time'])
    // Somebody is inside with it: it is not taken back any more.
    expect(
      (await shop.call('DELETE', `/api/v1/shares/${shared}?reservation_token=${bought.token}`)).body,
    ).toEqual({
      error: 'shared ticket was used',
    })
    const { rows } = await shop.db.read(db =>
      sql`select reason, was_admitted from gate_refusals where scan_id = ${scans[3]!.scan_id}::uuid`.execute(
        db,
      ),
    )
    expect(rows).toEqual([{ reason: 'forged', was_admitted: true }])
  })

  test('what it refused or undid changes no ticket', async () => {
    const scans = [
      told(codeOf(1), { status: 'invalid', reason: 'older_code' }),
      told(codeOf(2), { undone_reason: 'wrong person' }),
    ]
    const { body } = await report(scans)
    expect(body).toMatchObject([{ status: 'success' }, { status: 'success' }])
    expect((await report(scans)).body).toEqual(body)
    expect(await kept()).toEqual([{ ticket: 2, fault: null }])
    expect(await refusedBy(scans[0]!.scan_id)).toEqual([
      { status: 'invalid', reason: 'older_code', was_admitted: false },
    ])
    expect((await shop.ticketsOf(bought.token)).slice(0, 2)).toMatchObject([
      { status: 'available', used_at: null },
      { status: 'available', used_at: null },
    ])
  })

  test('what it did earlier changes nothing of what was seen later', async () => {
    await shop.setRules({ policy: 'any', reentryMinutes: 30 })
    shop.clock.advance(5_001)
    await door.scan(codeOf(1))
    shop.clock.advance(60_000)
    await door.scan(codeOf(1), { direction: 'out' })
    await report([
      told(codeOf(1), { at: '2026-12-01T10:10:00+09:00' }),
      told(codeOf(1), { at: '2026-12-01T10:15:00+09:00', direction: 'out' }),
    ])
    const [row] = await rowsOf(sql<{ first: Date; last: Date; out: Date }>`
      select used_at as first, last_in_at as last, last_out_at as out from tickets
       where reservation_id = ${bought.reservationId}::uuid and id = 1`)
    expect([row!.first, row!.last, row!.out].map(at => jstIso(at.getTime()))).toEqual([
      '2026-12-01T10:10:00+09:00',
      '2026-12-01T10:30:05+09:00',
      '2026-12-01T10:31:05+09:00',
    ])
  })

  test('a clock that runs ahead reports nothing of tomorrow', async () => {
    const scans = [told(codeOf(1), { at: '2026-12-02T10:30:00+09:00' })]
    expect((await report(scans)).body).toMatchObject([{ status: 'success' }])
    expect(await statusOf(1)).toMatchObject({ used_at: AT })
  })

  test('what it let in when it was in time was right, however late it tells', async () => {
    shop.clock.set('2026-12-01T15:00:00+09:00')
    expect((await report([told(codeOf(1))])).body).toMatchObject([{ status: 'success', reason: null }])
    expect((await report([told(codeOf(2), { at: '2026-12-01T15:00:00+09:00' })])).body).toMatchObject([
      { status: 'invalid_time', reason: 'too_late' },
    ])
  })
})

import { isOfSharedPart } from '@kippu/domain/sharing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import { hashToken } from '../../platform/tokens.ts'

let shop: OtherDaysShop
let bought: Bought

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.resetStock()
  bought = await shop.buy(3, { tea: 2 })
  await shop.run(sql`
    update orders set customer_info = '[{"key":"email","value":"hana@example.com"},{"key":"fullname","value":"𠮷田 花"}]'
     where id = ${bought.orderId}::uuid`)
})

const KEY = 'a key made up by a browser'
const share = (choice: object, token = bought.token) =>
  shop.call('POST', '/api/v1/shares', { reservation_token: token, ...choice })
const shareTokenOf = async (ids: readonly number[]) =>
  String((await share({ ticket_ids: ids })).body['share_token'])
const readShare = (token: string) => shop.call('GET', `/api/v1/shares/${token}`)
const accept = (token: string, key = KEY) =>
  shop.call('POST', `/api/v1/shareacceptances/${token}`, { acceptance_key: key })
const holderOf = async (token: string) => String((await accept(token)).body['reservation_token'])
const takeBack = (token: string, reservation = bought.token) =>
  shop.call('DELETE', `/api/v1/shares/${token}?reservation_token=${reservation}`)
const list = async (lang = 'ja') => {
  const { body } = await shop.call('GET', `/api/v1/shares?reservation_token=${bought.token}&lang=${lang}`)
  return body as unknown as ReadonlyArray<Record<string, unknown>>
}
const refund = (tickets: 'all' | readonly number[], evenAccepted = false) =>
  requestRefund(shop.deps, {
    siteKey: 'demo',
    reservationNumber: bought.number,
    tickets,
    evenAccepted,
    reason: 'it rains',
  })

interface SeenTicket {
  readonly id: number
  readonly parent_id: number
  readonly status: string
  readonly code: string
  readonly shared: boolean
}
const ticketsOf = async (token: string) => {
  const { status, body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
  return status === 200 ? (body as unknown as readonly SeenTicket[]) : []
}
/** Whether the gate knows the code: the hash that is stored of a ticket. */
const isKnown = async (code: string) => {
  const { rows } = await shop.db.read(db =>
    sql`select from tickets where code_hash = ${hashToken(code)}`.execute(db),
  )
  return rows.length === 1
}
const useTicket = (id: number) =>
  shop.run(
    sql`update tickets set used_at = now() where reservation_id = ${bought.reservationId}::uuid and id = ${id}`,
  )

const UNKNOWN = { status: 404, body: { error: 'record not found' } }

describe('E-07: handing tickets on', () => {
  test('S-10.03, S-8.05, S-9.04: they leave the page of the giver, whose copies of their codes are refused', async () => {
    const before = await ticketsOf(bought.token)
    expect(before.map(({ parent_id }) => parent_id)).toEqual([1, 1, 1, 4, 4])
    const { status, body } = await share({ ticket_ids: [2, 5] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      share_token: expect.stringMatching(/^shr_/),
      status: 'offered',
      accepted_at: null,
      tickets: [
        { id: 2, code: '' },
        { id: 5, type: 'set', code: '' },
      ],
    })
    const url = `${shop.deps.sites.originOf('demo')}/to/tickets/shared/${String(body['share_token'])}`
    expect(body['share_url']).toBe(url)
    expect(await list('th')).toMatchObject([{ share_url: `${url}?lang=th` }])
    expect(await list('xx')).toMatchObject([{ share_url: url }])
    const after = await ticketsOf(bought.token)
    expect(after.map(({ status: state, shared }) => [state, shared])).toEqual([
      ['available', false],
      ['invalid', true],
      ['available', false],
      ['available', false],
      ['invalid', true],
    ])
    expect(after.map(({ code }) => code)).toEqual([before[0]!.code, '', before[2]!.code, before[3]!.code, ''])
    expect(await Promise.all(before.map(({ code }) => isKnown(code)))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ])
  })

  test('by kinds, the first ones that are left', async () => {
    const { body } = await share({ option_values: [{ option_value_id: shop.catalogue.adult, quantity: 2 }] })
    expect(body['tickets']).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  test.each([
    [
      'R-8.59, S-10.02: none of a kind',
      { kinds: 0 },
      400,
      'specified option value of the ticket is less than 1',
    ],
    ['R-8.57: more than there are', { kinds: 4 }, 404, 'ticket not found'],
    ['a ticket that is not there', { ticket_ids: [9] }, 404, 'ticket not found'],
    ['S-10.04: all of them', { ticket_ids: [1, 2, 3] }, 400, 'invalid_request'],
    ['nothing', { ticket_ids: [] }, 400, 'invalid_request'],
    ['no choice', {}, 400, 'invalid_request'],
  ])(
    'refuses %s',
    async (_, { kinds, ...choice }: { kinds?: number; ticket_ids?: number[] }, status, error) => {
      const asked =
        kinds === undefined
          ? choice
          : { option_values: [{ option_value_id: shop.catalogue.adult, quantity: kinds }] }
      expect(await share(asked)).toMatchObject({ status, body: { error } })
      expect((await ticketsOf(bought.token)).some(({ shared }) => shared)).toBe(false)
    },
  )

  test('a companion is neither bought, handed on, left behind nor moved without its holder', async () => {
    const { adult: holder, child: companion, productUuid: product_uuid, spans } = shop.catalogue
    await shop.resetStock()
    await shop.run(sql`update option_values set only_with = ${holder} where id = ${companion}`)
    const order = (holders: number, companions: number) =>
      shop.call('POST', '/api/v1/orders', {
        lang: 'ja',
        product_uuid,
        time_span_id: spans[0],
        quantity: holders + companions,
        option_values: [
          { option_value_id: holder, quantity: holders },
          { option_value_id: companion, quantity: companions },
        ],
      })
    shop.clock.advance(1_000)
    const refused = { status: 400, body: { error: 'companion without its holder' } }
    expect(await order(1, 2)).toEqual(refused)
    const ready = await shop.ready(String((await order(2, 2)).body['order_token']))
    const { body } = await shop.pay(ready, '1112')
    const [token, reservationNumber] = [String(body['reservation_token']), String(body['reservation_number'])]
    expect(await ticketsOf(token)).toMatchObject([{}, {}, { only_with: holder }, { only_with: holder }])
    for (const ticket_ids of [[3], [1]]) expect(await share({ ticket_ids }, token)).toEqual(refused)
    expect(await share({ ticket_ids: [1, 3] }, token)).toMatchObject({ status: 201 })
    await shop.run(sql`update tickets set handed_on_at = null, share_id = null`)
    await requestRefund(shop.deps, { siteKey: 'demo', reservationNumber, tickets: [1], reason: 'ill' })
    expect(await shop.change(token, shop.same.span)).toEqual(refused)
    await shop.run(sql`update option_values set only_with = null`)
  })

  test('R-8.58, S-10.01: refuses a reservation of one ticket', async () => {
    const { token } = await shop.buy(1)
    expect(await share({ ticket_ids: [1] }, token)).toMatchObject({
      status: 400,
      body: { error: 'specified parent ticket does not have more than one child ticket' },
    })
  })

  test('S-10.05: refuses what is used, and what others have', async () => {
    await useTicket(1)
    await shareTokenOf([2])
    for (const id of [1, 2])
      expect(await share({ ticket_ids: [id] })).toEqual({ status: 404, body: { error: 'ticket not found' } })
    expect(await share({ ticket_ids: [3] })).toEqual({
      status: 400,
      body: { error: 'specified parent ticket does not have more than one child ticket' },
    })
  })

  test('S-8.07: a token of before a move is answered 410, and one that never was 404', async () => {
    const token = await shop.move(bought.token, shop.same.span)
    expect(await share({ ticket_ids: [1] })).toMatchObject({ status: 410 })
    expect(await share({ ticket_ids: [1] }, token)).toMatchObject({ status: 201 })
    expect(await share({ ticket_ids: [1] }, 'rsv_none')).toEqual(UNKNOWN)
  })

  test('S-8.07: what waits for a move to end finds that its token is of before', async () => {
    const isLocked = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const moving = shop.db.transaction(async tx => {
      await sql`select from tickets where reservation_id = ${bought.reservationId}::uuid for no key update`.execute(
        tx,
      )
      isLocked.resolve()
      await mayEnd.promise
      await sql`
        insert into former_reservation_tokens (token_hash, reservation_id, replaced_at)
        select token_hash, id, now() from reservations where id = ${bought.reservationId}::uuid`.execute(tx)
      await sql`update reservations set token_hash = ${hashToken('rsv_another')}
                 where id = ${bought.reservationId}::uuid`.execute(tx)
    })
    await isLocked.promise
    const answer = share({ ticket_ids: [2] })
    await untilSomebodyWaits(shop.db)
    mayEnd.resolve()
    await moving
    expect(await answer).toMatchObject({ status: 410 })
  })

  test('says on the page of the tickets whether it may be done, and why not', async () => {
    const read = async (token: string) =>
      ((await shop.call('GET', `/api/v1/reservations/${token}`)).body['permissions'] as { share: unknown })
        .share
    expect(await read(bought.token)).toEqual({ allowed: true, reason: null, by_mail: true })
    expect(await read((await shop.buy(1)).token)).toEqual({
      allowed: false,
      reason: 'single',
      by_mail: true,
    })
    shop.clock.set('2026-12-01T23:00:00+09:00')
    expect(await read(bought.token)).toMatchObject({ allowed: false, reason: 'past' })
    shop.clock.set('2026-11-25T10:00:00+09:00')
    await refund('all')
    expect(await read(bought.token)).toMatchObject({ allowed: false, reason: 'cancelled' })
  })
})

describe('E-08: what the receiver sees', () => {
  test('S-8.09: by the link, what it is and of whom, without a code and without the buyer', async () => {
    const token = await shareTokenOf([2])
    const { status, body } = await readShare(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'offered',
      product_name: '光の森',
      giver_name: '𠮷＊＊',
      reservation_token: null,
      tickets: [{ id: 2, code: '', status: 'available' }],
    })
    expect(JSON.stringify(body)).not.toMatch(/hana@|𠮷田|tkt_/)
    expect(await ticketsOf(token)).toEqual([])
  })

  test('once accepted, its tickets with codes that the gate knows, and nothing of the whole', async () => {
    const token = await shareTokenOf([2, 5])
    const holder = await holderOf(token)
    expect(isOfSharedPart(holder)).toBe(true)
    const tickets = await ticketsOf(holder)
    expect(tickets.map(({ id, shared }) => [id, shared])).toEqual([
      [2, false],
      [5, false],
    ])
    expect(await Promise.all(tickets.map(({ code }) => isKnown(code)))).toEqual([true, true])
    const { body } = await shop.call('GET', `/api/v1/reservations/${holder}`)
    expect(body).toMatchObject({
      reservation_number: null,
      reservation_token: holder,
      price: null,
      tickets_count: 2,
      shared: { giver_name: '𠮷＊＊' },
      main_product: { quantity: 1, order_options: [{ quantity: 1, unit_price: 0 }] },
      set_products: [{ product_name: '森のお茶', quantity: 1, add_cost: 0 }],
    })
    expect(JSON.stringify(body)).not.toContain(bought.number)
    expect(await readShare(holder)).toMatchObject({
      body: { status: 'accepted', reservation_token: holder, tickets: [{ id: 2 }, { id: 5 }] },
    })
    // The link alone shows no ticket any more.
    expect((await readShare(token)).body).toMatchObject({
      status: 'accepted',
      tickets: [],
      reservation_token: null,
    })
  })

  test('S-10.07, S-11.18: the part is not moved, has no receipt, is not handed on, and neither mailed nor given another address', async () => {
    const holder = await holderOf(await shareTokenOf([2]))
    expect(await shop.change(holder, shop.same.span)).toEqual(UNKNOWN)
    expect(await shop.call('POST', `/api/v1/receipts/${holder}`, { addressee: '山田商店' })).toEqual(UNKNOWN)
    expect(await share({ ticket_ids: [2] }, holder)).toEqual(UNKNOWN)
    expect(await shop.call('POST', `/api/v1/reservationmails/${holder}`, { lang: 'ja' })).toEqual(UNKNOWN)
    expect(
      await shop.call('PUT', `/api/v1/reservations/${holder}/email`, { email: 'me@example.com' }),
    ).toEqual(UNKNOWN)
    expect(await shop.call('GET', `/api/v1/gtm/${holder}`)).toEqual(UNKNOWN)
  })
})

describe('accepting', () => {
  test('the first key has it, and gets the same answer again; another one is refused', async () => {
    const token = await shareTokenOf([2])
    const first = await accept(token)
    expect(first.status).toBe(200)
    expect(await accept(token)).toEqual(first)
    expect(await accept(token, 'a key of another browser')).toEqual({
      status: 400,
      body: { error: 'share accepted already' },
    })
  })

  test('two browsers at once: one of them has it', async () => {
    const token = await shareTokenOf([2])
    const answers = await Promise.all(
      ['of one browser', 'of another one'].map(of => accept(token, `a long key ${of}`)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('what was taken back, or given back, is not there', async () => {
    const token = await shareTokenOf([2])
    expect((await takeBack(token)).status).toBe(204)
    expect(await accept(token)).toEqual(UNKNOWN)
    const other = await shareTokenOf([3])
    await refund([3])
    expect(await accept(other)).toEqual(UNKNOWN)
  })
})

describe('E-09: taking back', () => {
  test.each([false, true])(
    'S-10.05, S-9.04: whatever the receiver has is refused; accepted: %s',
    async isAccepted => {
      const token = await shareTokenOf([2])
      const holder = isAccepted ? await holderOf(token) : token
      const given = (await ticketsOf(holder)).map(({ code }) => code)
      expect(given).toHaveLength(isAccepted ? 1 : 0)
      expect(await takeBack(token)).toEqual({ status: 204, body: {} })
      expect(await Promise.all(given.map(isKnown))).not.toContain(true)
      expect(await readShare(token)).toEqual(UNKNOWN)
      expect(await ticketsOf(holder)).toEqual([])
      const after = await ticketsOf(bought.token)
      expect(after.map(({ status, shared }) => [status, shared])).toEqual(
        Array.from({ length: 5 }, () => ['available', false]),
      )
      expect(await isKnown(after[1]!.code)).toBe(true)
      expect(await takeBack(token)).toEqual(UNKNOWN)
    },
  )

  test('S-10.05: not once a ticket of it was used', async () => {
    const token = await shareTokenOf([1, 2])
    await holderOf(token)
    await useTicket(2)
    expect(await takeBack(token)).toEqual({ status: 400, body: { error: 'shared ticket was used' } })
    expect(await list()).toMatchObject([{ status: 'used' }])
  })

  test('only with the token of the reservation', async () => {
    const token = await shareTokenOf([2])
    const other = await shop.buy(2)
    expect(await takeBack(token, other.token)).toEqual(UNKNOWN)
    expect(await takeBack(token, token)).toEqual(UNKNOWN)
    expect(await list()).toMatchObject([{ share_token: token, status: 'offered' }])
  })
})

describe('together with a change of time and a refund', () => {
  const permission = async () => {
    const { body } = await shop.call('GET', `/api/v1/reservations/${bought.token}`)
    return (body['permissions'] as { change: unknown }).change
  }

  test('S-10.08, S-11.15: a visit with tickets in other hands is not moved until they are back', async () => {
    const token = await shareTokenOf([2])
    expect(await permission()).toMatchObject({ allowed: false, reason: 'handed_on' })
    expect(await shop.change(bought.token, shop.same.span)).toEqual({
      status: 400,
      body: { error: 'cannot change ticket' },
    })
    await takeBack(token)
    expect(await permission()).toMatchObject({ allowed: true })
    await shop.move(bought.token, shop.same.span)
  })

  test('a change that was made before is not paid any more', async () => {
    const change = await shop.changeToken(bought.token, shop.dear.span)
    await shareTokenOf([2])
    expect(await shop.agree(change, '1112')).toEqual({ status: 400, body: { error: 'cannot change ticket' } })
  })

  test('nothing is handed on while a change is being paid', async () => {
    const change = await shop.changeToken(bought.token, shop.dear.span)
    expect((await shop.agree(change, '3220')).body['result']).toBe('redirect')
    expect(await share({ ticket_ids: [2] })).toEqual({
      status: 400,
      body: { error: 'waiting time change exists' },
    })
  })

  test('a refund takes what nobody has accepted, and what somebody has only when it is told so', async () => {
    const [offered, accepted] = [await shareTokenOf([1]), await shareTokenOf([2])]
    const holder = await holderOf(accepted)
    expect(await refund([1])).toMatchObject({ kind: 'refund', tickets: [1] })
    expect(await accept(offered)).toEqual(UNKNOWN)
    for (const tickets of ['all', [2]] as const)
      expect(await refund(tickets)).toEqual({ kind: 'refused', why: 'somebody else has accepted the ticket' })
    expect(await refund([2], true)).toMatchObject({ kind: 'refund', tickets: [2] })
    expect(await ticketsOf(holder)).toMatchObject([{ id: 2, status: 'invalid' }])
    expect(await list()).toMatchObject([{ status: 'refunded' }, { status: 'refunded' }])
  })

  test('of two tickets that were handed on together one is given back: the other still admits', async () => {
    const token = await shareTokenOf([1, 2])
    expect(await refund([1])).toMatchObject({ kind: 'refund', tickets: [1] })
    expect(await list()).toMatchObject([{ share_token: token, status: 'offered' }])
    await accept(token)
    expect(await list()).toMatchObject([{ status: 'accepted' }])
  })
})

import { reservationNumberFrom } from '@kippu/domain/reservation-number'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type BoughtVisit, buyVisit } from '../../test/bought-visit.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import { hashToken } from '../platform/tokens.ts'
import { newReservationToken } from './reservation-token.ts'
import { sweepTries } from './sweep-tries.ts'

const EMAIL = 'Hana.Sato@example.com'
const UNKNOWN = { statusCode: 404, body: '{"error":"record not found"}' }

let shop: Shop
let visit: BoughtVisit
let another: BoughtVisit

beforeAll(async () => {
  shop = await createShop()
  await shop.renew()
  visit = await buyVisit(shop, EMAIL)
  another = await buyVisit(shop, 'taro@example.com')
})

beforeEach(() => forgetTries())

afterAll(() => shop.close())

async function forgetTries(): Promise<void> {
  await shop.db.transaction(tx => tx.deleteFrom('inquiry_tries').execute())
}

const tenMinutesPass = () =>
  shop.db.transaction(tx =>
    tx
      .updateTable('inquiry_tries')
      .set({ counted_from: sql<Date>`counted_from - interval '10 minutes'` })
      .execute(),
  )

interface Client {
  readonly host?: string
  readonly from?: string
}

async function ask(email: string, number: string, { host = 'localhost', from = '192.0.2.1' }: Client = {}) {
  const query = new URLSearchParams({ email, reservation_number: number })
  const { statusCode, body, headers } = await shop.app.inject({
    url: `/api/v1/reservations?${query.toString()}`,
    remoteAddress: from,
    headers: { host },
  })
  return { statusCode, body, headers }
}

const answer = async (...asked: Parameters<typeof ask>) => {
  const { statusCode, body } = await ask(...asked)
  return { statusCode, body }
}

const found = (token: string) => ({ statusCode: 200, body: JSON.stringify({ reservation_token: token }) })

/** A network of its own for each number. */
const network = (number: number): string => `198.51.${Math.floor(number / 250)}.${(number % 250) + 1}`

const otherNumber = (last: number): string =>
  reservationNumberFrom(Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, Math.floor(last / 32), last % 32]))

describe('R-7.35, S-8.01: GET reservations', () => {
  test('a right pair opens the ticket', async () => {
    expect(await answer(EMAIL, visit.number)).toEqual(found(visit.token))
    const { status } = await shop.call('GET', `/api/v1/reservations/${visit.token}`)
    expect(status).toBe(200)
  })

  test('S-8.01, S-8.02: every way of writing a right pair opens it', async () => {
    const wide = (s: string) => s.replaceAll(/[!-~]/g, c => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    const waysOfBoth = [
      (s: string) => s.toLowerCase(),
      (s: string) => s.toUpperCase(),
      wide,
      (s: string) => `\u3000${s} `,
      (s: string) => `${s}\n`,
      (s: string) => `\u200b${s.slice(0, 3)}\ufeff${s.slice(3)}`,
      (s: string) => `${s.slice(0, 4)} ${s.slice(4)}`,
    ]
    const ways = (more: ReadonlyArray<(s: string) => string> = []) =>
      fc.array(fc.constantFrom(...waysOfBoth, ...more), { maxLength: 3 })
    const ofNumbers = ways([s => `${s.slice(0, 4)}-${s.slice(4)}`, s => `${s.slice(0, 5)}―${s.slice(5)}`])
    await fc.assert(
      fc.asyncProperty(ways(), ofNumbers, async (ofEmail, ofNumber) => {
        const email = ofEmail.reduce((text, way) => way(text), EMAIL)
        const number = ofNumber.reduce((text, way) => way(text), visit.number)
        expect(await answer(email, number)).toEqual(found(visit.token))
      }),
      { numRuns: 60 },
    )
  })

  test('everything wrong is one answer: address, number, both, an impossible number, nothing', async () => {
    const wrong: ReadonlyArray<readonly [string, string]> = [
      [EMAIL, otherNumber(0)],
      [EMAIL, another.number],
      ['taro@example.com', visit.number],
      ['nobody@example.com', visit.number],
      ['nobody@example.com', otherNumber(1)],
      [EMAIL, `${visit.number.slice(0, -1)}0`],
      [EMAIL, `${visit.number}2`],
      [EMAIL, visit.number.slice(0, -1)],
      [EMAIL, 'あ'],
      [`x${EMAIL}`, visit.number],
      ['%', visit.number],
      ['', ''],
    ]
    for (const [index, [email, number]] of wrong.entries())
      expect(await answer(email, number, { from: network(index) }), `${email} ${number}`).toEqual(UNKNOWN)
    const headersOf = async (email: string, number: string) =>
      Object.entries((await ask(email, number)).headers).filter(
        ([name]) => !['date', 'x-request-id'].includes(name),
      )
    const [email, number] = ['nobody@example.com', otherNumber(1)]
    expect(await headersOf(EMAIL, another.number)).toEqual(await headersOf(email, number))
  })

  test('S-15.01: a right pair of another site is a wrong one, and leads to its own ticket there', async () => {
    expect(await answer(EMAIL, visit.number, { host: 'cancanfactory.localhost' })).toEqual(UNKNOWN)
  })

  test('R-7.35: after a move the newest token is answered', async () => {
    const origin = { id: another.reservationId, tokenGeneration: 1 }
    const token = newReservationToken(shop.deps.tokens, origin)
    await shop.db.transaction(tx =>
      tx
        .updateTable('reservations')
        .set({ token_generation: 1, token_hash: hashToken(token) })
        .where('id', '=', another.reservationId)
        .execute(),
    )
    expect(token).not.toBe(another.token)
    expect(await answer('taro@example.com', another.number)).toEqual(found(token))
  })

  test('R-1.14: a cancelled reservation is found too, its page says so', async () => {
    const cancelled = await buyVisit(shop, EMAIL)
    await shop.db.transaction(tx =>
      tx
        .updateTable('reservations')
        .set({ status: 'cancelled' })
        .where('id', '=', cancelled.reservationId)
        .execute(),
    )
    expect(await answer(EMAIL, cancelled.number)).toEqual(found(cancelled.token))
  })

  test.each([
    ['no address', 'reservation_number=ABCDEFGH23', 'email'],
    ['no number', 'email=hana@example.com', 'reservation_number'],
    ['a number that is a text', `email=a@b.co&reservation_number=${'A'.repeat(41)}`, 'reservation_number'],
    ['an address that is a text', `email=${'a'.repeat(321)}&reservation_number=A`, 'email'],
    ['something else', 'email=a@b.co&reservation_number=A&lang=ja', 'lang'],
  ])('%s is not an inquiry', async (_, query, field) => {
    const { status, body } = await shop.call('GET', `/api/v1/reservations?${query.toString()}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_request', fields: [{ field }] })
  })

  test('S-8.09, S-15.02: neither the answer nor the log has address, number or network', async () => {
    await ask(EMAIL, otherNumber(5))
    const { body } = await ask(EMAIL, visit.number)
    const said = [body, ...shop.logged].join('\n').toLowerCase()
    for (const secret of [EMAIL.toLowerCase(), visit.number.toLowerCase(), '192.0.2.1'])
      expect(said).not.toContain(secret)
  })
})

describe('S-8.01: bounds of wrong pairs', () => {
  const limited = async (...asked: Parameters<typeof ask>) => {
    const { statusCode, body, headers } = await ask(...asked)
    expect([statusCode, JSON.parse(body).error]).toEqual([429, 'too_many_requests'])
    const seconds = JSON.parse(body).retry_after as number
    expect(headers['retry-after']).toBe(String(seconds))
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
  }

  test('the 21st try of a network is refused, even with a right pair, until ten minutes have passed', async () => {
    for (let turn = 1; turn <= 20; turn += 1)
      expect(await answer(`guess-${turn}@example.com`, otherNumber(turn))).toEqual(UNKNOWN)
    await limited('guess-21@example.com', otherNumber(21))
    await limited(EMAIL, visit.number)
    expect((await ask(EMAIL, visit.number, { from: '192.0.2.2' })).statusCode).toBe(200)
    await tenMinutesPass()
    expect(await answer(EMAIL, visit.number)).toEqual(found(visit.token))
  })

  test('right pairs do not count: behind the address of a venue all find their tickets', async () => {
    for (let turn = 1; turn <= 30; turn += 1) expect((await ask(EMAIL, visit.number)).statusCode).toBe(200)
    for (let turn = 1; turn <= 20; turn += 1)
      expect(await answer(`guess-${turn}@example.com`, otherNumber(turn))).toEqual(UNKNOWN)
    await limited(EMAIL, visit.number)
  })

  test('all addresses of an IPv6 /64 are one network', async () => {
    for (let turn = 1; turn <= 20; turn += 1)
      await ask(`guess-${turn}@example.com`, otherNumber(turn), { from: `2001:db8::${turn}` })
    await limited(EMAIL, visit.number, { from: '2001:db8::ffff' })
    expect((await ask(EMAIL, visit.number, { from: '2001:db8:0:1::1' })).statusCode).toBe(200)
  })

  test('60 tries of a network at once get 20 through', async () => {
    const tries = Array.from({ length: 60 }, (_, turn) => ask(`guess-${turn}@example.com`, otherNumber(turn)))
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(statuses.filter(status => status === 404)).toHaveLength(20)
    expect(statuses.filter(status => status === 429)).toHaveLength(40)
  })

  test('an address has 100 wrong numbers over all networks, whether or not anybody bought with it', async () => {
    for (const email of [EMAIL, 'nobody@example.com']) {
      await forgetTries()
      for (let turn = 0; turn < 100; turn += 1) {
        const way = turn % 2 === 0 ? email : email.toUpperCase()
        expect(await answer(way, otherNumber(turn), { from: network(turn) })).toEqual(UNKNOWN)
      }
      await limited(email, otherNumber(100), { from: network(100) })
      await limited(email, visit.number, { from: network(101) })
    }
    expect((await ask('taro@example.com', another.number, { from: network(102) })).statusCode).toBe(200)
  })

  test('a number has 30 wrong addresses over all networks, whether or not a reservation has it', async () => {
    for (const number of [visit.number, otherNumber(0)]) {
      await forgetTries()
      for (let turn = 0; turn < 30; turn += 1)
        expect(await answer(`guess-${turn}@example.com`, number, { from: network(turn) })).toEqual(UNKNOWN)
      await limited('guess@example.com', number.toLowerCase(), { from: network(30) })
      await limited(EMAIL, number, { from: network(31) })
    }
  })

  test('one network alone keeps nobody else out', async () => {
    for (let turn = 0; turn < 150; turn += 1)
      await ask(EMAIL, turn % 2 === 0 ? otherNumber(turn) : another.number)
    expect(await answer(EMAIL, visit.number, { from: '192.0.2.2' })).toEqual(found(visit.token))
  })

  test('S-15.02: what is counted cannot be read, and is swept once it is over', async () => {
    await ask(EMAIL, otherNumber(0))
    const rows = await shop.db.read(read => read.selectFrom('inquiry_tries').selectAll().execute())
    expect(rows.map(({ tries, subject_hash: { length } }) => [tries, length])).toEqual([
      [1, 32],
      [1, 32],
      [1, 32],
    ])
    expect(await sweepTries(shop.deps)).toBe(0)
    await tenMinutesPass()
    expect(await sweepTries(shop.deps)).toBe(3)
  })

  test('the sweeper leaves a count alone that somebody is counted in, so that neither waits for the other in a circle', async () => {
    await ask(EMAIL, otherNumber(0))
    await tenMinutesPass()
    await shop.db.transaction(async tx => {
      await sql`select from inquiry_tries limit 1 for update`.execute(tx)
      expect(await sweepTries(shop.deps)).toBe(2)
    })
    expect(await sweepTries(shop.deps)).toBe(1)
  }, 5_000)

  test('the log says which bound was met', async () => {
    for (let turn = 0; turn <= 20; turn += 1) await ask(`guess-${turn}@example.com`, otherNumber(turn))
    const lines = shop.logged.filter(line => line.includes('a reservation inquiry would be one too many'))
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ by: 'network', site: 'demo' })
  })
})

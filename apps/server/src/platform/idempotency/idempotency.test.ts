import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { endDoubtful } from '../../orders/life/end-doubtful.ts'
import { refuse } from '../http/refusal.ts'
import { dropKey, endKey, takeKey, takeKeyOver } from './key-queries.ts'
import { once, retryAfter } from './serve-repeatable.ts'
import { readAnswer, writtenAnswer } from './stored-answer.ts'
import { sweepKeys } from './sweep-keys.ts'
import { createUnwrittenKeys } from './unwritten-keys.ts'

let shop: Shop
beforeAll(async () => {
  shop = await createShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.renew()
  await shop.db.transaction(tx => sql`truncate idempotency_keys`.execute(tx))
})

async function order(key: string, quantity = 2) {
  const { productUuid, spans, adult } = shop.catalogue
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/v1/orders',
    headers: { 'idempotency-key': key },
    payload: {
      lang: 'ja',
      product_uuid: productUuid,
      time_span_id: spans[0],
      quantity,
      option_values: [{ option_value_id: adult, quantity }],
    },
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers }
}

const taken = () => shop.takenOf(shop.catalogue.spans[0] ?? 0)

/** As a process leaves it that was killed before it kept its answer. */
const forgetAnswers = (lease: '1 hour' | '20 seconds' | '5 seconds' | '-1 second') =>
  shop.db.transaction(tx =>
    sql`update idempotency_keys set answer = null, leased_until = now() + ${lease}::interval`.execute(tx),
  )

test.each([
  [60, 2],
  [58.5, 2],
  [50, 10],
  [30, 30],
  [29.5, 30],
  [10, 10],
  [1.5, 2],
  [0.4, 1],
  [0, 2],
])('of a lease of a minute %d seconds are left: the next request comes after %d', (left, seconds) => {
  expect(retryAfter(left, 60)).toBe(seconds)
})

describe('an answer that is kept', () => {
  test('is the same when it is read', () => {
    expect(readAnswer(writtenAnswer({ order_token: 'ord_1' }) ?? '')).toEqual({
      body: { order_token: 'ord_1' },
    })
    const details = {
      fields: [{ field: 'email', rule: 'email' }],
      canRetry: true,
      orderToken: 'ord_1',
      timeChangeToken: 'tch_1',
      reservationToken: 'rsv_1',
      retryAfter: 9,
    }
    for (const refusal of [refuse('out of stock', details), refuse('out of stock')])
      expect(readAnswer(writtenAnswer(refusal) ?? '')).toEqual(refusal)
  })

  test.each(['busy', 'too_many_requests', 'too many mails'] as const)(
    'is not one about the moment: %s',
    code => {
      expect(writtenAnswer(refuse(code))).toBeNull()
    },
  )
})

test('a key is of its request, whose hash may be one by a former key of the deployment, and of whoever has it', async () => {
  const [request, other] = [Buffer.from('request'), Buffer.from('other')]
  const [subject, second] = [randomUUID(), randomUUID()]
  const asked = {
    siteKey: 'demo',
    keyHash: Buffer.from('key'),
    requestHash: request,
    formerRequestHashes: [],
  }
  const take = (more: object = {}) =>
    shop.db.transaction(tx => takeKey(tx, { ...asked, ...more }, { subject: second, leaseSeconds: 60 }))
  await shop.db.transaction(tx => takeKey(tx, asked, { subject, leaseSeconds: 60 }))
  expect(await take()).toMatchObject({ subject, isSameRequest: true, answer: null })
  expect(await take({ requestHash: other })).toMatchObject({ isSameRequest: false })
  const rotated = { requestHash: other, formerRequestHashes: [Buffer.from('x'), request] }
  expect(await take(rotated)).toMatchObject({ isSameRequest: true })
  expect(await take({ siteKey: 'mori' })).toBeUndefined()
  const end = (by: string) =>
    shop.db.transaction(tx => endKey(tx, asked, { subject: by, answer: Buffer.from('answer') }))
  expect([await end(second), (await take())?.answer]).toEqual([false, null])
  await shop.db.transaction(tx => dropKey(tx, asked, second))
  expect(await end(subject)).toBe(true)
  expect(await take()).toMatchObject({ subject, leaseLeft: 0, answer: Buffer.from('answer') })
  await shop.db.transaction(tx => takeKeyOver(tx, asked, { subject: second, leaseSeconds: 60 }))
  expect(await end(subject)).toBe(false)
  await shop.db.transaction(tx => dropKey(tx, asked, second))
  expect(await take()).toBeUndefined()
})

test('nothing is done where somebody took the key over, and died too, between the two reads of a request', async () => {
  const asked = {
    siteKey: 'demo',
    keyHash: Buffer.from('key'),
    requestHash: Buffer.from('request'),
    formerRequestHashes: [],
  }
  const dead = () => ({ subject: randomUUID(), leaseSeconds: 0 })
  await shop.db.transaction(tx => takeKey(tx, asked, dead()))
  const answerAgain = () => shop.db.transaction(tx => takeKeyOver(tx, asked, dead()))
  const unwritten = createUnwrittenKeys(shop.deps.log)
  onTestFinished(() => unwritten.stop())
  const work = vi.fn<(subject: string) => Promise<unknown>>()
  const ask = () =>
    once({ ...shop.deps, unwritten }, { asked, leaseSeconds: 60, answerAgain, nothingCame: undefined }, work)
  expect(await ask()).toEqual(refuse('request in progress', { retryAfter: 2 }))
  expect(work).not.toHaveBeenCalled()
})

describe('a call with an Idempotency-Key', () => {
  test('is done once and has one answer; the same key with anything else is refused', async () => {
    const key = randomUUID()
    const first = await order(key)
    expect(first.status).toBe(201)
    const again = await order(key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await order(key, 1)).toMatchObject({ status: 422, body: { error: 'idempotency key reused' } })
    expect(await taken()).toBe(2)
    const other = await order(randomUUID())
    expect(other.body['order_token']).not.toBe(first.body['order_token'])
  })

  test('holds once where many arrive together', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => order(key)))
    expect(await taken()).toBe(2)
    const tokens = answers.filter(({ status }) => status === 201).map(({ body }) => body['order_token'])
    expect(new Set(tokens).size).toBe(1)
    for (const { status, body, headers } of answers.filter(answer => answer.status !== 201)) {
      expect([status, body['error']]).toEqual([409, 'request in progress'])
      expect(headers['retry-after']).toBe('2')
    }
  })

  test('is answered about what it has made by whoever comes after a process that died in between', async () => {
    const key = randomUUID()
    const { body } = await order(key)
    await forgetAnswers('1 hour')
    expect(await order(key)).toMatchObject({ status: 201, body })
    expect(await taken()).toBe(2)
  })

  test('is done by the next request where the first died before it made anything, once nobody is at it', async () => {
    const key = randomUUID()
    await order(key)
    await forgetAnswers('1 hour')
    await shop.db.transaction(tx => sql`update idempotency_keys set subject = gen_random_uuid()`.execute(tx))
    expect(await order(key)).toMatchObject({ status: 409, body: { retry_after: 2 } })
    // Of sixty seconds: as long again as it has taken, and then until the end.
    const retries: number[] = []
    for (const left of ['20 seconds', '5 seconds'] as const) {
      await forgetAnswers(left)
      retries.push(Number((await order(key)).body['retry_after']))
    }
    expect(retries[0]).toBeGreaterThanOrEqual(15)
    expect(retries[1]).toBeLessThanOrEqual(5)
    await forgetAnswers('-1 second')
    expect((await order(key)).status).toBe(201)
    expect(await taken()).toBe(4)
  })

  test('is let go once the database is back that was away when its answer was to be kept', async () => {
    const back = () => shop.db.transaction(tx => sql`drop function if exists away() cascade`.execute(tx))
    onTestFinished(async () => void (await back()))
    await shop.db.transaction(tx => sql`update time_spans set capacity = 2, taken = 0`.execute(tx))
    await shop.db.transaction(tx =>
      sql`create function away() returns trigger language plpgsql as $$
          begin raise exception using errcode = '57P03'; end $$`.execute(tx),
    )
    await shop.db.transaction(tx =>
      sql`create trigger away before update or delete on idempotency_keys execute function away()`.execute(
        tx,
      ),
    )
    const [made, refused] = ['made'.padEnd(30, '-'), 'refused'.padEnd(30, '-')]
    const first = await order(made)
    expect((await order(refused)).body).toMatchObject({ error: 'out of stock' })
    const rows = () => shop.db.read(read => read.selectFrom('idempotency_keys').select(['answer']).execute())
    expect((await rows()).map(({ answer }) => answer)).toEqual([null, null])
    await back()
    await vi.waitFor(async () => expect(await rows()).toEqual([{ answer: expect.any(Buffer) }]), 10_000)
    expect((await order(made)).body).toEqual(first.body)
  })

  test('is done anew where what the first made has ended before anybody was answered', async () => {
    const key = randomUUID()
    const { body } = await order(key)
    await shop.call('DELETE', `/api/v1/orders/${String(body['order_token'])}`)
    await forgetAnswers('-1 second')
    const again = await order(key)
    expect(again.status).toBe(201)
    expect(again.body['order_token']).not.toBe(body['order_token'])
    expect(await taken()).toBe(2)
  })

  test('keeps the order that it leads to from those that nobody knows of; one that it has left ends', async () => {
    const key = randomUUID()
    await order(key)
    const idOf = async () => {
      const rows = await shop.db.read(read => read.selectFrom('idempotency_keys').select('subject').execute())
      return rows[0]?.subject ?? ''
    }
    const first = await idOf()
    // Before anybody repeats it, and after.
    await forgetAnswers('-1 second')
    expect(await endDoubtful(shop.db, first)).toBe(false)
    expect((await order(key)).status).toBe(201)
    expect(await endDoubtful(shop.db, first)).toBe(false)
    expect(await taken()).toBe(2)
    // Whoever came before the database had written it has another one.
    await shop.db.transaction(tx => sql`update idempotency_keys set subject = gen_random_uuid()`.execute(tx))
    await forgetAnswers('-1 second')
    expect((await order(key)).status).toBe(201)
    expect(await taken()).toBe(4)
    expect(await endDoubtful(shop.db, first)).toBe(true)
    expect(await taken()).toBe(2)
  })

  test('leaves nothing of a payment that is refused before it begins, however often', async () => {
    const pay = async (key: string) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/v1/orders/checkout/ord_none',
        headers: { 'idempotency-key': key },
        payload: { payment_method_type: 'free', expected_amount: 0 },
      })
      return answer.json<{ error: string }>().error
    }
    expect(await pay(randomUUID())).toBe('record not found')
    const { rows } = await shop.db.read(read => sql`select from idempotency_keys`.execute(read))
    expect(rows).toEqual([])
  })

  test('leaves nothing of an order or a change that is refused: nothing was made, and it may be asked for again', async () => {
    const key = randomUUID()
    expect(await order(key, 6)).toMatchObject({ status: 400, body: { error: 'out of stock' } })
    await shop.app.inject({
      method: 'POST',
      url: '/api/v1/timechanges',
      headers: { 'idempotency-key': randomUUID() },
      payload: { reservation_token: 'rsv_none', time_span_id: shop.catalogue.spans[0], lang: 'ja' },
    })
    const { rows } = await shop.db.read(read => sql`select from idempotency_keys`.execute(read))
    expect(rows).toEqual([])
    await shop.db.transaction(tx => sql`update time_spans set capacity = 10`.execute(tx))
    expect((await order(key, 6)).status).toBe(201)
  })

  test('is of one address: the same key and body at another order is refused', async () => {
    const [one, other] = [await shop.orderToken(1), await shop.orderToken(1)]
    await shop.db.transaction(async tx => {
      await sql`update order_items set base_price = 0, unit_price = 0`.execute(tx)
      await sql`update orders set status = 'ready_checkout', subtotal = 0, price = 0`.execute(tx)
    })
    const key = randomUUID()
    const pay = async ({ token }: { readonly token: string }) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/api/v1/orders/checkout/${token}`,
        headers: { 'idempotency-key': key },
        payload: { payment_method_type: 'free', expected_amount: 0 },
      })
      return [answer.statusCode, answer.json<{ error?: string }>().error]
    }
    expect(await pay(one)).toEqual([200, undefined])
    expect(await pay(other)).toEqual([422, 'idempotency key reused'])
    expect(await pay(one)).toEqual([200, undefined])
  })

  test('keeps no answer that opens anything to whoever has the database', async () => {
    const key = randomUUID()
    const { body } = await order(key)
    const rows = await shop.db.read(read => read.selectFrom('idempotency_keys').selectAll().execute())
    const stored = Buffer.concat(rows.flatMap(row => [row.key_hash, row.answer ?? Buffer.alloc(0)]))
    for (const secret of [key, String(body['order_token'])]) expect(stored.includes(secret)).toBe(false)
  })

  test('has a key that nobody guesses', async () => {
    for (const key of ['1', 'a'.repeat(21), 'a'.repeat(101), `${randomUUID()} x`])
      expect(await order(key)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', fields: [{ field: 'Idempotency-Key' }] },
      })
    for (const key of ['a'.repeat(22), 'a'.repeat(100)]) expect((await order(key, 1)).status).toBe(201)
  })

  test('is forgotten after a day', async () => {
    const key = randomUUID()
    await order(key, 1)
    const age = (hours: number) =>
      shop.db.transaction(tx =>
        sql`update idempotency_keys set created_at = now() - make_interval(hours => ${hours})`.execute(tx),
      )
    await age(23)
    expect(await sweepKeys(shop.db)).toBe(0)
    await age(25)
    expect(await sweepKeys(shop.db)).toBeGreaterThan(0)
    await order(key, 1)
    expect(await taken()).toBe(2)
  })
})

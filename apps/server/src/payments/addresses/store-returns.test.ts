import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { holdAttempt } from '../../../test/hold-attempt.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { type Attempt, isOver } from '../attempts/attempt.ts'
import { readAttempt } from '../attempts/attempt-queries.ts'
import { RETURN_HINTS } from '../port/port.ts'
import { decideReturn } from './return-route.ts'

/** Two visitors at their bank. */
let shop: StripeShop
let first: Visitor
let second: Visitor

interface Visitor {
  readonly attemptId: string
  /** Where the bank sends the browser back to. */
  readonly address: string
}

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  first = await atBank(await shop.readyOrder(1))
  second = await atBank(await shop.readyOrder(1))
})
afterAll(() => shop.close())
beforeEach(async () => {
  await run(sql`delete from provider_events`)
  await run(
    sql`update payment_attempts set state = 'action_required', operation = null, provider_refs = '{}'`,
  )
})
afterEach(() => void Reflect.deleteProperty(globalThis, FAILPOINT))

const FAILPOINT = Symbol.for('kippu.failpoint')

async function atBank(order: ReadyOrder): Promise<Visitor> {
  const number = String((await shop.pay(order, '3220', 'stripe_secure')).body['payment_number'])
  const attemptId = (await shop.attemptsOf(order))[0]!.id
  const nonce = shop.deps.tokens.derive('return', attemptId)
  return { attemptId, address: `/payment-return/stripe/${number}/${nonce}` }
}

const run = (query: ReturnType<typeof sql>) => shop.db.transaction(tx => query.execute(tx))
const comeBack = async ({ address }: Visitor, intent: string): Promise<number> =>
  (await shop.app.inject({ url: `${address}?payment_intent=${intent}` })).statusCode

const read = ({ attemptId }: Visitor) => shop.db.read(tx => readAttempt(tx, attemptId))
const countReturns = async ({ attemptId }: Visitor) => {
  const { rows } = await shop.db.read(tx =>
    sql`select from provider_events where attempt_id = ${attemptId}`.execute(tx),
  )
  return rows.length
}

const keepNineteen = ({ attemptId }: Visitor) =>
  run(sql`
    insert into provider_events (provider, dedupe_key, attempt_id, payload, received_at)
    select 'stripe', 'return-' || n, ${attemptId}, '{}', now() from generate_series(1, 19) n`)

test('returns that are stored together are each kept with their own payment', async () => {
  expect(await Promise.all([comeBack(first, 'pi_1'), comeBack(second, 'pi_2')])).toEqual([303, 303])
  expect((await read(first)).refs).toMatchObject({ return_payment_intent: 'pi_1' })
  expect((await read(second)).refs).toMatchObject({ return_payment_intent: 'pi_2' })
})

describe('of returns at the same time no more than twenty are kept', () => {
  test('when one statement has them', async () => {
    await keepNineteen(first)
    const back = await Promise.all(['pi_1', 'pi_2', 'pi_3'].map(intent => comeBack(first, intent)))
    expect(back).toEqual([303, 303, 303])
    expect(await countReturns(first)).toBe(20)
  })

  test('when two statements wait for each other', async () => {
    await keepNineteen(first)
    const answers: Array<Promise<number>> = []
    await using held = await holdAttempt(shop.db, first.attemptId)
    for (const intent of ['pi_1', 'pi_2']) {
      answers.push(comeBack(first, intent))
      await expect.poll(() => countWaiting(shop.db)).toBe(answers.length)
    }
    await held.end()
    expect(await Promise.all(answers)).toEqual([303, 303])
    expect(await countReturns(first)).toBe(20)
  })
})

test('a return changes nothing about a payment that somebody takes further just then (S-1.14)', async () => {
  Reflect.set(globalThis, FAILPOINT, (name: string) =>
    name === 'return.committing'
      ? run(sql`update payment_attempts set state = 'executing', operation = 'resume'`)
      : undefined,
  )
  expect(await comeBack(first, 'pi_1')).toBe(303)
  expect(await countReturns(first)).toBe(0)
  expect((await read(first)).refs).toEqual({})
})

test('what is stored of a return: nothing unless it may tell more, and the same once', async () => {
  const attempt = await read(first)
  const anyAttempt: fc.Arbitrary<Attempt> = fc
    .constantFrom(...ATTEMPT_STATES)
    .map(state => ({ ...attempt, state }))
  const anyReturn = fc.record({
    kept: fc.dictionary(fc.constantFrom('intent', 'status'), fc.string()),
    hint: fc.constantFrom(...RETURN_HINTS),
  })
  fc.assert(
    fc.property(
      anyAttempt,
      fc.nat(25),
      fc.nat(),
      anyReturn,
      anyReturn,
      (one, events, version, ...returns) => {
        const found = { attempt: one, version, events }
        const [stored, other] = returns.map(returned => decideReturn(found, returned))
        const mayTell = one.state === 'action_required' || isOver(one)
        expect(stored !== undefined).toBe(mayTell && events < 20)
        expect(stored?.version).toBe(stored && version)
        const isSame = JSON.stringify(returns[0]) === JSON.stringify(returns[1])
        expect(stored?.dedupeKey === other?.dedupeKey).toBe(isSame || stored === undefined)
      },
    ),
  )
})

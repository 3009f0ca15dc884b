import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { holdAttempt } from '../../../test/hold-attempt.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { rowsOfOrder } from '../../../test/rows-of-order.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { hashToken } from '../../platform/tokens.ts'
import { RETURNED_SECONDS } from '../attempts/timing.ts'

/** A visitor at their bank, for whom each test begins anew, and another one, whom no return concerns. */
let shop: StripeShop
let order: ReadyOrder
let bystander: ReadyOrder
let attemptId: string
let paymentNumber: string
let address: string

/** Errors of work that nobody waited for. */
const unwaited: unknown[] = []
const keepUnwaited = (error: unknown): void => void unwaited.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', keepUnwaited)
  shop = await createShop({ payments: 'stripe' })
  bystander = await shop.readyOrder()
  await shop.pay(bystander, '3220', 'stripe_secure')
  order = await shop.readyOrder()
  paymentNumber = String((await shop.pay(order, '3220', 'stripe_secure')).body['payment_number'])
  attemptId = (await shop.attemptsOf(order))[0]!.id
  address = `/payment-return/stripe/${paymentNumber}/${shop.deps.tokens.derive('return', attemptId)}`
})
afterAll(async () => {
  process.off('unhandledRejection', keepUnwaited)
  await shop.close()
})
beforeEach(() => setAttempt({}))

async function setAttempt(columns: object): Promise<void> {
  const atBank = { state: 'action_required', operation: null, provider_refs: '{}', check_at: null }
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('provider_events').execute()
    const all = { ...atBank, ...columns }
    await tx.updateTable('payment_attempts').set(all).where('id', '=', attemptId).execute()
  })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const comeBack = async (path = '') => {
  const { statusCode, headers } = await shop.app.inject({ url: `${address}${path}` })
  return { statusCode, location: headers['location'] }
}
const ERROR = { statusCode: 303, location: 'http://localhost:3000/#/error' }
const pageOf = (hint: string) =>
  `http://localhost:3000/#/payment-callback/stripe_secure/${hint}?time_change=false&payment_number=${paymentNumber}`

/** What a return may change, and when the payment is looked at after it. */
async function stored() {
  const { rows } = await shop.db.read(read =>
    sql<{ refs: Record<string, string>; payload: unknown; waits: number | null }>`
      select a.provider_refs - 'woken' as refs, e.payload, extract(epoch from a.check_at - e.received_at)::float as waits
      from payment_attempts a left join provider_events e on e.attempt_id = a.id where a.id = ${attemptId}`.execute(
      read,
    ),
  )
  return rows[0]
}
const NOTHING = { refs: {}, payload: null, waits: null }

test('a return is kept, and its payment is looked at in five seconds; nothing of another payment changes', async () => {
  const before = await rowsOfOrder(shop.db, bystander.id)
  expect(await comeBack('?payment_intent=pi_1')).toEqual({ statusCode: 303, location: pageOf('success') })
  expect(await stored()).toEqual({
    refs: { return_payment_intent: 'pi_1', return_hint: 'success' },
    payload: { payment_intent: 'pi_1', hint: 'success' },
    waits: RETURNED_SECONDS,
  })
  expect(await rowsOfOrder(shop.db, bystander.id)).toEqual(before)
})

test.each(['success', 'cancel', 'failure'])(
  'the end of the address, %s, says more than its fields',
  async hint => {
    const { location } = await comeBack(`/${hint}?redirect_status=failed`)
    expect(location).toBe(pageOf(hint))
    expect(await stored()).toMatchObject({ refs: { return_hint: hint } })
  },
)

test('without an end of the address its fields say what became of the visit', async () => {
  expect((await comeBack('?redirect_status=failed')).location).toBe(pageOf('failure'))
  expect(await stored()).toMatchObject({ payload: { hint: 'failure' } })
})

test('what the form says wins over the query', async () => {
  const url = `${address}?payment_intent=pi_query&redirect_status=failed`
  await shop.app.inject({ method: 'POST', url, headers: FORM, payload: 'payment_intent=pi_form' })
  expect(await stored()).toMatchObject({ payload: { payment_intent: 'pi_form', redirect_status: 'failed' } })
})

test('what is not a form is refused', async () => {
  const { statusCode } = await shop.app.inject({ method: 'POST', url: address, payload: { a: 1 } })
  expect(statusCode).toBe(415)
  expect(await stored()).toEqual(NOTHING)
})

test('a form is 16 KiB at most', async () => {
  const ofLength = async (length: number) => {
    const payload = 'a='.padEnd(length, 'x')
    return (await shop.app.inject({ method: 'POST', url: address, headers: FORM, payload })).statusCode
  }
  expect(await ofLength(16 * 1024)).toBe(303)
  expect(await ofLength(16 * 1024 + 1)).toBe(413)
})

const MAY_CHANGE: readonly string[] = ['action_required', 'failed', 'expired']

test.each(MAY_CHANGE)('a return is kept of a payment that is %s: it may tell more', async state => {
  await setAttempt({ state })
  await comeBack()
  expect(await stored()).toMatchObject({ payload: { hint: 'success' }, waits: RETURNED_SECONDS })
})

test('the returns of another payment do not count', async () => {
  const [other] = await shop.attemptsOf(bystander)
  await shop.db.transaction(tx =>
    sql`
      insert into provider_events (provider, dedupe_key, attempt_id, payload, received_at)
      select 'stripe', 'of-another-' || n, ${other!.id}, '{}', now() from generate_series(1, 20) n`.execute(
      tx,
    ),
  )
  await comeBack()
  expect(await stored()).toMatchObject({ payload: { hint: 'success' } })
})

describe('a return changes nothing', () => {
  test.each(ATTEMPT_STATES.filter(state => !MAY_CHANGE.includes(state)))(
    'of a payment that is %s',
    async state => {
      await setAttempt({ state })
      expect((await comeBack()).location).toBe(pageOf('success'))
      expect(await stored()).toEqual(NOTHING)
    },
  )

  test('with an end of the address that is none of ours', async () => {
    expect(await comeBack('/done')).toEqual(ERROR)
    expect(await stored()).toEqual(NOTHING)
  })

  test('at the address of another site', async () => {
    const { headers } = await shop.app.inject({ url: address, headers: { host: 'ruins.localhost' } })
    expect(headers['location']).toMatch(/\/#\/error$/)
    expect(await stored()).toEqual(NOTHING)
  })
})

test('a token of another kind is not a payment number, even if it were stored as one (S-15.01)', async () => {
  const wrong = shop.deps.tokens.derive('order', attemptId)
  const store = (token: string) => setAttempt({ payment_number_hash: hashToken(token) })
  await store(wrong)
  const { headers } = await shop.app.inject({ url: address.replace(paymentNumber, wrong) })
  expect(headers['location']).toBe(ERROR.location)
  expect(await stored()).toEqual(NOTHING)
  const step = await shop.app.inject({ url: `/payment-step/${wrong}` })
  expect(step.headers['location']).toBe(ERROR.location)
  await store(paymentNumber)
  expect((await comeBack()).location).toBe(pageOf('success'))
})

test('the browser goes on when its return is stored, not before', async () => {
  const events: string[] = []
  await using held = await holdAttempt(shop.db, attemptId)
  const answer = comeBack().then(() => events.push('answered'))
  await expect.poll(async () => events.length + (await countWaiting(shop.db))).toBeGreaterThan(0)
  events.push('stored')
  await held.end()
  await answer
  expect(events).toEqual(['stored', 'answered'])
})

describe('a return that cannot be stored as a whole leaves no trace, and sends the browser nowhere', () => {
  test.each([
    ['the return', 'provider_events', sql`false`],
    ['its fields', 'payment_attempts', sql`not provider_refs ? 'return_hint'`],
    ['the next look', 'payment_attempts', sql`not provider_refs ? 'woken'`],
  ])('because of %s', async (_name, table, condition) => {
    const alter = (change: ReturnType<typeof sql>) =>
      shop.db.transaction(tx => sql`alter table ${sql.table(table)} ${change}`.execute(tx))
    await alter(sql`add constraint faulty check (${condition}) not valid`)
    const { statusCode } = await comeBack()
    await alter(sql`drop constraint faulty`)
    expect(statusCode).toBe(500)
    expect(unwaited).toEqual([])
    expect(await stored()).toEqual(NOTHING)
  })
})

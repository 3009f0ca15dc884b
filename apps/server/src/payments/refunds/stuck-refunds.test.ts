import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { type Script, scriptedPayments } from '../../../test/scripted-payments.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import type { OperationOutcome } from '../port/port.ts'
import { type RequestRefund, requestRefund } from './request-refund.ts'
import { retryRefund, settleRefund } from './take-up-refund.ts'

let shop: StripeShop
const script: Script = {}

beforeAll(async () => {
  shop = await createShop({
    payments: 'stripe',
    replace: ({ payments }) => ({ payments: scriptedPayments(payments, script) }),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  delete script.refund
  await shop.resetStock()
})
afterEach(() => shop.compareBooks())

const error = { codes: ['x'], retryable: false } as const
const ACCEPTED: OperationOutcome = { kind: 'accepted' }
const BUSY: OperationOutcome = { kind: 'failed', error: { ...error, class: 'provider_busy' } }
const REFUSED: OperationOutcome = { kind: 'failed', error: { ...error, class: 'other' } }

interface Asked {
  readonly request: RequestRefund
  readonly refundId: string
  readonly orderId: string
  readonly attemptId: string
}

/** One ticket of 3,200 yen is given back, the only one or not: the provider says what the script says. */
async function askWith(refund: OperationOutcome, { quantity = 1 } = {}): Promise<Asked> {
  const { orderId, attemptId, number } = await shop.buy(quantity)
  script.refund = refund
  const request = { siteKey: 'demo', reservationNumber: number, tickets: [1], reason: 'closed' } as const
  const answer = await requestRefund(shop.deps, request)
  const [refundId] = answer.kind === 'refund' ? answer.refundIds : []
  return { request, refundId: String(refundId), orderId, attemptId }
}

/** Gives the money back at the provider, as its staff would. */
const giveBack = async ({ attemptId }: Asked) =>
  shop.stripe.asStaff('refunds', { payment_intent: await shop.findIntent(attemptId), amount: '3200' })

const rowOf = ({ refundId }: Asked) =>
  shop.db.read(tx =>
    tx
      .selectFrom('refunds')
      .select(['state', 'needs_person', 'checks', 'failure', 'retries'])
      .select(sql<number | null>`extract(epoch from check_at - updated_at)::float`.as('waits'))
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow(),
  )

const change = ({ refundId }: Asked, columns: object) =>
  shop.db.transaction(tx => tx.updateTable('refunds').set(columns).where('id', '=', refundId).execute())

/** The reconciler looks at one refund; all others wait. */
async function lookAgain(asked: Asked): Promise<void> {
  await change(asked, { check_at: new Date(0) })
  await shop.reconcile()
}

async function endWell(asked: Asked): Promise<void> {
  delete script.refund
  await lookAgain(asked)
  expect(await rowOf(asked)).toMatchObject({ state: 'done', needs_person: false, waits: null })
}

describe('an answer', () => {
  test('that the money is back already books the refund', async () => {
    const asked = await askWith(ACCEPTED)
    await giveBack(asked)
    script.refund = { kind: 'already', state: 'refunded' }
    await lookAgain(asked)
    expect(await rowOf(asked)).toMatchObject({ state: 'done', needs_person: false, waits: null })
    expect(await shop.attemptsOf({ id: asked.orderId })).toMatchObject([{ state: 'refunded' }])
  })

  test.each(['captured', 'voided'] as const)(
    'that the payment is %s instead is for a person, and books nothing',
    async state => {
      const asked = await askWith({ kind: 'already', state })
      expect(await rowOf(asked)).toMatchObject({ state: 'requested', needs_person: true, waits: 5 })
      expect(await shop.attemptsOf({ id: asked.orderId })).toMatchObject([{ state: 'captured' }])
      await endWell(asked)
    },
  )

  test.each([
    ['that it is accepted', ACCEPTED],
    ['that the provider is busy', BUSY],
    ['that was lost', { kind: 'unknown', reason: 'lost' } as const],
  ])('%s calls nobody on the first day, and is asked for again, later each time', async (_name, answer) => {
    const asked = await askWith(answer)
    expect(await rowOf(asked)).toMatchObject({ state: 'requested', needs_person: false, checks: 0, waits: 5 })
    await lookAgain(asked)
    expect(await rowOf(asked)).toMatchObject({
      state: 'requested',
      needs_person: false,
      checks: 1,
      waits: 15,
    })
    await endWell(asked)
  })

  test('that says no more than before calls a person after a day', async () => {
    const asked = await askWith(ACCEPTED)
    await change(asked, { created_at: sql`created_at - interval '25 hours'` })
    await lookAgain(asked)
    expect(await rowOf(asked)).toMatchObject({ state: 'requested', needs_person: true, waits: 15 })
    await endWell(asked)
  })

  test('of one refund leaves the refunds of other payments as they are', async () => {
    const [mine, other] = [await askWith(ACCEPTED), await askWith(ACCEPTED)]
    const before = await rowOf(other)
    script.refund = BUSY
    await lookAgain(mine)
    expect(await rowOf(other)).toEqual(before)
    await endWell(mine)
    expect(await rowOf(other)).toEqual(before)
    await endWell(other)
  })

  test('that comes after a person has closed the refund changes nothing that they decided', async () => {
    const asked = await askWith(ACCEPTED)
    const provider = Promise.withResolvers<OperationOutcome>()
    script.refund = provider.promise
    await change(asked, { check_at: new Date(0) })
    const looking = shop.reconcile()
    await expect.poll(async () => (await rowOf(asked)).checks).toBe(1)
    await settleRefund(shop.deps, { refundId: asked.refundId, end: 'failed' })
    const closed = await rowOf(asked)
    provider.resolve({ kind: 'already', state: 'captured' })
    await looking
    expect(await rowOf(asked)).toEqual(closed)
  })
})

describe('a refund that was refused', () => {
  test('says why, is for a person and waits for nothing', async () => {
    const asked = await askWith(REFUSED)
    shop.expectPerson({ id: asked.orderId })
    const failure = { codes: ['x'], class: 'other', retryable: false }
    expect(await rowOf(asked)).toMatchObject({ state: 'failed', failure, needs_person: true, waits: null })
  })

  test('begins anew when it is taken up: no failure, no earlier look, nobody needed', async () => {
    const asked = await askWith(ACCEPTED)
    await lookAgain(asked)
    script.refund = REFUSED
    await lookAgain(asked)
    expect(await rowOf(asked)).toMatchObject({ state: 'failed', checks: 2 })
    script.refund = ACCEPTED
    expect(await retryRefund(shop.deps, asked)).toMatchObject({ kind: 'taken up' })
    const anew = { state: 'requested', failure: null, checks: 0, retries: 1, needs_person: false, waits: 5 }
    expect(await rowOf(asked)).toEqual(anew)
    await endWell(asked)
  })

  test('is held by who took it up until they have their answer', async () => {
    const asked = await askWith(REFUSED)
    const provider = Promise.withResolvers<OperationOutcome>()
    script.refund = provider.promise
    const again = retryRefund(shop.deps, asked)
    await expect.poll(async () => (await rowOf(asked)).state).toBe('requested')
    expect(await rowOf(asked)).toMatchObject({ waits: LEASE_SECONDS })
    provider.resolve(ACCEPTED)
    await again
    await endWell(asked)
  })

  test('is not taken up while the whole payment is being given back', async () => {
    const asked = await askWith(REFUSED)
    const setOperation = (operation: string | null) =>
      shop.db.transaction(tx =>
        tx.updateTable('payment_attempts').set({ operation }).where('id', '=', asked.attemptId).execute(),
      )
    await setOperation('refund')
    const before = await rowOf(asked)
    const why = 'payment is being given back or released'
    expect(await retryRefund(shop.deps, asked)).toEqual({ kind: 'refused', why })
    expect(await requestRefund(shop.deps, asked.request)).toEqual({ kind: 'refused', why })
    expect(await rowOf(asked)).toEqual(before)
    await setOperation(null)
    delete script.refund
    expect(await retryRefund(shop.deps, asked)).toMatchObject({ kind: 'taken up' })
  })

  test('is taken up although a refund of another payment is under way', async () => {
    const mine = await askWith(REFUSED)
    const other = await askWith(ACCEPTED)
    delete script.refund
    expect(await retryRefund(shop.deps, mine)).toEqual({ kind: 'taken up', amount: 3200 })
    await endWell(other)
  })
})

test('one that is open is asked for again at once when a person wants it, under its key', async () => {
  const asked = await askWith(ACCEPTED)
  delete script.refund
  expect(await retryRefund(shop.deps, asked)).toMatchObject({ kind: 'taken up' })
  expect(await rowOf(asked)).toMatchObject({ state: 'done', retries: 0 })
})

test('a refund that a person closes as done tells the buyer; one that they close as failed does not', async () => {
  const mails = () => shop.jobs.filter(({ name }) => name === 'send-refund-mail').length
  const [failed, done] = [await askWith(ACCEPTED), await askWith(ACCEPTED)]
  const before = mails()
  const taken = { kind: 'taken up', amount: 3200 }
  expect(await settleRefund(shop.deps, { refundId: failed.refundId, end: 'failed' })).toEqual(taken)
  expect(mails()).toBe(before)
  await giveBack(done)
  expect(await settleRefund(shop.deps, { refundId: done.refundId, end: 'done' })).toEqual(taken)
  expect(mails()).toBe(before + 1)
})

test('a refund that a person closes as done while the provider executes it is booked once', async () => {
  const mails = () => shop.jobs.filter(({ name }) => name === 'send-refund-mail').length
  const before = mails()
  const asked = await askWith(ACCEPTED, { quantity: 2 })
  const provider = Promise.withResolvers<OperationOutcome>()
  script.refund = provider.promise
  await change(asked, { check_at: new Date(0) })
  const looking = shop.reconcile()
  await expect.poll(async () => (await rowOf(asked)).checks).toBe(1)
  await giveBack(asked)
  await settleRefund(shop.deps, { refundId: asked.refundId, end: 'done' })
  provider.resolve({ kind: 'done' })
  await looking
  expect(mails()).toBe(before + 1)
  expect(await shop.attemptsOf({ id: asked.orderId })).toMatchObject([{ state: 'partially_refunded' }])
})

test('a refund that has failed is not sent again by itself, even if it were due', async () => {
  const asked = await askWith(REFUSED)
  shop.expectPerson({ id: asked.orderId })
  delete script.refund
  await lookAgain(asked)
  expect(await rowOf(asked)).toMatchObject({ state: 'failed', needs_person: true })
  expect((await shop.stripe.ledger())[asked.attemptId]).toMatchObject({ refunded: 0 })
  await change(asked, { check_at: null })
})

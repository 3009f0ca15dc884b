import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { rowsOfOrder } from '../../../test/rows-of-order.ts'
import { type Told, toldPayments } from '../../../test/told-payments.ts'
import { EVENT_WAITS_SECONDS } from '../attempts/timing.ts'
import type { ProviderEvent } from '../port/port.ts'

let shop: StripeShop
let order: ReadyOrder
let attemptId: string
/** The payment of another visitor, who is at their bank: no event here concerns it. */
let bystander: ReadyOrder
let untouched: unknown

/** Errors of work that nobody waited for. */
const unwaited: unknown[] = []
const keepUnwaited = (error: unknown): void => void unwaited.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', keepUnwaited)
  shop = await createShop({ payments: 'stripe', replace: toldPayments() })
  bystander = await shop.readyOrder()
  await shop.pay(bystander, '3220', 'stripe_secure')
  order = await shop.readyOrder()
  await shop.pay(order, '1112')
  attemptId = (await shop.attemptsOf(order))[0]!.id
  untouched = await rowsOfOrder(shop.db, bystander.id)
})
afterAll(async () => {
  process.off('unhandledRejection', keepUnwaited)
  await shop.close()
})
beforeEach(() => setAttempt({ state: 'captured', operation: null, provider_account: null }))
afterEach(async () => {
  await run(sql`delete from refunds`)
  if (!isDeepStrictEqual(await rowsOfOrder(shop.db, bystander.id), untouched))
    throw new Error('an event has changed the payment of a bystander')
})

const run = (query: ReturnType<typeof sql>) =>
  shop.db.transaction(async tx => {
    await query.execute(tx)
  })

/** Nobody waits for the payment, and nobody was told of it. */
async function setAttempt(columns: object): Promise<void> {
  const still = { check_at: null, needs_person: false, provider_refs: JSON.stringify({ intent: 'pi_own' }) }
  await shop.db.transaction(async tx => {
    await tx
      .updateTable('payment_attempts')
      .set({ ...still, ...columns })
      .where('id', '=', attemptId)
      .execute()
    if ('provider_account' in columns) return
  })
}

const eventOf = (event: Partial<ProviderEvent> = {}): ProviderEvent => ({
  dedupeKey: randomUUID(),
  attemptId,
  refs: {},
  hint: 'settled',
  payload: { type: 'told' },
  ...event,
})

const post = (told: Told) =>
  shop.app.inject({ method: 'POST', url: '/payment-webhooks/stripe', payload: told })

async function tell(event: Partial<ProviderEvent> | Told): Promise<number> {
  const told =
    'own' in event || 'other' in event ? event : { own: [eventOf(event as Partial<ProviderEvent>)] }
  return (await post(told)).statusCode
}

/** The payment, as far as an event may change it. */
const attempt = () =>
  shop.db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['needs_person', 'provider_refs as refs'])
      .select([
        sql<boolean>`provider_refs ? 'woken'`.as('isWoken'),
        // Since the newest event of it: both are written at one time.
        sql<number | null>`extract(epoch from check_at - (
          select max(received_at) from provider_events where attempt_id = payment_attempts.id))::float`.as(
          'waits',
        ),
      ])
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow(),
  )

const storedOf = async (dedupeKey: string) => {
  const query = shop.db.read(tx =>
    tx.selectFrom('provider_events').select('attempt_id').where('dedupe_key', '=', dedupeKey).execute(),
  )
  return (await query).map(row => row.attempt_id)
}

const HINTS = ['authorized', 'captured', 'failed', 'voided', 'settled', 'other'] as const
const ALL_BUT_OTHER = HINTS.filter(hint => hint !== 'other')
const OPEN: readonly string[] = ['executing', 'action_required', 'pending']
const OVER: readonly string[] = ['failed', 'expired']

describe('whose claim is looked into (S-7.07)', () => {
  const wakers = async (columns: object) => {
    const woken: string[] = []
    for (const hint of HINTS) {
      await setAttempt(columns)
      await tell({ hint })
      if ((await attempt()).isWoken) woken.push(hint)
    }
    return woken
  }

  test.each(OPEN)('of a payment that is %s: every one', async state => {
    expect(await wakers({ state, operation: null })).toEqual(ALL_BUT_OTHER)
  })

  test.each(OVER)('of a payment that has %s: one that says money moved', async state => {
    expect(await wakers({ state, operation: null })).toEqual(['authorized', 'captured'])
  })

  test.each(ATTEMPT_STATES.filter(state => !OPEN.includes(state) && !OVER.includes(state)))(
    'of a payment that is %s: one that says an operation has ended',
    async state => {
      expect(await wakers({ state, operation: null })).toEqual(['settled'])
    },
  )

  test.each(ATTEMPT_STATES)(
    'of a payment that is %s while an operation is under way: every one',
    async state => {
      expect(await wakers({ state, operation: 'void' })).toEqual(ALL_BUT_OTHER)
    },
  )
})

describe('an event', () => {
  test('has its payment and the open refund of it looked at in three seconds, and adds what it knows', async () => {
    await insertRefund()
    expect(await tell({ refs: { intent: 'pi_told', charge: 'ch_1' } })).toBe(202)
    const { waits, refs } = await attempt()
    expect(waits).toBe(EVENT_WAITS_SECONDS)
    expect(refs).toMatchObject({ intent: 'pi_own', charge: 'ch_1' })
    expect(await refundWaits()).toBe('woken')
  })

  test('has a payment that waits for its provider looked at at once', async () => {
    await setAttempt({ state: 'pending' })
    await tell({})
    expect((await attempt()).waits).toBe(0)
  })

  test('that says nothing of interest leaves both as they are', async () => {
    await insertRefund()
    await tell({ hint: 'other', refs: { charge: 'ch_1' } })
    expect(await attempt()).toMatchObject({ isWoken: false, waits: null, refs: { intent: 'pi_own' } })
    expect(await refundWaits()).toBe(900)
  })

  test('delivered again wakes and calls nobody', async () => {
    const event = eventOf({ undoes: true })
    await tell({ own: [event] })
    expect(await attempt()).toMatchObject({ isWoken: true, needs_person: true })
    await setAttempt({})
    expect(await tell({ own: [event] })).toBe(202)
    expect(await attempt()).toMatchObject({ isWoken: false, needs_person: false })
    expect(await storedOf(event.dedupeKey)).toEqual([attemptId])
  })

  test('is answered in the words of its provider', async () => {
    const { statusCode, headers, body } = await post({ own: [eventOf()] })
    expect([statusCode, headers['content-type'], body]).toEqual([202, 'text/plain', 'stored'])
  })

  test('of several in one request is stored as well as the others', async () => {
    const events = [eventOf(), eventOf({ attemptId: undefined }), eventOf()]
    expect(await tell({ own: events })).toBe(202)
    const stored = await Promise.all(events.map(({ dedupeKey }) => storedOf(dedupeKey)))
    expect(stored).toEqual([[attemptId], [null], [attemptId]])
  })
})

describe('a reversal', () => {
  test('of a finished payment calls a person', async () => {
    await tell({ undoes: true, hint: 'other' })
    expect(await attempt()).toMatchObject({ needs_person: true })
  })

  test('calls nobody while an operation is under way, which ends as every refusal does', async () => {
    await setAttempt({ operation: 'refund' })
    await tell({ undoes: true })
    expect(await attempt()).toMatchObject({ needs_person: false, isWoken: true })
  })

  test('is found by the reference that it names', async () => {
    const event = eventOf({ attemptId: undefined, findBy: { ref: 'intent', value: 'pi_own' }, undoes: true })
    await tell({ own: [event] })
    expect(await storedOf(event.dedupeKey)).toEqual([attemptId])
    expect(await attempt()).toMatchObject({ needs_person: true })
  })
})

describe('an event concerns no payment of ours (S-7.07)', () => {
  const STRANGE = { status: 202, stored: [null], needs_person: false, isWoken: false }
  const effectOf = async (told: Told, { dedupeKey }: ProviderEvent) => {
    const status = await tell(told)
    const { needs_person, isWoken } = await attempt()
    return { status, stored: await storedOf(dedupeKey), needs_person, isWoken }
  }

  test.each([
    ['names nothing', { attemptId: undefined }],
    ['names a payment that is not there', { attemptId: randomUUID() }],
    ['names a reference that nobody has', { attemptId: undefined, findBy: { ref: 'intent', value: 'pi_x' } }],
    ['has another reference', { mustMatch: { intent: 'pi_x' } }],
    ['has one right and one other reference', { mustMatch: { intent: 'pi_own', charge: 'ch_x' } }],
  ] as const)('when it %s', async (_name, fields) => {
    const event = eventOf({ undoes: true, ...fields })
    expect(await effectOf({ own: [event] }, event)).toEqual(STRANGE)
  })

  test('when another account of the provider sent it', async () => {
    const event = eventOf({ undoes: true })
    expect(await effectOf({ other: [event] }, event)).toEqual(STRANGE)
  })

  test('when only another event of the same request does, as the owner reads it', async () => {
    await setAttempt({ provider_account: 'other' })
    const event = eventOf({ undoes: true, attemptId: undefined })
    expect(await effectOf({ own: [event], other: [eventOf({ undoes: true })] }, event)).toEqual(STRANGE)
  })
})

test('an event with the right references, read by the account of its payment, is that payment’s', async () => {
  await setAttempt({ provider_account: 'other' })
  const event = eventOf({ undoes: true, mustMatch: { intent: 'pi_own' } })
  await tell({ own: [{ ...event, attemptId: undefined }], other: [eventOf(), event] })
  expect(await storedOf(event.dedupeKey)).toEqual([attemptId])
  expect(await attempt()).toMatchObject({ needs_person: true, isWoken: true })
})

describe('an event that cannot be stored as a whole leaves no trace, and its provider is told to come again', () => {
  test.each([
    ['the event', 'provider_events', sql`false`],
    ['the payment', 'payment_attempts', sql`check_at is null`],
    ['the refund', 'refunds', sql`check_at is null`],
    ['the call for a person', 'payment_attempts', sql`not needs_person`],
  ])('because of %s', async (_name, table, condition) => {
    await insertRefund()
    const event = eventOf({ undoes: true })
    await run(sql`alter table ${sql.table(table)} add constraint faulty check (${condition}) not valid`)
    const { statusCode, headers, body } = await post({ own: [event] })
    await run(sql`alter table ${sql.table(table)} drop constraint faulty`)
    expect([statusCode, headers['content-type'], body]).toEqual([503, 'text/html', 'again'])
    expect(unwaited).toEqual([])
    expect(await storedOf(event.dedupeKey)).toEqual([])
    expect(await attempt()).toMatchObject({ needs_person: false, isWoken: false, waits: null })
    expect(await refundWaits()).toBe(900)
    expect(await tell({ own: [event] })).toBe(202)
    expect(await attempt()).toMatchObject({ needs_person: true, isWoken: true })
  })
})

/** A refund of the payment that nobody looks at for a quarter of an hour. */
const insertRefund = () =>
  run(sql`
    insert into refunds (id, site_key, order_id, attempt_id, amount, reason, state, check_at, created_at, updated_at)
    values (${randomUUID()}, 'demo', ${order.id}, ${attemptId}, 1, 'r', 'requested', now() + interval '900 seconds', now(), now())`)

/** Seconds from when it was asked for; `woken` when it is looked at together with its payment. */
async function refundWaits(): Promise<number | 'woken' | undefined> {
  const { rows } = await shop.db.read(read =>
    sql<{ waits: number; isWoken: boolean }>`
      select extract(epoch from r.check_at - r.created_at)::float as waits, r.check_at = a.check_at as "isWoken"
      from refunds r join payment_attempts a on a.id = r.attempt_id`.execute(read),
  )
  const [row] = rows
  return row?.isWoken === true ? 'woken' : row?.waits
}

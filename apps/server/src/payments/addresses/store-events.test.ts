import { randomBytes, randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { holdAttempt } from '../../../test/hold-attempt.ts'
import type { Bought } from '../../../test/shop/stripe.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { type Told, toldPayments } from '../../../test/told-payments.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { EVENT_WAITS_SECONDS } from '../attempts/timing.ts'
import type { ProviderEvent } from '../port/port.ts'
import { type NewEvent, storeEvents } from './event-queries.ts'

let shop: StripeShop
let bought: readonly Bought[]
let first: Bought
let second: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe', replace: toldPayments() })
  bought = [await shop.buy(1), await shop.buy(1), await shop.buy(1)]
  ;[first, second] = [bought[0]!, bought[1]!]
})
afterAll(() => shop.close())
/** Paid, and nobody looks at it. */
beforeEach(async () => {
  await run(sql`delete from refunds`)
  await run(sql`delete from provider_events`)
  await run(sql`update payment_attempts set state = 'captured', operation = null, check_at = null,
    needs_person = false, provider_refs = '{}'`)
  await beginCounting()
})
afterEach(() => void Reflect.deleteProperty(globalThis, FAILPOINT))

const FAILPOINT = Symbol.for('kippu.failpoint')
/** Does `work` once, when a payment first reaches the point. */
function onceAt(point: string, work: () => Promise<unknown>): void {
  let isDone = false
  Reflect.set(globalThis, FAILPOINT, async (name: string) => {
    if (name !== point || isDone) return
    isDone = true
    await work()
  })
}

const run = (query: ReturnType<typeof sql>) => shop.db.transaction(tx => query.execute(tx))

const eventOf = ({ attemptId }: Bought, event: Partial<ProviderEvent> = {}): ProviderEvent => ({
  dedupeKey: randomUUID(),
  attemptId,
  refs: {},
  hint: 'settled',
  payload: { type: 'told' },
  ...event,
})

const tell = async (told: Told): Promise<number> =>
  (await shop.app.inject({ method: 'POST', url: '/payment-webhooks/stripe', payload: told })).statusCode

/** As a decision has it that was made while nothing was under way. */
const newEvent = ({ attemptId, orderId }: Bought, event: Partial<NewEvent> = {}): NewEvent => ({
  provider: 'stripe',
  dedupeKey: randomUUID(),
  payload: {},
  attempt: { id: attemptId, orderId, operation: null },
  wakes: true,
  wakesSettled: true,
  refs: {},
  callsPerson: false,
  dependsOnOperation: false,
  ...event,
})
const store = (...events: readonly NewEvent[]) =>
  Promise.all(events.map(event => shop.db.write(storeEvents, event)))

const readAttempt = ({ attemptId }: Bought) =>
  shop.db.read(read =>
    read
      .selectFrom('payment_attempts')
      .select(['version', 'needs_person'])
      .select([
        sql<object>`provider_refs - 'woken'`.as('refs'),
        sql<boolean>`check_at is not null`.as('isWoken'),
      ])
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow(),
  )

/** The version of each payment when counting began. */
let versions: ReadonlyMap<Bought, number>
async function beginCounting(): Promise<void> {
  const all = await Promise.all(bought.map(readAttempt))
  versions = new Map(bought.map((one, index) => [one, all[index]!.version]))
}

/** A payment, and how often it was changed since counting began. */
async function attempt(of: Bought) {
  const { version, ...rest } = await readAttempt(of)
  return { ...rest, changes: version - versions.get(of)! }
}

const stored = async () => {
  const query = shop.db.read(read => read.selectFrom('provider_events').selectAll().execute())
  return query
}

async function untilWaiting(most: number): Promise<void> {
  await expect.poll(() => countWaiting(shop.db)).toBe(most)
}

describe('the same event twice (S-7.07)', () => {
  const twice = (): Told => ({ own: [eventOf(first, { undoes: true })] })

  test('at the same time is stored once, wakes once and tells staff once', async () => {
    const told = twice()
    const linesBefore = shop.logged.length
    expect(await Promise.all([tell(told), tell(told)])).toEqual([202, 202])
    expect(await stored()).toHaveLength(1)
    expect(await attempt(first)).toMatchObject({ changes: 1, isWoken: true, needs_person: true })
    expect(shop.logged.slice(linesBefore).filter(line => line.includes('took back'))).toHaveLength(1)
  })

  test('by two statements at the same time, too', async () => {
    const told = twice()
    await using row = await holdAttempt(shop.db, first.attemptId)
    const one = tell(told)
    await untilWaiting(1)
    const other = tell(told)
    await untilWaiting(2)
    await row.end()
    expect(await Promise.all([one, other])).toEqual([202, 202])
    expect(await stored()).toHaveLength(1)
    expect(await attempt(first)).toMatchObject({ changes: 1 })
  })
})

describe('events that are stored together', () => {
  test('one that the database cannot store for any reason of its own fails alone', async () => {
    const noIndexTakesIt = randomBytes(6_000).toString('base64')
    const events = [newEvent(first, { dedupeKey: noIndexTakesIt }), newEvent(second)]
    const [bad, good] = await Promise.allSettled(events.map(event => shop.db.write(storeEvents, event)))
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: '54000' } })
    expect(good).toMatchObject({ status: 'fulfilled', value: { isNew: true } })
  })

  test('each wake their own payment', async () => {
    await store(...bought.map((one, index) => newEvent(one, { refs: { told: `${index}` } })))
    expect(new Set((await stored()).map(row => row.received_at.getTime())).size).toBe(1)
    for (const [index, one] of bought.entries())
      expect(await attempt(one)).toEqual({
        changes: 1,
        needs_person: false,
        refs: { told: `${index}` },
        isWoken: true,
      })
  })

  test('of one payment all count, and the first to name a reference stands', async () => {
    await run(sql`update payment_attempts set provider_refs = '{"known": "before"}'`)
    await beginCounting()
    await store(
      newEvent(first, { refs: { known: 'told', both: 'first' } }),
      newEvent(first, { refs: { both: 'second', last: 'second' } }),
      newEvent(first, { wakes: false, callsPerson: true, dependsOnOperation: true }),
    )
    expect(await stored()).toHaveLength(3)
    expect(await attempt(first)).toEqual({
      changes: 1,
      needs_person: true,
      refs: { known: 'before', both: 'first', last: 'second' },
      isWoken: true,
    })
    expect(await attempt(second)).toMatchObject({ changes: 0, isWoken: false })
  })

  test('one of another account wakes nothing, and holds up nobody (S-7.07)', async () => {
    const foreign = tell({ other: [eventOf(first, { undoes: true, refs: { told: 'yes' } })] })
    expect(await Promise.all([foreign, tell({ own: [eventOf(second)] })])).toEqual([202, 202])
    expect(await attempt(first)).toEqual({ changes: 0, needs_person: false, refs: {}, isWoken: false })
    expect(await attempt(second)).toMatchObject({ changes: 1, isWoken: true })
  })

  test('one that cannot be stored fails alone', async () => {
    const faulty = newEvent(first, { attempt: { id: 'no id', orderId: first.orderId, operation: null } })
    const answers = await Promise.allSettled(
      [faulty, newEvent(second)].map(event => shop.db.write(storeEvents, event)),
    )
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await attempt(second)).toMatchObject({ isWoken: true })
  })
})

describe('while somebody else has the row of the payment', () => {
  test('an event that tells nothing new is answered', async () => {
    await using row = await holdAttempt(shop.db, first.attemptId)
    const answer = tell({ own: [eventOf(first, { hint: 'authorized' })] })
    await expect.poll(stored).toHaveLength(1)
    expect(await answer).toBe(202)
    await row.end()
  })

  test('an event that wakes it is answered after that, and wakes it then', async () => {
    await using row = await holdAttempt(shop.db, first.attemptId)
    const answer = tell({ own: [eventOf(first)] })
    await untilWaiting(1)
    expect(await stored()).toEqual([])
    await row.end()
    expect(await answer).toBe(202)
    expect(await attempt(first)).toMatchObject({ isWoken: true })
  })
})

describe('a reversal is decided on the operation that it finds when it is stored:', () => {
  const setOperation = (operation: string | null) =>
    run(sql`update payment_attempts set operation = ${operation}`)

  test('one that has ended meanwhile calls nobody any more, so a person is called', async () => {
    await setOperation('capture')
    onceAt('webhook.committing', () => setOperation(null))
    expect(await tell({ own: [eventOf(first, { undoes: true })] })).toBe(202)
    expect(await stored()).toHaveLength(1)
    expect(await attempt(first)).toMatchObject({ needs_person: true })
  })

  test('also when it ends while the event waits for the row', async () => {
    await setOperation('capture')
    await using row = await holdAttempt(shop.db, first.attemptId)
    const answer = tell({ own: [eventOf(first, { undoes: true })] })
    await untilWaiting(1)
    await row.end(tx => sql`update payment_attempts set operation = null`.execute(tx))
    expect(await answer).toBe(202)
    expect(await attempt(first)).toMatchObject({ needs_person: true })
  })

  test('one that has begun meanwhile ends as every refusal does, so nobody is called', async () => {
    onceAt('webhook.committing', () => setOperation('refund'))
    await tell({ own: [eventOf(first, { undoes: true })] })
    expect(await attempt(first)).toMatchObject({ needs_person: false, isWoken: true })
  })
})

test('any other event is stored as it was decided: the payment it wakes may have gone on meanwhile', async () => {
  await run(
    sql`update payment_attempts set state = 'executing', operation = 'start' where id = ${first.attemptId}`,
  )
  const end = sql`update payment_attempts set state = 'failed', operation = null where id = ${first.attemptId}`
  onceAt('webhook.committing', () => run(end))
  expect(await tell({ own: [eventOf(first, { hint: 'failed' })] })).toBe(202)
  expect(await attempt(first)).toMatchObject({ isWoken: true })
})

test.each([
  ['captured', null, false, false],
  ['captured', null, true, true],
  ['captured', 'refund', false, true],
  ['failed', null, false, true],
])(
  'a payment that is %s with operation %s by then is woken (also at rest: %s): %s',
  async (state, operation, wakesSettled, isWoken) => {
    await run(
      sql`update payment_attempts set state = ${state}, operation = ${operation} where id = ${first.attemptId}`,
    )
    await store(newEvent(first, { wakesSettled }))
    expect(await attempt(first)).toMatchObject({ isWoken })
  },
)

describe('a refund', () => {
  /** Seconds until it is looked at. */
  async function insertRefund(
    { orderId, attemptId }: Bought,
    state: string,
    seconds: number,
  ): Promise<string> {
    const id = randomUUID()
    await run(sql`
      insert into refunds (id, site_key, order_id, attempt_id, amount, reason, state, check_at, created_at, updated_at)
      values (${id}, 'demo', ${orderId}, ${attemptId}, 1, 'r', ${state},
        case when ${state} = 'requested' then now() + make_interval(secs => ${seconds}) end, now(), now())`)
    return id
  }
  const waitsOf = async (id: string) => {
    const { rows } = await shop.db.read(read =>
      sql<{ waits: number | null }>`
        select round(extract(epoch from check_at - updated_at))::integer as waits
          from refunds where id = ${id}`.execute(read),
    )
    return rows[0]?.waits
  }

  test('that is under way is woken with its own payment, and no other', async () => {
    const over = await insertRefund(first, 'done', 900)
    const mine = await insertRefund(first, 'requested', 900)
    const other = await insertRefund(second, 'requested', 900)
    await store(newEvent(first), newEvent(second, { wakes: false, callsPerson: true }))
    expect(await waitsOf(mine)).toBe(EVENT_WAITS_SECONDS)
    expect(await waitsOf(other)).toBe(900)
    expect(await waitsOf(over)).toBeNull()
  })

  test('is not looked at later than it would have been', async () => {
    const id = await insertRefund(first, 'requested', -60)
    await store(newEvent(first))
    expect(await waitsOf(id)).toBe(-60)
  })
})

import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Bought } from '../../../test/shop/stripe.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { findRefundRequest } from './find-refund-request.ts'
import {
  changeRefund,
  claimRefund,
  findAttemptOfRefund,
  findDueRefunds,
  findRequestToTell,
  insertRefund,
  lockRefund,
  sumRefunds,
} from './refund-queries.ts'
import { insertRefundRequest } from '../saga/refund-requests.ts'

/** Two bought visits: whatever is done to a refund of the first leaves those of the second as they are. */
let shop: StripeShop
let first: Bought
let second: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  first = await shop.buy(2)
  second = await shop.buy(2)
})
afterAll(() => shop.close())
beforeEach(() =>
  shop.db.transaction(async tx => {
    await tx.deleteFrom('refunds').execute()
    await tx.deleteFrom('refund_requests').execute()
  }),
)

function ask(
  { reservationId }: Pick<Bought, 'reservationId'>,
  { amount = 300, tickets = [1, 2] } = {},
): Promise<string> {
  const id = randomUUID()
  const of = { id, siteKey: 'demo', reservationId, purpose: 'tickets', reason: 'closed' } as const
  return shop.db.transaction(async tx => {
    await insertRefundRequest(tx, { ...of, ticketNumbers: tickets, amount })
    return id
  })
}

/** Writes a refund that is looked at in `leaseSeconds`; none when it is over. */
async function write(
  { orderId, attemptId, reservationId }: Bought,
  { amount = 100, state = 'requested' as 'requested' | 'done' | 'failed', leaseSeconds = -60, of = '' } = {},
): Promise<string> {
  const id = randomUUID()
  const requestId = of === '' ? await ask({ reservationId }) : of
  const refund = { id, requestId, siteKey: 'demo', orderId, attemptId, amount, reason: 'closed' }
  await shop.db.transaction(async tx => {
    await insertRefund(tx, { ...refund, leaseSeconds })
    if (state !== 'requested') await changeRefund(tx, id, { state, checkInSeconds: null })
  })
  return id
}

const rowOf = async (id: string): Promise<unknown> =>
  shop.db.read(tx => tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('a worker', () => {
  test('takes the refund that it asked for, once, and no other that is due', async () => {
    const [mine, other] = [await write(first), await write(second)]
    const before = await rowOf(other)
    const claimed = await shop.db.transaction(tx => claimRefund(tx, mine))
    expect(claimed).toMatchObject({ id: mine, attemptId: first.attemptId, checks: 1 })
    expect(await rowOf(other)).toEqual(before)
    expect(await shop.db.transaction(tx => claimRefund(tx, mine))).toBeUndefined()
  })

  test('takes what is due at this very moment, and nothing a second before its time', async () => {
    const [mine, other] = [await write(first), await write(second)]
    const at = (id: string, seconds: number) =>
      shop.db.transaction(async tx => {
        const check_at = sql<Date>`now() + make_interval(secs => ${seconds})`
        await tx.updateTable('refunds').set({ check_at }).where('id', '=', id).execute()
        const due = await findDueRefunds(tx, { limit: 10, except: [] })
        return [due.some(one => one.id === id), (await claimRefund(tx, id)) !== undefined]
      })
    expect(await at(mine, 0)).toEqual([true, true])
    expect(await at(other, 1)).toEqual([false, false])
  })

  test('finds the longest waiting first, up to its limit, and none of a provider that is busy', async () => {
    const late = await write(first, { leaseSeconds: -10 })
    const early = await write(second, { leaseSeconds: -20 })
    const due = (limit: number, except: string[] = []) =>
      shop.db.read(async tx => (await findDueRefunds(tx, { limit, except })).map(({ id }) => id))
    expect(await due(10)).toEqual([early, late])
    expect(await due(1)).toEqual([early])
    expect(await due(10, ['gmo'])).toHaveLength(2)
    expect(await due(10, ['gmo', 'stripe'])).toEqual([])
  })
})

describe('a change of a refund', () => {
  test('leaves every other as it is', async () => {
    const [mine, other] = [await write(first), await write(second)]
    const before = await rowOf(other)
    const failure = { codes: ['x'], class: 'declined', retryable: false } as const
    await shop.db.transaction(tx =>
      changeRefund(tx, mine, {
        state: 'failed',
        failure,
        checkInSeconds: null,
        checks: 0,
        needsPerson: true,
      }),
    )
    expect(await rowOf(mine)).toMatchObject({ state: 'failed', failure, check_at: null, needs_person: true })
    expect(await rowOf(other)).toEqual(before)
  })

  test('waits for whoever has locked it', async () => {
    const id = await write(first)
    const isFree = (): Promise<boolean> =>
      shop.db.transaction(async tx => {
        const query = tx.selectFrom('refunds').select('id').where('id', '=', id).forUpdate().skipLocked()
        return (await query.execute()).length === 1
      })
    expect(await isFree()).toBe(true)
    await shop.db.transaction(async tx => {
      expect(await lockRefund(tx, id)).toMatchObject({ id })
      expect(await isFree()).toBe(false)
    })
  })
})

test('a refund is old when it was asked for a day ago, and not a second before', async () => {
  const id = await write(first)
  const isOldAfter = (interval: string): Promise<boolean> =>
    shop.db.transaction(async tx => {
      const created_at = sql<Date>`now() - ${interval}::interval`
      await tx.updateTable('refunds').set({ created_at }).where('id', '=', id).execute()
      return (await lockRefund(tx, id)).isOld
    })
  expect(await isOldAfter('24 hours')).toBe(true)
  expect(await isOldAfter('23:59:59')).toBe(false)
})

describe('what is read of a payment', () => {
  test('is what its own refunds gave back or may give back', async () => {
    await write(first, { amount: 1, state: 'done' })
    await write(first, { amount: 10, state: 'failed' })
    await write(first, { amount: 100 })
    await write(second, { amount: 1000, state: 'done' })
    const read = ({ attemptId }: Bought) => shop.db.read(tx => sumRefunds(tx, attemptId))
    expect(await read(first)).toEqual({ requested: 111, refunded: 1, underWay: 100 })
    expect(await read(second)).toEqual({ requested: 1000, refunded: 1000, underWay: 0 })
  })

  test('belongs to the refund that was named', async () => {
    const [mine, other] = [await write(first), await write(second)]
    const find = (id: string) => shop.db.read(tx => findAttemptOfRefund(tx, id))
    expect(await find(mine)).toBe(first.attemptId)
    expect(await find(other)).toBe(second.attemptId)
    expect(await find(randomUUID())).toBeUndefined()
  })
})

describe('a request', () => {
  const ended = (refundId: string) => shop.db.transaction(tx => findRequestToTell(tx, refundId))

  test('is kept with all that was asked for', async () => {
    const [mine, other] = [await ask(first, { amount: 6400, tickets: [2, 1] }), await ask(second)]
    const read = (id: string) => shop.db.read(tx => findRefundRequest(tx, id))
    const { reservationId } = first
    const purpose = 'tickets'
    expect(await read(mine)).toEqual({ reservationId, purpose, ticketNumbers: [2, 1], amount: 6400 })
    expect(await read(other)).toMatchObject({ reservationId: second.reservationId, amount: 300 })
  })

  test('ends when none of its own parts is open or failed, whatever others wait for', async () => {
    const request = await ask(first)
    await write(second)
    const one = await write(first, { of: request, state: 'done' })
    const two = await write(first, { of: request, state: 'failed' })
    expect(await ended(one)).toBeUndefined()
    await shop.db.transaction(tx => changeRefund(tx, two, { state: 'done', checkInSeconds: null }))
    expect(await ended(one)).toBe(request)
  })

  test('of a program that wrote none never ends', async () => {
    const id = await write(first, { state: 'done' })
    await shop.db.transaction(tx => sql`update refunds set request_id = null where id = ${id}`.execute(tx))
    expect(await ended(id)).toBeUndefined()
  })
})

describe('what cannot be written fails for who asked for it:', () => {
  test.each([
    ['a request', 'refund_requests', () => ask(first)],
    ['a refund', 'refunds', () => write(first)],
  ] as const)('%s', async (_name, table, act) => {
    await expect(withFault(table, act)).rejects.toThrow('faulty')
  })

  test('a change', async () => {
    const id = await write(first, { leaseSeconds: 900 })
    await withFault('refunds', () =>
      shop.db.transaction(async tx => {
        await sql`savepoint before`.execute(tx)
        await expect(changeRefund(tx, id, { checkInSeconds: 5 })).rejects.toThrow('faulty')
        await sql`rollback to before`.execute(tx)
      }),
    )
  })
})

/** Meanwhile no row can be written to the table. */
async function withFault<T>(table: string, work: () => Promise<T>): Promise<T> {
  const alter = (change: ReturnType<typeof sql>) =>
    shop.db.transaction(tx => sql`alter table ${sql.table(table)} ${change}`.execute(tx))
  await alter(sql`add constraint faulty check (false) not valid`)
  try {
    return await work()
  } finally {
    await alter(sql`drop constraint faulty`)
  }
}

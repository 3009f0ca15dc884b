import type { OrderStatus } from '@kippu/domain/states/order'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type AttemptRow,
  createScriptedAttempts,
  errorOf,
  failureOf,
  OLDER_THAN_A_DAY,
  PAST_DEADLINE,
  type ScriptedAttempts,
  UNKNOWN,
} from '../../../test/scripted-attempts.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import type { Tx } from '../../platform/db/database.ts'
import { VISITOR_AWAY_SECONDS } from '../attempts/timing.ts'
import type { OperationOutcome } from '../port/port.ts'

let bench: ScriptedAttempts

beforeAll(async () => {
  bench = await createScriptedAttempts()
})
afterAll(() => bench.shop.close())

describe('a release that the provider cannot make now', () => {
  const step = JSON.stringify({ kind: 'redirect', url: 'https://pay.example' })
  const row = { operation: 'void', browser_step: step, failure: failureOf('cancelled') }
  const cancelAuthorization = async () =>
    ({ kind: 'unknown', reason: 'its page is open', isOpen: true }) as const

  test('lets a visitor who came back without paying go on', async () => {
    const attempt = await bench.open(row, { cancelAuthorization })
    await bench.finish(attempt)
    expect(await bench.stateOf(attempt)).toEqual({
      state: 'action_required',
      operation: null,
      person: false,
      seconds: VISITOR_AWAY_SECONDS,
    })
    const now = await bench.read(attempt)
    expect([now.failure, now.refs['return_hint']]).toEqual([null, 'success'])
  })

  test.each<[string, AttemptRow]>([
    ['is past its deadline', { ...PAST_DEADLINE }],
    ['shows the visitor nothing', { browser_step: null }],
    ['failed otherwise', { failure: failureOf('amount_mismatch') }],
  ])('is tried again for one that %s', async (_, more) => {
    const attempt = await bench.open({ ...row, ...more }, { cancelAuthorization })
    await bench.finish(attempt)
    expect(await bench.stateOf(attempt)).toEqual({
      state: 'action_required',
      operation: 'void',
      person: false,
      seconds: 5,
    })
  })

  test('is tried again when its answer is lost: it may still be on its way', async () => {
    const attempt = await bench.open(row, { cancelAuthorization: async () => UNKNOWN })
    await bench.finish(attempt)
    expect(await bench.stateOf(attempt)).toMatchObject({ state: 'action_required', operation: 'void' })
  })
})

describe('an operation that is not done', () => {
  test.each<[string, AttemptRow, OperationOutcome, boolean]>([
    ['busy', {}, { kind: 'failed', error: errorOf('provider_busy') }, false],
    ['refused', {}, { kind: 'failed', error: errorOf('configuration') }, true],
    ['contradicted', {}, { kind: 'already', state: 'voided' }, true],
    ['unknown', {}, { kind: 'unknown', reason: 'x' }, false],
    [
      'unknown, as the provider says for a person',
      {},
      { kind: 'unknown', reason: 'x', needsPerson: true },
      true,
    ],
    ['unknown for a day', OLDER_THAN_A_DAY, { kind: 'unknown', reason: 'x' }, true],
    ['accepted', {}, { kind: 'accepted' }, false],
    ['accepted, looked at often but not for an hour', { checks: 9 }, { kind: 'accepted' }, false],
    [
      'accepted for an hour',
      { checks: 9, deadline: sql<Date>`now() - interval '3601 seconds'` },
      { kind: 'accepted' },
      true,
    ],
    [
      'accepted for an hour, looked at too seldom',
      { checks: 8, deadline: sql<Date>`now() - interval '3601 seconds'` },
      { kind: 'accepted' },
      false,
    ],
  ])('%s: is tried again, and a person is told or not', async (_, row, outcome, person) => {
    const attempt = await bench.open(
      { state: 'authorized', operation: 'capture', ...row },
      { capture: async () => outcome },
    )
    await bench.finish(attempt)
    expect(await bench.stateOf(attempt)).toMatchObject({ state: 'authorized', operation: 'capture', person })
    expect((await bench.stateOf(attempt)).seconds).toBeGreaterThan(0)
  })

  test('a refund may be accepted for days', async () => {
    const attempt = await bench.open(
      { state: 'captured', operation: 'refund', checks: 20, ...PAST_DEADLINE },
      { refund: async () => ({ kind: 'accepted' }) },
    )
    await bench.finish(attempt)
    expect(await bench.stateOf(attempt)).toMatchObject({ operation: 'refund', person: false, seconds: 3600 })
  })
})

test('a refund does not end an order that its buyer begins to pay again at the same moment (S-1.15)', async () => {
  const { shop } = bench
  const attempt = await bench.open(
    { state: 'captured', operation: 'refund', failure: failureOf('declined') },
    { refund: async () => ({ kind: 'done' }) },
  )
  await setOrder(attempt.order.id, 'ready_checkout')
  const isPaying = Promise.withResolvers<void>()
  const refunded = isPaying.promise.then(() => bench.finish(attempt))
  await shop.db.transaction(async tx => {
    await setOrder(attempt.order.id, 'payment_pending', tx)
    await sql`
      insert into payment_attempts select (jsonb_populate_record(p, jsonb_build_object(
        'id', gen_random_uuid(), 'state', 'executing', 'operation', 'start', 'provider_order_ref', 'another',
        'payment_number_hash', '\\x00', 'md_hash', null))).*
      from payment_attempts p where id = ${attempt.id}`.execute(tx)
    isPaying.resolve()
    await untilSomebodyWaits(shop.db, () => false)
  })
  await refunded
  expect(await bench.stateOf(attempt)).toMatchObject({ state: 'refunded', operation: null })
  expect(await shop.statusOf(attempt.order)).toBe('payment_pending')
})

async function setOrder(id: string, status: OrderStatus, tx?: Tx): Promise<void> {
  const set = (on: Tx) => on.updateTable('orders').set({ status }).where('id', '=', id).execute()
  await (tx === undefined ? bench.shop.db.transaction(set) : set(tx))
}

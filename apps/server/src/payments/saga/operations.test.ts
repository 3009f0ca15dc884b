import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type AttemptRow,
  createScriptedAttempts,
  type OpenAttempt,
  type ScriptedAttempts,
} from '../../../test/scripted-attempts.ts'
import { VISITOR_AWAY_SECONDS } from '../attempts/timing.ts'
import type { OperationOutcome, ProviderErrorClass } from '../port/port.ts'
import { finishPayment } from './finish-payment.ts'

let bench: ScriptedAttempts

beforeAll(async () => {
  bench = await createScriptedAttempts()
})
afterAll(() => bench.shop.close())

const PAST = { deadline: sql<Date>`now()` }
const OLD = { created_at: sql<Date>`now() - interval '25 hours'` }
const error = (errorClass: ProviderErrorClass) => ({ codes: ['x'], class: errorClass, retryable: true })
const failure = (errorClass: ProviderErrorClass) => JSON.stringify(error(errorClass))

async function finish(attempt: OpenAttempt): Promise<void> {
  await finishPayment(bench.shop.deps, await bench.read(attempt))
}

const UNKNOWN = { kind: 'unknown', refs: {}, reason: 'no answer' } as const
describe('a release that the provider cannot make now', () => {
  const step = JSON.stringify({ kind: 'redirect', url: 'https://pay.example' })
  const row = { operation: 'void', browser_step: step, failure: failure('cancelled') }
  const cancelAuthorization = async () => UNKNOWN

  test('lets a visitor who came back without paying go on', async () => {
    const attempt = await bench.open(row, { cancelAuthorization })
    await finish(attempt)
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
    ['is past its deadline', { ...PAST }],
    ['shows the visitor nothing', { browser_step: null }],
    ['failed otherwise', { failure: failure('amount_mismatch') }],
  ])('is tried again for one that %s', async (_, more) => {
    const attempt = await bench.open({ ...row, ...more }, { cancelAuthorization })
    await finish(attempt)
    expect(await bench.stateOf(attempt)).toEqual({
      state: 'action_required',
      operation: 'void',
      person: false,
      seconds: 5,
    })
  })
})

describe('an operation that is not done', () => {
  test.each<[string, AttemptRow, OperationOutcome, boolean]>([
    ['busy', {}, { kind: 'failed', error: error('provider_busy') }, false],
    ['refused', {}, { kind: 'failed', error: error('configuration') }, true],
    ['contradicted', {}, { kind: 'already', state: 'voided' }, true],
    ['unknown', {}, { kind: 'unknown', reason: 'x' }, false],
    [
      'unknown, as the provider says for a person',
      {},
      { kind: 'unknown', reason: 'x', needsPerson: true },
      true,
    ],
    ['unknown for a day', OLD, { kind: 'unknown', reason: 'x' }, true],
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
    await finish(attempt)
    expect(await bench.stateOf(attempt)).toMatchObject({ state: 'authorized', operation: 'capture', person })
    expect((await bench.stateOf(attempt)).seconds).toBeGreaterThan(0)
  })

  test('a refund may be accepted for days', async () => {
    const attempt = await bench.open(
      { state: 'captured', operation: 'refund', checks: 20, ...PAST },
      { refund: async () => ({ kind: 'accepted' }) },
    )
    await finish(attempt)
    expect(await bench.stateOf(attempt)).toMatchObject({ operation: 'refund', person: false, seconds: 3600 })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { OWNER } from '../../../test/owner.ts'
import {
  type AttemptRow,
  type Call,
  createScriptedAttempts,
  type OpenAttempt,
  errorOf,
  failureOf,
  OLDER_THAN_A_DAY,
  PAST_DEADLINE,
  type ScriptedAttempts,
  UNKNOWN,
} from '../../../test/scripted-attempts.ts'
import type { AttemptRef, QueryOutcome } from '../port/port.ts'
import { checkAttempt } from '../refunds/take-up-attempt.ts'
import { readAttempt } from '../attempts/attempt-queries.ts'
import { recordOutcome } from './record-outcome.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

let bench: ScriptedAttempts

beforeAll(async () => {
  bench = await createScriptedAttempts()
})
afterAll(() => bench.shop.close())

const query = (outcome: QueryOutcome) => ({ query: async () => outcome })
const PENDING = { kind: 'pending', refs: {} } as const
const DECLINED = { kind: 'failed', refs: {}, error: errorOf('declined') } as const

describe('an attempt at rest is taken up again by the call that its state needs', () => {
  test.each<[string, AttemptRow, readonly Call[], string?]>([
    ['whose visitor may be back', { state: 'action_required' }, ['resume', 'query'], 'executing'],
    [
      'whose visitor never came back',
      { state: 'action_required', ...PAST_DEADLINE },
      ['query', 'cancelAuthorization'],
    ],
    ['that was being sent', { state: 'executing' }, ['query']],
    ['that the provider works on', { state: 'pending' }, ['query']],
    ['that had failed', { state: 'failed' }, ['query']],
    ['that had expired', { state: 'expired' }, ['query']],
    ['that was never sent', { state: 'created' }, [], 'failed'],
    ['that is authorised', { state: 'authorized' }, []],
    ['that is captured', { state: 'captured' }, []],
    ['that is given back in part', { state: 'partially_refunded' }, []],
    ['that is given back', { state: 'refunded' }, []],
    ['that is released', { state: 'voided' }, []],
    ['whose refund was refused', { state: 'refund_failed' }, []],
  ])('one %s', async (_, row, calls, after = row.state) => {
    const attempt = await bench.open(row, {
      query: async () => UNKNOWN,
      resume: async () => UNKNOWN,
      cancelAuthorization: async () => UNKNOWN,
    })
    await bench.finish(attempt)
    expect(bench.asked).toEqual(calls)
    const { state, seconds } = await bench.stateOf(attempt)
    expect(state).toBe(after)
    expect(seconds === null).toBe(calls.length === 0)
  })
})

test('what is about to be asked for is written down before the provider is called', async () => {
  const { shop } = bench
  const written: unknown[] = []
  const note = async ({ attemptId }: AttemptRef) => {
    const { state, operation } = await shop.db.read(tx => readAttempt(tx, attemptId))
    written.push([state, operation])
    return UNKNOWN
  }
  const attempt = await bench.open({}, { start: note, resume: note })
  await bench.finish(attempt)
  await shop.pay(await shop.readyOrder(), '1112')
  expect(written.slice(0, 2)).toEqual([
    ['executing', 'resume'],
    ['executing', 'start'],
  ])
})

describe('what the provider says when it is asked decides what follows', () => {
  const LOOKED_AT = { operation: null, person: false }
  test.each<[string, AttemptRow, QueryOutcome, object, readonly Call[]]>([
    [
      'ended, still at work: looked at later',
      { state: 'failed', checks: 1 },
      PENDING,
      { ...LOOKED_AT, state: 'failed', seconds: 15 },
      [],
    ],
    [
      'ended, at work for a day: for a person',
      { state: 'failed', ...OLDER_THAN_A_DAY },
      PENDING,
      { operation: null, state: 'failed', seconds: null, person: true },
      [],
    ],
    [
      'ended, without money: dropped',
      { state: 'failed' },
      DECLINED,
      { ...LOOKED_AT, state: 'failed', seconds: null },
      [],
    ],
    [
      'ended, unknown: looked at later',
      { state: 'failed' },
      UNKNOWN,
      { ...LOOKED_AT, state: 'failed', seconds: 5 },
      [],
    ],
    [
      'ended, another amount: released',
      { state: 'failed' },
      { kind: 'mismatch', refs: {}, reason: 'x' },
      { ...LOOKED_AT, state: 'voided', seconds: null },
      ['cancelAuthorization'],
    ],
    [
      'pending, visitor asked again: waits',
      { state: 'pending' },
      { kind: 'ready', refs: {} },
      { ...LOOKED_AT, state: 'pending', seconds: 5 },
      [],
    ],
    [
      'sent, ready: executed',
      { state: 'executing' },
      { kind: 'ready', refs: {} },
      { operation: 'resume', state: 'executing', seconds: 5 },
      // And once more, as long as that changes anything.
      ['resume', 'query', 'resume'],
    ],
    [
      'sent, not known: sent again',
      { state: 'executing' },
      { kind: 'not_found' },
      { operation: null, state: 'failed', seconds: null },
      ['start'],
    ],
    ...(['ready', 'pending', 'not_found'] as const).map(
      kind =>
        [
          `past its deadline, ${kind}: ended`,
          { state: 'executing', ...PAST_DEADLINE },
          { kind, refs: {} } as QueryOutcome,
          { operation: null, state: 'expired', seconds: null },
          ['cancelAuthorization'] as const,
        ] as [string, AttemptRow, QueryOutcome, object, readonly Call[]],
    ),
    [
      'past its deadline, failed: failed',
      { state: 'executing', ...PAST_DEADLINE },
      DECLINED,
      { operation: null, state: 'failed' },
      [],
    ],
    [
      'past its deadline, unknown: looked at later',
      { state: 'executing', ...PAST_DEADLINE },
      UNKNOWN,
      { state: 'executing', seconds: 5 },
      [],
    ],
    [
      'visitor away past the deadline: ended',
      { state: 'action_required', ...PAST_DEADLINE },
      DECLINED,
      { operation: null, state: 'expired' },
      ['cancelAuthorization'],
    ],
    [
      'visitor away past the deadline, but paid: tickets',
      { state: 'action_required', ...PAST_DEADLINE },
      { kind: 'authorized', refs: {} },
      { operation: null, state: 'captured', seconds: null },
      ['capture'],
    ],
  ])('%s', async (...[, row, outcome, after, calls]) => {
    const attempt = await bench.open(row, {
      ...query(outcome),
      start: async () => DECLINED,
      resume: async () => UNKNOWN,
      capture: async () => ({ kind: 'done' }),
      cancelAuthorization: async () => ({ kind: 'done' }),
    })
    await bench.finish(attempt)
    expect(bench.asked).toEqual(['query', ...calls])
    expect(await bench.stateOf(attempt)).toMatchObject(after)
  })

  test('a refusal to take the repeat leaves the first request open', async () => {
    for (const errorClass of ['provider_busy', 'configuration'] as const) {
      const attempt = await bench.open(
        { state: 'executing' },
        {
          ...query({ kind: 'not_found' }),
          start: async () => ({ kind: 'failed', refs: {}, error: errorOf(errorClass) }),
        },
      )
      await bench.finish(attempt)
      expect(await bench.stateOf(attempt)).toMatchObject({ state: 'executing', seconds: 5 })
    }
  })
})

describe('a payment that fails', () => {
  test.each([
    [60, 60],
    [0, null],
  ])('at a provider that may be late by %i s: looked at after %j s', async (lateSeconds, seconds) => {
    const attempt = await bench.open({ state: 'executing' }, { ...query(DECLINED), lateSeconds })
    await bench.finish(attempt)
    expect(await bench.stateOf(attempt)).toMatchObject({ state: 'failed', seconds })
  })

  test('and is looked at early is looked at again when nothing can come of it any more', async () => {
    const answers = { ...query(DECLINED), lateSeconds: 60 }
    const deadline = (seconds: number) => ({ deadline: sql<Date>`now() + make_interval(secs => ${seconds})` })
    const early = await bench.open({ state: 'failed', ...deadline(100) }, answers)
    await bench.finish(early)
    expect((await bench.stateOf(early)).seconds).toBeCloseTo(160, 0)
    const late = await bench.open({ state: 'failed', ...deadline(-61) }, answers)
    await bench.finish(late)
    expect((await bench.stateOf(late)).seconds).toBeNull()
  })

  test('that a person has checked is looked at for late money as before, and has not changed', async () => {
    const attempt = await bench.open({ state: 'executing' }, { ...query(DECLINED), lateSeconds: 60 })
    await bench.finish(attempt)
    await bench.change(attempt, { needs_person: true })
    const place = await bench.stateOf(attempt)
    const staff = byStaff(OWNER, bench.shop.deps)
    const taken = await checkAttempt(staff, { attemptId: attempt.id, reason: 'seen' })
    expect(taken).toMatchObject({ kind: 'taken up', isAsked: false })
    expect(place.seconds).not.toBeNull()
    expect(await bench.stateOf(attempt)).toEqual({ ...place, person: false })
  })

  test('a second time changes nothing at an order that is being paid otherwise', async () => {
    const attempt = await bench.open({ state: 'failed', failure: failureOf('declined') }, {})
    const before = await bench.read(attempt)
    await recordOutcome(bench.shop.deps, before, { ...DECLINED, error: errorOf('other') })
    expect(await bench.shop.statusOf(attempt.order)).toBe('payment_3ds')
    const after = await bench.read(attempt)
    expect(after.failure).toEqual(before.failure)
  })
})

test('a request that is registered late is not sent once another worker has ended the attempt', async () => {
  let refused: unknown
  const attempt: OpenAttempt = await bench.open(
    { state: 'executing' },
    {
      ...query({ kind: 'not_found' }),
      start: async (_, { keep }) => {
        await bench.change(attempt, { state: 'expired', operation: null })
        refused = await keep({ session: 'late' }).catch((thrown: unknown) => thrown)
        return UNKNOWN
      },
    },
  )
  await bench.finish(attempt)
  expect(refused).toEqual(new Error('the attempt was taken further by another'))
  const { refs } = await bench.read(attempt)
  expect(refs['session']).toBeUndefined()
})

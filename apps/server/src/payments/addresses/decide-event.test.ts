import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ATTEMPT } from '../../../test/attempt-record.ts'
import type { Attempt } from '../attempts/attempt.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'
import type { PaymentProvider, ProviderEvent } from '../port/port.ts'
import { createStripeProvider } from '../providers/stripe/stripe-provider.ts'
import { attemptsNamedBy, decideEvent, type Readings, type VerifiedEvent } from './decide-event.ts'

const stripe = (publishableKey: string): PaymentProvider => {
  const account = { secretKey: 'sk_1', publishableKey, webhookSecret: 'whsec_1' }
  return createStripeProvider({ ...account, apiUrl: 'http://127.0.0.1:9', jsUrl: null })
}
const ours = stripe('pk_ours')
const other = stripe('pk_other')
const unconfigured = stripe('pk_unconfigured')

const payments: PaymentProviders = {
  of: () => ({
    find: () => undefined,
    byId: () => undefined,
    all: [ours],
    applePay: undefined,
    deviceFingerprint: null,
  }),
  all: [ours, other],
}

const OPERATIONS = [null, 'start', 'resume', 'capture', 'void', 'refund'] as const
const HINTS = ['authorized', 'captured', 'failed', 'voided', 'settled', 'other'] as const
const IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const INTENTS = ['pi_1', 'pi_2'] as const

const BASE: Attempt = { ...ATTEMPT, id: IDS[0], account: ours.account }

const anyAttempt = (id: string, intent: string): fc.Arbitrary<Attempt> =>
  fc
    .record({
      account: fc.constantFrom(ours.account, other.account),
      state: fc.constantFrom(...ATTEMPT_STATES),
      operation: fc.constantFrom(...OPERATIONS),
      refs: fc.constantFrom({ intent }, { intent, charge: 'ch_1' }),
    })
    .map(fields => ({ ...BASE, id, ...fields }))

const anyEvent: fc.Arbitrary<ProviderEvent> = fc
  .record({
    attemptId: fc.constantFrom(...IDS, undefined),
    intent: fc.option(fc.constantFrom(...INTENTS)),
    mustMatch: fc.constantFrom({}, { intent: 'pi_1' }, { intent: 'pi_1', charge: 'ch_1' }),
    hint: fc.constantFrom(...HINTS),
    undoes: fc.boolean(),
    dispute: fc.option(fc.constant('dp_1')),
    left: fc.option(fc.constantFrom(0, BASE.amount.minor - 1, BASE.amount.minor)),
  })
  .map(({ intent, undoes, dispute, left, ...event }) => ({
    ...event,
    dedupeKey: 'evt_1',
    refs: { told: 'yes' },
    payload: { type: 'told' },
    ...(intent !== null && { findBy: { ref: 'intent', value: intent } as const }),
    ...(undoes && { undoes }),
    ...(dispute !== null && { dispute }),
    ...(left !== null && { left }),
  }))

const anyReading: fc.Arbitrary<VerifiedEvent> = fc.record({
  sender: fc.constantFrom(ours, other, unconfigured),
  event: anyEvent,
})
const anyReadings: fc.Arbitrary<Readings> = fc.tuple(anyReading, anyReading)
const anyAttempts = fc.tuple(anyAttempt(IDS[0], INTENTS[0]), anyAttempt(IDS[1], INTENTS[1]))

/** The attempts that are read for an event. */
function namedAmong(readings: Readings, attempts: readonly Attempt[]): readonly Attempt[] {
  const { ids, intents } = attemptsNamedBy(readings)
  return attempts.filter(({ id, refs }) => ids.includes(id) || intents.includes(refs['intent'] ?? ''))
}

const decide = (readings: Readings, attempts: readonly Attempt[]) =>
  decideEvent(payments, readings, namedAmong(readings, attempts))

test('an event concerns only a payment that it names, of the account that sent it, with all its references (S-7.07)', () => {
  fc.assert(
    fc.property(anyReadings, anyAttempts, (readings, attempts) => {
      const { attempt } = decide(readings, attempts)
      const mayBeOf = (one: Attempt) =>
        readings.some(({ sender, event: { attemptId, findBy, mustMatch = {} } }) => {
          const isNamed =
            attemptId === undefined ? findBy?.value === one.refs['intent'] : attemptId === one.id
          const hasAll = Object.entries(mustMatch).every(([name, value]) => one.refs[name] === value)
          return isNamed && hasAll && sender.account === one.account
        })
      const owned = attempts.filter(mayBeOf).map(({ id }) => id)
      expect(owned.length > 0).toBe(attempt !== undefined)
      expect(owned).toEqual(expect.arrayContaining(attempt === undefined ? [] : [attempt.id]))
    }),
  )
})

test('an event of no payment of ours is stored as its first reader has it, and does nothing', () => {
  fc.assert(
    fc.property(anyReadings, readings => {
      const { sender, event } = readings[0]
      expect(decide(readings, [])).toEqual({
        provider: sender.id,
        dedupeKey: event.dedupeKey,
        payload: payloadOf(event),
        attempt: undefined,
        wakes: false,
        wakesSettled: readings[0].event.hint === 'settled',
        refs: {},
        callsPerson: false,
        dependsOnOperation: false,
      })
    }),
  )
})

const payloadOf = ({ payload, dispute }: ProviderEvent) => ({
  ...payload,
  ...(dispute !== undefined && { dispute }),
})

/** Undefined where the states of `webhook-effects.test.ts` say it. */
function mustWake({ hint, left }: ProviderEvent, { state, operation, amount }: Attempt): boolean | undefined {
  if (hint === 'other') return false
  // Some of the money went back, and only the provider knows by whom.
  if (state === 'captured' && left !== undefined && left < amount.minor) return true
  // It may have gone on otherwise than we know.
  if (operation !== null || ['executing', 'action_required', 'pending'].includes(state)) return true
  // A look would end what is written and about to be sent.
  return state === 'created' ? hint === 'settled' : undefined
}

test('what an event does follows from where its payment is', () => {
  fc.assert(
    fc.property(anyEvent, anyAttempt(IDS[0], INTENTS[0]), (read, attempt) => {
      const event = { ...read, attemptId: attempt.id, mustMatch: {} }
      const sender = attempt.account === ours.account ? ours : other
      const { wakes, refs, callsPerson, dependsOnOperation, payload } = decide([{ sender, event }], [attempt])
      expect(payload).toEqual(payloadOf(event))
      expect([wakes, undefined]).toContain(mustWake(event, attempt))
      expect(refs).toEqual(wakes ? event.refs : {})
      expect(dependsOnOperation).toBe(event.undoes === true)
      const isReversed = event.undoes === true && attempt.operation === null
      expect(callsPerson).toBe(isReversed || event.dispute !== undefined)
    }),
  )
})

test('the payment of an account without keys is refused, so that its event comes again', () => {
  const attempt = { ...BASE, account: unconfigured.account }
  const event: ProviderEvent = {
    dedupeKey: 'evt_1',
    attemptId: BASE.id,
    refs: {},
    hint: 'other',
    payload: {},
  }
  expect(() => decide([{ sender: unconfigured, event }], [attempt])).toThrow('is not configured')
})

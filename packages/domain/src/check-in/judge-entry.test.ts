import { expect, test } from 'vitest'

import { epochMsOf } from '../jst-date.ts'
import { entryWindowOf } from './entry-window.ts'
import {
  type EntryPolicy,
  isInside,
  judgeEntry,
  judgeExit,
  partyStatusOf,
  type TicketPast,
} from './judge-entry.ts'

const at = (time: string): number => epochMsOf(`2026-12-${time}+09:00`)
const SEASON = entryWindowOf('period', { from: at('01T10:00:00'), to: at('31T17:00:00') }, 0)
const NEVER: TicketPast = { lastInAt: null, lastOutAt: null }

function judged(policy: EntryPolicy, past: TicketPast, time: string, reentryMinutes: number | null = null) {
  const result = judgeEntry({ rules: { policy, reentryMinutes, window: SEASON }, past, at: at(time) })
  return result.status === 'success' ? 'success' : result.reason
}

const inAt = (time: string): TicketPast => ({ lastInAt: at(time), lastOutAt: null })

test.each(['once', 'daily', 'any'] as const)(
  '%s: a ticket that never entered admits in its time alone',
  policy => {
    expect(judged(policy, NEVER, '01T00:00:00')).toBe('success')
    expect(judged(policy, NEVER, '31T23:59:59')).toBe('success')
    expect(
      judgeEntry({
        rules: { policy, reentryMinutes: null, window: SEASON },
        past: NEVER,
        at: at('01T00:00:00') - 1,
      }),
    ).toEqual({
      status: 'invalid_time',
      reason: 'too_early',
    })
    expect(judged(policy, NEVER, '31T23:59:59')).toBe('success')
  },
)

test('once: a second entry is none, on any day (S-9.02)', () => {
  expect(judged('once', inAt('05T10:00:00'), '05T10:00:01')).toBe('already_in')
  expect(judged('once', inAt('05T10:00:00'), '06T10:00:00')).toBe('already_in')
})

test('once: what was used stays used when its time is over', () => {
  const window = entryWindowOf('time', { from: at('05T10:00:00'), to: at('05T11:00:00') }, 0)
  const rules = { policy: 'once', reentryMinutes: null, window } as const
  expect(judgeEntry({ rules, past: inAt('05T10:30:00'), at: at('06T10:00:00') }).status).toBe('used')
  expect(judgeEntry({ rules, past: NEVER, at: at('06T10:00:00') }).status).toBe('invalid_time')
})

test('once: whoever went out of a visit whose time is over is back within the minutes, and not later', () => {
  const window = entryWindowOf('time', { from: at('05T10:00:00'), to: at('05T10:30:00') }, 0)
  const rules = { policy: 'once', reentryMinutes: 45, window } as const
  const past = { lastInAt: at('05T10:25:00'), lastOutAt: at('05T11:40:00') }
  expect(judgeEntry({ rules, past, at: at('05T12:25:00') })).toEqual({ status: 'success' })
  expect(judgeEntry({ rules, past, at: at('05T12:25:01') })).toEqual({ status: 'used', reason: 'already_in' })
})

test('daily: once on each day in Tokyo', () => {
  expect(judged('daily', inAt('05T00:00:00'), '05T23:59:59')).toBe('already_in')
  expect(judged('daily', inAt('05T23:59:59'), '06T00:00:00')).toBe('success')
})

test('any: again and again, but not over the barrier', () => {
  expect(judged('any', inAt('05T10:00:00'), '05T10:00:59')).toBe('already_in')
  expect(judged('any', inAt('05T10:00:00'), '05T10:01:00')).toBe('success')
})

test('after an exit a ticket enters again for as long as the product says', () => {
  const out = { lastInAt: at('05T10:00:00'), lastOutAt: at('05T12:00:00') }
  expect(judged('once', out, '05T12:30:00')).toBe('already_in')
  expect(judged('once', out, '05T12:30:00', 30)).toBe('success')
  expect(judged('once', out, '05T12:30:01', 30)).toBe('already_in')
  // Told afterwards by a gate that was offline: when it let somebody in, the ticket was inside.
  expect(judged('once', out, '05T11:59:59', 30)).toBe('already_in')
  expect(judged('once', out, '05T12:00:00', 30)).toBe('success')
  expect(judged('once', out, '05T12:00:00')).toBe('already_in')
  // Inside again: the former exit lets nobody in.
  expect(
    judged('once', { lastInAt: at('05T12:10:00'), lastOutAt: at('05T12:00:00') }, '05T12:11:00', 30),
  ).toBe('already_in')
})

test('whoever is not inside is not let out', () => {
  const past = { lastInAt: at('05T10:00:00'), lastOutAt: at('05T12:00:00') }
  expect(judgeExit({ past })).toEqual({ status: 'invalid', reason: 'not_inside' })
  expect(judgeExit({ past: NEVER }).status).toBe('invalid')
  expect(judgeExit({ past: inAt('05T10:00:00') }).status).toBe('success')
  expect([past, NEVER, inAt('05T10:00:00')].map(isInside)).toEqual([false, false, true])
})

test('a party is in when one of them is', () => {
  expect(partyStatusOf(['used', 'success'])).toBe('success')
  expect(partyStatusOf(['used', 'invalid'])).toBe('used')
  expect(partyStatusOf([])).toBe('invalid')
})

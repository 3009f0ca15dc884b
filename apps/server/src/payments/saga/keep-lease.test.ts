import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { createScriptedAttempts, type ScriptedAttempts } from '../../../test/scripted-attempts.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import { keepLease } from './keep-lease.ts'

let bench: ScriptedAttempts

beforeAll(async () => {
  bench = await createScriptedAttempts()
})
afterAll(() => bench.shop.close())
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

test('a lease is renewed each third of it, as long as the work lasts, and not after it', async () => {
  const opened = await bench.open({ operation: 'resume', check_at: sql<Date>`now()` }, {})
  const attempt = await bench.read(opened)
  const isDue = async () => (await bench.read(opened)).isDue
  const { db, log } = bench.shop.deps
  const renewals: Array<Promise<unknown>> = []
  const watched: typeof db = {
    ...db,
    transaction: work => {
      const renewal = db.transaction(work)
      renewals.push(renewal)
      return renewal
    },
  }
  await keepLease({ db: watched, log }, attempt, async () => {
    for (const times of [1, 2]) {
      await bench.change(opened, { check_at: sql<Date>`now()` })
      vi.advanceTimersByTime((LEASE_SECONDS * 1000) / 3 - 1)
      expect(renewals).toHaveLength(times - 1)
      expect(await isDue()).toBe(true)
      vi.advanceTimersByTime(1)
      expect(renewals).toHaveLength(times)
      await Promise.all(renewals)
      expect(await isDue()).toBe(false)
    }
  })
  expect(vi.getTimerCount()).toBe(0)
})

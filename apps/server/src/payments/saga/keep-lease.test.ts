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
  await keepLease(bench.shop.deps, attempt, async () => {
    for (const _ of [1, 2]) {
      await bench.change(opened, { check_at: sql<Date>`now()` })
      vi.advanceTimersByTime((LEASE_SECONDS * 1000) / 3 - 1)
      expect(vi.getTimerCount()).toBe(1)
      expect(await isDue()).toBe(true)
      vi.advanceTimersByTime(1)
      await expect.poll(isDue).toBe(false)
    }
  })
  expect(vi.getTimerCount()).toBe(0)
})

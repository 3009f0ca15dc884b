import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestApp, type TestApp } from '../../../test/app.ts'
import { sweepRefusals } from './sweep-refusals.ts'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('scans that let nobody in are kept for 90 days', async () => {
  await server.db.transaction(tx =>
    sql`insert into gate_refusals (scan_id, site_key, at, recorded_at, status, reason)
        select gen_random_uuid(), 'demo', now(), now() - age, 'invalid', 'unknown'
          from unnest(array[interval '0', interval '89 days 23 hours', interval '90 days 1 s', interval '2 years']) as age`.execute(
      tx,
    ),
  )
  expect(await sweepRefusals(server.deps)).toBe(2)
  expect(await sweepRefusals(server.deps)).toBe(0)
})

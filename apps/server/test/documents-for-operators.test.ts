import { readFileSync } from 'node:fs'
import path from 'node:path'

import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import { Client } from 'pg'
import { expect, test } from 'vitest'

import { VARIABLE_NAMES } from '../src/env.ts'
import { createTestApp } from './app.ts'

/** What a venue's engineer reads is compared with what there is. */
function read(page: string): string {
  return readFileSync(path.join(import.meta.dirname, '../../../docs', page), 'utf8')
}

/** Names in the first column of a page's tables. */
function tableNames(page: string): string[] {
  return Array.from(read(page).matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name).toSorted()
}

test('docs/running.md explains every variable that the server reads, and no other', () => {
  expect(tableNames('running.md')).toEqual([...VARIABLE_NAMES].toSorted())
})

test('docs/payments.md explains every state of an attempt, and no other', () => {
  expect(tableNames('payments.md')).toEqual([...ATTEMPT_STATES].toSorted())
})

test('docs/operations.md explains every number of our own at /metrics, and no other', async () => {
  const server = await createTestApp()
  const { body } = await server.app.inject('/metrics')
  await server.close()
  const names = Array.from(body.matchAll(/^# HELP (kippu_\w+)/gm), ([, name = '']) => name)
  const ours = names.filter(name => !/^kippu_(process|nodejs)_/.test(name))
  // These two are of a running process, with its queues.
  expect(tableNames('operations.md')).toEqual(
    [...ours, 'kippu_holds_waiting', 'kippu_mails_waiting'].toSorted(),
  )
})

test('the coupon that docs/operations.md adds can be used, and its checks of the books run (S-3.10)', async () => {
  const server = await createTestApp()
  const blocks = Array.from(read('operations.md').matchAll(/```sql\n([^`]+)```/g), ([, block = '']) => block)
  const added = blocks.find(block => block.includes('into coupons')) ?? ''
  const checks = blocks.find(block => block.includes('from ledger_entries group by')) ?? ''
  const client = new Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(added)
  const { rows } = await client.query(
    `select code, kind, ends_on::text, (select count(*)::int from coupon_texts where coupon_id = id) as names
       from coupons where code = 'SPRING10'`,
  )
  const wrong: unknown = await client.query(checks)
  await client.end()
  await server.close()
  expect(rows).toEqual([{ code: 'SPRING10', kind: 'fixed_rate', ends_on: '2027-05-31', names: 2 }])
  expect(wrong).toMatchObject([{ rows: [] }, { rows: [] }, { rows: [] }])
})

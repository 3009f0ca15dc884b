import { readFileSync } from 'node:fs'
import path from 'node:path'

import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findForeignWrites, TABLE_OWNERS } from './table-owners.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-owners-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(inside: string, source: string): void {
  const file = path.join(root, 'apps/server/src', inside)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, source)
}

test.each(Object.entries(TABLE_OWNERS))('a write of %s outside of %s is found', (table, owner) => {
  plant('elsewhere/a.ts', `await tx.deleteFrom('${table}').execute()\n`)
  plant(`${owner}/a.ts`, `await tx.deleteFrom('${table}').execute()\n`)
  expect(findForeignWrites(root)).toEqual([
    `apps/server/src/elsewhere/a.ts: ${table} is written by ${owner} alone`,
  ])
})

test.each([
  `tx.insertInto('tickets').values({})`,
  `tx.updateTable('tickets').set({ price: 0 })`,
  'sql`insert into tickets (id) values (1)`',
  'sql`update tickets as t set price = 0`',
  'sql`update tickets set price = 0`',
  'sql`delete from tickets where id = 1`',
  'sql`delete from tickets t using reservations r where true`',
])('sees every form of a write: %s', statement => {
  plant('orders/a.ts', `await ${statement}.execute(tx)\n`)
  expect(findForeignWrites(root)).toHaveLength(1)
})

test('a read is free', () => {
  plant(
    'orders/a.ts',
    `await read.selectFrom('tickets').selectAll().execute()\nsql\`select 1 from tickets\`\n`,
  )
  expect(findForeignWrites(root)).toEqual([])
})

test('a change of an order that leaves its version is found', () => {
  plant('orders/a.ts', `await tx.updateTable('orders').set({ price: 0 }).execute()\n`)
  plant(
    'orders/b.ts',
    `await tx.updateTable('orders').set({ price: 0, version: VERSION_RAISED }).execute()\n`,
  )
  expect(findForeignWrites(root)).toEqual([
    'apps/server/src/orders/a.ts: a change of orders raises its version (VERSION_RAISED)',
  ])
})

test('a part of a statement that leaves the version is found, also before one that raises it', () => {
  const part = (rest: string) => `sql\`moved as (update orders set status = 'expired'${rest} where true)\`\n`
  plant('orders/a.ts', part('') + part(', version = ${VERSION_RAISED}'))
  plant('orders/b.ts', part(', version = ${VERSION_RAISED}') + part(', version = ${VERSION_RAISED}'))
  expect(findForeignWrites(root)).toEqual([
    'apps/server/src/orders/a.ts: a change of orders raises its version (VERSION_RAISED)',
  ])
})

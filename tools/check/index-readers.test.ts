import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { findIdleIndexes } from './index-readers.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-indexes-'))
  plant(
    'orders/find.ts',
    'sql`select id from orders where site_key = ${site} and phone = ${phone} and ended_at is null`',
  )
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(inside: string, text: string): void {
  const file = path.join(root, 'apps/server/src', inside)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const indexOf = (columns: string, reader: string): string =>
  `create table orders (id uuid);\ncreate index by_it on orders ${columns};${reader}\n`

test.each([
  ['(site_key, phone text_pattern_ops)\n  where ended_at is null', ' -- for orders/find.ts', []],
  [`(id) where phone <> 'nobody knows'`, ' -- for orders/find.ts', []],
  ['(id)', '', ['by_it: no statement is named that needs it (-- for …)']],
  ['(mail)', ' -- for orders/find.ts', ['by_it: orders/find.ts does not speak of mail']],
  [
    'using brin (id) where mail is not null',
    ' -- for orders/find.ts',
    ['by_it: orders/find.ts does not speak of mail'],
  ],
  ['(id)', ' -- for orders/gone.ts', ['by_it: orders/gone.ts does not speak of orders, id']],
])('an index on orders %s;%s', (columns, reader, complaints) => {
  plant('platform/db/migrations/0001-orders.sql', indexOf(columns, reader))
  expect(findIdleIndexes(root)).toEqual(complaints)
})

test('an index that is a rule needs no statement', () => {
  plant('platform/db/migrations/0001-orders.sql', 'create unique index one on orders (mail);\n')
  expect(findIdleIndexes(root)).toEqual([])
})

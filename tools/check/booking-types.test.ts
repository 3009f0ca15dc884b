import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBookingTypeComparisons } from './booking-types.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-booking-types-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

test.each([
  `if (saleType === 'period') open()`,
  `const isDay = product?.sale_type !== 'time' && isOpen`,
  `const isDay = "date" === bookingType`,
  `const hasTime = visitKindOf(type) == 'slot'`,
])('finds %s', line => {
  plant('apps/web/src/screens/a.tsx', `/* === 'period' */\n${line}\n`)
  expect(findBookingTypeComparisons(root)).toEqual([
    'apps/web/src/screens/a.tsx:2: a booking type is compared with; switch over visitKindOf instead',
  ])
})

test('leaves the file that owns the types, tests, switches and other words alone', () => {
  plant('packages/domain/src/visit-time.ts', `const isPeriod = type === 'period'\n`)
  plant('apps/server/src/a.test.ts', `const isPeriod = type === 'period'\n`)
  plant('apps/server/src/a.ts', `switch (type) {\n  case 'period':\n    // type === 'period'\n}\n`)
  plant('apps/web/src/b.tsx', `const current = date === today ? 'date' : layout === 'date_first'\n`)
  expect(findBookingTypeComparisons(root)).toEqual([])
})

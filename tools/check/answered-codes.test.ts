import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { findAnsweredCodes, findRefusedCodes } from './answered-codes.ts'
import { ROOT } from '../start/root.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-codes-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  const whole = path.join(root, 'apps/server/src', file)
  mkdirSync(path.dirname(whole), { recursive: true })
  writeFileSync(whole, source)
}

test.each([
  ["refuse('out of stock')", ['out of stock']],
  ["refuse(isLate ? 'session_timeout' : 'record not found')", ['session_timeout', 'record not found']],
  ["const REFUSALS = { expired: 'expired coupon' } as const", ['expired coupon']],
  ["if (code === 'out of stock') refuse(code)", []],
  ["function add(): Refusal<'out of stock'> { return refuse(other) }", []],
  ["const known = ['out of stock']", []],
  ["// refuse('out of stock')", []],
  ["refuse('no code at all')", []],
])('%s refuses with %j', (source, codes) => {
  plant('orders/verb.ts', source)
  expect([...findRefusedCodes(root)]).toEqual(codes)
})

test('a test refuses nobody', () => {
  plant('orders/verb.test.ts', "refuse('out of stock')")
  expect([...findRefusedCodes(root)]).toEqual([])
})

test('a code that calls list is not answered unless somebody refuses with it', () => {
  plant('orders/verb.ts', "refuse('out of stock')")
  expect([...findAnsweredCodes(root)]).toEqual(['out of stock'])
})

test('the codes of our own server are found, in verbs and in tables', () => {
  const answered = findAnsweredCodes(ROOT)
  for (const code of ['out of stock', 'expired coupon', 'critical refund error'] as const)
    expect(answered).toContain(code)
})

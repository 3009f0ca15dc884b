import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeIn } from './moved-files.ts'

const MOVES = 'old\tnew\na.ts\tb.ts\n'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-moved-'))
})

afterEach(() => rmSync(root, { recursive: true }))

test.each(['a.ts', 'b.ts'])('a program that has %s has the file that is b.ts today', file => {
  writeFileSync(path.join(root, file), '')
  expect(placeIn(root, 'b.ts', () => MOVES)).toBe(file)
})

test('a program that has neither is refused', () => {
  expect(() => placeIn(root, 'b.ts', () => MOVES)).toThrow(`${root} has no b.ts`)
  expect(() => placeIn(root, 'c.ts', () => MOVES)).toThrow(`${root} has no c.ts`)
})

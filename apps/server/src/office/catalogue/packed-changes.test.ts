import fc from 'fast-check'
import { expect, test } from 'vitest'

import { PackedChanges } from './packed-changes.ts'
import { SaidTable } from './said-table.ts'
import type { Change } from './sheets/sheet.ts'

// Larger than the bytes that are taken at a time, and of three bytes a character.
const text = fc.oneof(
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.constant('券'.repeat(100_000)) },
)
const value = fc.oneof(
  text,
  fc.double({ noNaN: true }).map(number => number + 0),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const row = fc.array(value, { maxLength: 12 })
const PLAIN = { noNullPrototype: true }
const source = fc.record({ sheet: fc.nat(), line: fc.nat() }, PLAIN)

test('changes are read as they were added, whatever their rows share (R-1.18)', () => {
  const change: fc.Arbitrary<Change> = fc
    .record({ before: fc.option(row), after: fc.option(row), other: fc.boolean() })
    .chain(({ before, after, other }) =>
      fc.oneof(fc.constant({}), fc.record({ source }, PLAIN)).map(said => ({
        before,
        after: other && before !== null && before.length > 0 ? before.with(0, 'another') : after,
        ...said,
      })),
    )
  fc.assert(
    fc.property(fc.array(change), changes => {
      const packed = new PackedChanges()
      for (const one of changes) packed.add(one)
      expect(packed.length).toBe(changes.length)
      // More than once: they are checked, kept and written one after the other.
      for (let turn = 0; turn < 2; turn += 1) expect([...packed]).toStrictEqual(changes)
    }),
  )
})

test('of two rows of a key the later one is kept in the place of the first, with what it does not say (R-1.18)', () => {
  const said = fc.record(
    { row: fc.array(fc.oneof(value, fc.constant(undefined)), { maxLength: 12 }), source },
    PLAIN,
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), said)), rows => {
      const [table, plain] = [new SaidTable(), new Map(rows)]
      for (const [key, one] of rows) table.set(key, one)
      expect([...table]).toStrictEqual([...plain])
      expect([...table.keys()]).toStrictEqual([...plain.keys()])
      expect(table.get('a')).toStrictEqual(plain.get('a'))
    }),
  )
})

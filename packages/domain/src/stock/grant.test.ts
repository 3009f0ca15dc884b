import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grantInOrder } from './grant.ts'

describe('grantInOrder (design §6, S-2.01)', () => {
  test('the last unit goes to who came first', () => {
    expect(grantInOrder(1, [1, 1, 1])).toEqual([true, false, false])
  })

  test('capacity 5 and 20 requests of 1: exactly the first five', () => {
    expect(
      grantInOrder(
        5,
        Array.from({ length: 20 }, () => 1),
      ).filter(Boolean),
    ).toHaveLength(5)
  })

  test('a large request that is refused does not block a smaller one behind it', () => {
    expect(grantInOrder(3, [2, 4, 1, 1])).toEqual([true, false, true, false])
  })

  test('nothing is left, nothing is asked', () => {
    expect(grantInOrder(0, [1, 2])).toEqual([false, false])
    expect(grantInOrder(5, [])).toEqual([])
  })

  const stock = fc.nat(50)
  const wants = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 })

  test('never grants more than there is, and refuses only what did not fit at its turn', () => {
    fc.assert(
      fc.property(stock, wants, (available, queue) => {
        let left = available
        grantInOrder(available, queue).forEach((granted, i) => {
          const want = queue[i]!
          expect(granted).toBe(want <= left)
          if (granted) left -= want
        })
        expect(left).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('who comes later changes nothing for who came first', () => {
    fc.assert(
      fc.property(stock, wants, wants, (available, first, later) => {
        expect(grantInOrder(available, [...first, ...later]).slice(0, first.length)).toEqual(
          grantInOrder(available, first),
        )
      }),
    )
  })

  test('two batches in a row decide as one', () => {
    fc.assert(
      fc.property(stock, wants, wants, (available, first, second) => {
        const granted = grantInOrder(available, first)
        const left = available - first.reduce((sum, want, i) => sum + (granted[i] === true ? want : 0), 0)
        expect([...granted, ...grantInOrder(left, second)]).toEqual(
          grantInOrder(available, [...first, ...second]),
        )
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { propertySeed } from './property-seed.ts'

const FALSE = fc.property(fc.integer(), number => number < 1_000)

/** What a property that does not hold says. */
function failureOf(parameters: fc.GlobalParameters): string {
  try {
    fc.assert(FALSE, parameters)
  } catch (error) {
    return String(error)
  }
  throw new Error('the property held')
}

test('a property that fails names its seed, and the seed repeats the run', () => {
  const failure = failureOf(propertySeed({}))
  const seed = /FC_SEED=(-?\d+) npx vitest run/.exec(failure)?.[1]
  expect(failureOf(propertySeed({ FC_SEED: seed }))).toBe(failure)
})

test('an asynchronous property that fails names its seed too', async () => {
  const refused = fc.assert(
    fc.asyncProperty(fc.integer(), async () => false),
    propertySeed({ FC_SEED: '-7' }),
  )
  await expect(refused).rejects.toThrow('FC_SEED=-7 npx vitest run')
})

test('a property that holds says nothing', () => {
  expect(() => fc.assert(fc.property(fc.integer(), Number.isInteger), propertySeed({}))).not.toThrow()
})

test.each(['', 'x', '1.5'])('the seed %j is refused', seed => {
  expect(() => propertySeed({ FC_SEED: seed })).toThrow('FC_SEED is no whole number')
})

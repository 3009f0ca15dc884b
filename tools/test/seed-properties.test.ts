import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { propertySeed } from './seed-properties.ts'

const FALSE = fc.property(fc.integer(), number => number < 1_000)

afterEach(() => {
  fc.configureGlobal(propertySeed(process.env))
})

/** The message of a property that does not hold. */
function failureOf(environment: Readonly<Record<string, string | undefined>>): string {
  fc.configureGlobal(propertySeed(environment))
  try {
    fc.assert(FALSE)
  } catch (error) {
    return String(error)
  }
  throw new Error('the property held')
}

test('a property that fails names its seed, and the seed repeats the run', () => {
  const failure = failureOf({})
  const seed = /FC_SEED=(-?\d+) npx vitest run/.exec(failure)?.[1]
  expect(failureOf({ FC_SEED: seed })).toBe(failure)
})

test('an asynchronous property that fails names its seed too', async () => {
  fc.configureGlobal(propertySeed({ FC_SEED: '-7' }))
  const failing = async (): Promise<void> => fc.assert(fc.asyncProperty(fc.integer(), async () => false))
  await expect(failing()).rejects.toThrow('FC_SEED=-7 npx vitest run')
})

test('a property that holds says nothing', () => {
  fc.configureGlobal(propertySeed({}))
  expect(() => fc.assert(fc.property(fc.integer(), Number.isInteger))).not.toThrow()
})

test.each(['', 'x', '1.5'])('the seed %j is refused', seed => {
  expect(() => propertySeed({ FC_SEED: seed })).toThrow('FC_SEED is not a whole number')
})

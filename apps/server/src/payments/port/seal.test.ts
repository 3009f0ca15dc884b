import { expect, test } from 'vitest'

import { createSeal } from './seal.ts'

const seal = createSeal('a key of the tests, long enough for all')

test('a sealed text can be opened again, and looks different each time', () => {
  const secret = 'an access pass with 𠮷'
  expect(seal.open(seal.close(secret))).toBe(secret)
  expect(seal.close(secret)).not.toBe(seal.close(secret))
  expect(seal.close(secret)).not.toContain('access')
})

test('a changed text, or one sealed with another key, is refused', () => {
  const sealed = seal.close('secret')
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => seal.open(changed)).toThrow('unable to authenticate')
  expect(() => createSeal('another key, also long enough').open(sealed)).toThrow('unable to authenticate')
})

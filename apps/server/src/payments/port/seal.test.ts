import { describe, expect, test } from 'vitest'

import { createSeal } from './seal.ts'

const KEY = 'a key of the tests, long enough for all'
const seal = createSeal(KEY)

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

describe('after the key was changed', () => {
  const changed = createSeal('the key of now, also long enough', ['the key between, also long enough', KEY])

  test('what was sealed before opens, and what is sealed now needs the new key', () => {
    expect(changed.open(seal.close('secret'))).toBe('secret')
    const sealed = changed.close('secret')
    expect(changed.open(sealed)).toBe('secret')
    expect(() => seal.open(sealed)).toThrow('unable to authenticate')
  })

  test('the key of a sealed text is told by its position', () => {
    expect(
      [changed.close('x'), seal.close('x'), 'not sealed', ''].map(text => changed.positionOf(text)),
    ).toEqual([0, 2, -1, -1])
  })
})

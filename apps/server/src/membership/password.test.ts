import { expect, test } from 'vitest'

import { hashPassword, isPasswordOf } from './password.ts'

test('a password is kept as a salted argon2id hash, another one each time (S-5.04)', async () => {
  const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await isPasswordOf(first, 'correct horse')).toBe(true)
  for (const wrong of ['Correct horse', 'correct horse ', '', 'correct horse\0'])
    expect(await isPasswordOf(first, wrong)).toBe(false)
})

test('without a hash no password is right, after the work of one that is hashed (S-5.04)', async () => {
  // The stand-in is checked in earnest: a hash that cannot be read throws.
  await expect(isPasswordOf('no hash', 'x')).rejects.toThrow('Decoding failed')
  for (const password of ['x', '', 'A']) expect(await isPasswordOf(null, password)).toBe(false)
})

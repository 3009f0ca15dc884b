import { expect, test } from 'vitest'

import { hashPassword, isPasswordOf } from './password.ts'

test('a password is stored as a salted argon2id hash, a different one each time (S-5.04)', async () => {
  const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await isPasswordOf(first, 'correct horse')).toBe(true)
  for (const wrong of ['Correct horse', 'correct horse ', '', 'correct horse\0'])
    expect(await isPasswordOf(first, wrong)).toBe(false)
})

test('without a hash no password matches, after as much work as with one (S-5.04)', async () => {
  // The substitute hash is really verified: an unreadable hash throws.
  await expect(isPasswordOf('no hash', 'x')).rejects.toThrow('Decoding failed')
  for (const password of ['x', '', 'A']) expect(await isPasswordOf(null, password)).toBe(false)
})

import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { seal, unseal } from './sealing.ts'

test('opens by the key that it was sealed with, present or former, for the same row, and in no other way', () => {
  const [key, former] = [randomBytes(32), randomBytes(32)]
  const sealed = seal([former], 'row 1', '切符')
  expect(unseal([key, former], 'row 1', sealed)).toBe('切符')
  expect(unseal([key], 'row 1', sealed)).toBeUndefined()
  expect(unseal([former], 'row 2', sealed)).toBeUndefined()
  expect(unseal([former], 'row 1', Buffer.concat([sealed, Buffer.from('x')]))).toBeUndefined()
  expect(sealed.includes(Buffer.from('切符'))).toBe(false)
})

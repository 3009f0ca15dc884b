import { expect, test } from 'vitest'

import { isStoreOrigin } from '../core/origins.ts'
import { parseForm } from './form.ts'

test('brackets nest, lists become numbered fields, the last of two equal names wins', () => {
  expect(
    parseForm('amount=1&metadata[attempt_id]=a+b&o[card][x]=any&e[]=p&e[]=q&expand[0]=r&amount=2'),
  ).toEqual({
    amount: '2',
    metadata: { attempt_id: 'a b' },
    o: { card: { x: 'any' } },
    e: { 0: 'p', 1: 'q' },
    expand: { 0: 'r' },
  })
})

test('a field named __proto__ is only a field', () => {
  parseForm('__proto__[polluted]=1')
  expect({}).not.toHaveProperty('polluted')
})

test('a star stands for host names below the given one, and for nothing else', () => {
  const origins = ['http://localhost:3000', 'http://*.localhost:3000']
  expect(isStoreOrigin('http://localhost:3000', origins)).toBe(true)
  expect(isStoreOrigin('http://teahouse.localhost:3000', origins)).toBe(true)
  for (const other of [
    'http://localhost:3001',
    'https://localhost:3000',
    'http://evil.test/.localhost:3000',
    'null',
  ])
    expect(isStoreOrigin(other, origins)).toBe(false)
})

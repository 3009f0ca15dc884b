import { expect, test } from 'vitest'

import { attemptIdOf } from './order-ref.ts'

const ref = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`).toString(36)

test.each(['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '00000004-4f89-71d3-8a0c-0305e82c3301'])(
  'the reference of attempt %s leads back to it',
  id => expect(attemptIdOf(ref(id))).toBe(id),
)

test.each([
  '',
  'order1',
  'ORDER-1',
  'z'.repeat(25),
  'z'.repeat(26),
  ref('3f2504e0-4f89-01d3-9a0c-0305e82c3301'),
])('the reference %j is not one of the store’s', orderRef => expect(attemptIdOf(orderRef)).toBeNull())

import { expect, test } from 'vitest'

import { networkHash, networkOf } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['2001:DB8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('S-15.02: the hash needs the secret, and is the same for a whole /64', () => {
  const [here, elsewhere] = [{ secretKey: 'one secret' }, { secretKey: 'another' }]
  expect(networkHash(here, '2001:db8::1')).toEqual(networkHash(here, '2001:db8::2'))
  expect(networkHash(here, '2001:db8::1')).not.toEqual(networkHash(here, '2001:db8:0:1::1'))
  expect(networkHash(here, '192.0.2.1')).not.toEqual(networkHash(elsewhere, '192.0.2.1'))
})

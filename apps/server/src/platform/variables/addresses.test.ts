import fastify from 'fastify'
import { expect, test } from 'vitest'

import { isLocalSender, isPrivateHost, isProxyList, SENDER } from './addresses.ts'

test.each(['loopback', '10.0.0.1', '10.0.0.0/8, fd00::/8', '::1,uniquelocal', 'linklocal'])(
  'proxies may be %s, and Fastify agrees',
  value => {
    expect(isProxyList(value)).toBe(true)
    expect(() => fastify({ trustProxy: value })).not.toThrow()
  },
)

test.each(['banana', 'true', '1', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.1,', 'proxy.example.com', '10.0.0/8'])(
  'proxies are not %s',
  value => expect(isProxyList(value)).toBe(false),
)

test('an address to listen on is private when it is of this machine or of a private network', () => {
  const own = ['localhost', '127.0.0.1', '::1', '10.1.2.3', '172.31.0.1', '192.168.0.2', 'fd00::1']
  const open = ['0.0.0.0', '::', '203.0.113.5', '172.32.0.1', 'tickets.example.com', '2001:db8::1']
  expect([own.filter(isPrivateHost), open.filter(isPrivateHost)]).toEqual([own, []])
})

test('a sender is an address, with or without a name', () => {
  const right = ['tickets@example.com', 'Tickets <tickets@example.com>', '<tickets@localhost>']
  const wrong = ['not an address', 'tickets', '@example.com', 'Tickets <tickets>', 'a@b@c', 'a <a@b> b']
  expect([right, wrong].map(list => list.filter(sender => SENDER.test(sender)))).toEqual([right, []])
})

test('a sender at this machine is known', () => {
  const local = ['tickets@localhost', 'Tickets <tickets@localhost>', 'tickets@mail.LOCALHOST']
  const others = ['tickets@example.com', 'tickets@notlocalhost', 'localhost <tickets@example.com>']
  expect([local, others].map(list => list.filter(isLocalSender))).toEqual([local, []])
})

import { describe, expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { countedAddress, mailboxOf } from './counted-address.ts'
import { isOpenDomain } from '../buyers/open-domains.ts'

describe('a mailbox is counted once, however its address is typed', () => {
  test.each([
    ['Hana@Example.COM', 'hana@example.com'],
    ['hana+1@example.com', 'hana@example.com'],
    ['hana+a+b@example.com', 'hana@example.com'],
    ['h.a.n.a+x@gmail.com', 'hana@gmail.com'],
    ['H.ana@GoogleMail.com', 'hana@gmail.com'],
    ['hana+shop@me.com', 'hana@icloud.com'],
    ['ha.na@pm.me', 'hana@proton.me'],
  ])('%s is %s', (typed, mailbox) => {
    expect(mailboxOf(typed).mailbox).toBe(mailbox)
    expect(countedAddress(testEnv(), typed)).toEqual(countedAddress(testEnv(), mailbox))
  })

  test.each([
    ['ha.na@example.com', 'hana@example.com'],
    ['hana@example.com', 'hana@example.org'],
    ['+hana@example.com', '+taro@example.com'],
  ])('%s and %s are two', (one, other) => {
    expect(mailboxOf(one).mailbox).not.toBe(mailboxOf(other).mailbox)
  })
})

test('S-15.02: an address is stored as a hash that needs the secret of the deployment', () => {
  const here = countedAddress(testEnv(), 'hana@example.com')
  const there = countedAddress({ secretKey: 'another secret of another deployment' }, 'hana@example.com')
  expect(here.recipientHash).toHaveLength(32)
  expect(here.recipientHash).not.toEqual(there.recipientHash)
  expect(here.domainHash).not.toEqual(there.domainHash)
  expect(here.domainHash).not.toEqual(here.recipientHash)
})

test.each([
  'docomo.ne.jp',
  'ezweb.ne.jp',
  't.vodafone.ne.jp',
  'ocn.ne.jp',
  'abeam.ocn.ne.jp',
  'xx2.so-net.ne.jp',
  'xxx.plala.or.jp',
  'biglobe.ne.jp',
  'kmail.biglobe.ne.jp',
  'k3.dion.ne.jp',
  'jcom.zaq.ne.jp',
  'jcom.home.ne.jp',
  'a1.jcom.home.ne.jp',
  'commufa.jp',
  'ma.odn.ne.jp',
  'xa.auone-net.jp',
  'eos.bbiq.jp',
  'gmail.com',
  'qq.com',
  'naver.com',
  'hotmail.co.th',
])('mails are not counted by the domain %s, where everybody has a mailbox', domain => {
  expect(isOpenDomain(domain)).toBe(true)
  expect(countedAddress(testEnv(), `hana@${domain}`).domainHash).toBeUndefined()
})

test.each([
  'example.com',
  'docomo.ne.jp.example.com',
  'mygmail.com',
  'long.vodafone.ne.jp',
  'a.gmail.com',
  'a.b.ocn.ne.jp',
  'myocn.ne.jp',
  '.ocn.ne.jp',
  'ne.jp',
  'shop.sakura.ne.jp',
])('mails are counted by the domain %s', domain => {
  expect(countedAddress(testEnv(), `hana@${domain}`).domainHash).toHaveLength(32)
})

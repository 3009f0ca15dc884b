import { expect, test } from 'vitest'

import { createFullShares } from './full-shares.ts'

test('each order that meets a full share is counted, and a share is logged once a minute, without an address', () => {
  const lines: unknown[] = []
  let now = 0
  const shares = createFullShares({
    log: { warn: (line: unknown) => lines.push(line) },
    clock: { monotonicMs: () => now },
  })
  shares.note('network')
  shares.note('network')
  shares.note('day')
  now = 60_000
  shares.note('network')
  expect(shares.counts()).toMatchObject({ day: 1, network: 3, mailDomain: 0 })
  expect(lines).toEqual([
    { share: 'network', orders: 1 },
    { share: 'day', orders: 1 },
    { share: 'network', orders: 3 },
  ])
})

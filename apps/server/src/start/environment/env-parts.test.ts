import { siteOf } from '@kippu/demo/demo-sites'
import { unitsOfShare } from '@kippu/domain/stock/unproven-shares'
import { expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { createEnvParts } from './env-parts.ts'

test('UNPROVEN_SHARES=off lets every share be the whole day, and on leaves the shares of the site', () => {
  const sharesWith = (variables: Record<string, string>) =>
    createEnvParts(testEnv(variables)).sites.find('demo')?.unprovenShares
  expect(sharesWith({})).toEqual(siteOf('demo').unprovenShares)
  const shares = Object.values(sharesWith({ UNPROVEN_SHARES: 'off' }) ?? {})
  expect(shares).toHaveLength(6)
  for (const share of shares) expect(unitsOfShare(share, 100_000)).toBeGreaterThanOrEqual(100_000)
})
